import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import {
  changeSavedScan,
  createSavedScan,
  deleteSavedScan,
  listSavedScans,
  runSavedScan,
  savedScan,
} from '../services/savedScans';
import { scanChangesOf } from '../services/scanChanges';

/** GET /saved-scans */
export function listSavedScansHandler(deps: ServiceDeps): Handler<'listSavedScans'> {
  return (_, { caller }) => listSavedScans(deps, caller);
}

/** POST /saved-scans */
export function createSavedScanHandler(deps: ServiceDeps): Handler<'createSavedScan'> {
  return ({ body }, { caller }) => createSavedScan(deps, caller, body);
}

/** GET /saved-scans/{saved_scan_id} */
export function savedScanHandler(deps: ServiceDeps): Handler<'getSavedScan'> {
  return ({ saved_scan_id }, { caller }) => savedScan(deps, caller, saved_scan_id);
}

/** PATCH /saved-scans/{saved_scan_id} */
export function changeSavedScanHandler(deps: ServiceDeps): Handler<'changeSavedScan'> {
  return ({ saved_scan_id, body }, { caller }) => changeSavedScan(deps, caller, saved_scan_id, body);
}

/** DELETE /saved-scans/{saved_scan_id} */
export function deleteSavedScanHandler(deps: ServiceDeps): Handler<'deleteSavedScan'> {
  return ({ saved_scan_id }, { caller }) => deleteSavedScan(deps, caller, saved_scan_id);
}

/** GET /saved-scans/{saved_scan_id}/results */
export function runSavedScanHandler(deps: ServiceDeps): Handler<'runSavedScan'> {
  return ({ saved_scan_id }, context) => runSavedScan(deps, saved_scan_id, context);
}

/** GET /saved-scans/{saved_scan_id}/changes */
export function scanChangesHandler(deps: ServiceDeps): Handler<'listScanChanges'> {
  return ({ saved_scan_id, before = null, limit }, { caller }) =>
    scanChangesOf(deps, caller, saved_scan_id, { before, limit });
}
