import { CreatedAnswer } from '../fileAnswer';
import type { Handlers } from '../operation';
import {
  changeSavedScan,
  createSavedScan,
  deleteSavedScan,
  listSavedScans,
  listScanChanges,
  runSavedScan,
  savedScan,
} from '../services/account/savedScans';
import type { ServiceDeps } from '../services/screening/deps';

/** Saved scans of an account, their results and changes. */
export function savedScansHandlers(deps: ServiceDeps) {
  return {
    listSavedScans: (_, { caller }) => listSavedScans(deps, caller),
    createSavedScan: async ({ body }, { caller }) => {
      const scan = await createSavedScan(deps, caller, body);
      return new CreatedAnswer(scan, `/saved-scans/${scan.saved_scan_id}`);
    },
    getSavedScan: ({ saved_scan_id }, { caller }) => savedScan(deps, caller, saved_scan_id),
    changeSavedScan: ({ saved_scan_id, body }, { caller }) => changeSavedScan(deps, caller, saved_scan_id, body),
    deleteSavedScan: ({ saved_scan_id }, { caller }) => deleteSavedScan(deps, caller, saved_scan_id),
    runSavedScan: ({ saved_scan_id }, context) => runSavedScan(deps, saved_scan_id, context),
    listScanChanges: ({ saved_scan_id, before = null, limit }, { caller }) =>
      listScanChanges(deps, caller, saved_scan_id, { before, limit }),
  } satisfies Partial<Handlers>;
}
