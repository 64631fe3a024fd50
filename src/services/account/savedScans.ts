import { randomBytes } from 'node:crypto';
import { accountOf, type Caller } from '../../access/caller';
import { inScope } from '../../access/tiers';
import { toIso } from '../../core/calendar/dates';
import { resolveScanWindow } from '../../core/calendar/marketSessions';
import { pageOf } from '../../core/parts';
import type { NotedPattern } from '../../core/record/scanChanges';
import { ApiError, conflict, forbidden, invalidRequest, notFound } from '../../errors';
import { CreatedAnswer } from '../../fileAnswer';
import type { Answer, Asker, Input, Output } from '../../operation';
import type { SavedScan } from '../../storage/savedScans';
import type { RecordedScanRun, ScanRunHead } from '../../storage/scanRuns';
import type { ServiceDeps } from '../screening/deps';
import { requireScan, scanQuestion } from '../screening/question';
import { scan } from '../screening/scan';

const ID_BYTES = 8;

/** Complete: the validator fills in the defaults. */
export type ScanParameters = Input<'createSavedScan'>['body']['query'];
type Published = Output<'getSavedScan'>;

/** The scans of the caller's account, oldest first. */
export async function listSavedScans(
  deps: ServiceDeps,
  _: object,
  { caller }: Asker,
): Promise<Output<'listSavedScans'>> {
  const accountId = accountOf(caller);
  const saved = await deps.storage.savedScans.of(accountId);
  const newest = await deps.storage.savedScans.runs.newest(accountId);
  const all = saved.map((scan) => publishedScan(deps, scan, newest.get(scan.id)));
  return { saved_scans: all, most: caller.tier.savedScans };
}

/** @throws invalid_request and forbidden as GET /scan, forbidden when the plan allows no more, conflict */
export async function createSavedScan(
  deps: ServiceDeps,
  { body: { name, query } }: Input<'createSavedScan'>,
  { caller }: Asker,
): Promise<CreatedAnswer<Published>> {
  const accountId = accountOf(caller);
  requireQuery(deps, caller, query);
  const now = deps.screening.clock.now();
  const scan: SavedScan = {
    id: randomBytes(ID_BYTES).toString('hex'),
    accountId,
    name,
    query,
    markets: caller.key?.markets ?? null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const { savedScans: most, name: plan } = caller.tier;
  const result = await deps.storage.savedScans.insert(scan, most);
  if (result === 'taken') throw nameTaken(name);
  if (result === 'full') {
    throw forbidden(
      `The ${plan} tier keeps ${most} saved scan${most === 1 ? '' : 's'}: delete one, or see ${deps.tiers.upgradeUrl}`,
    );
  }
  return new CreatedAnswer(publishedScan(deps, scan), `/saved-scans/${scan.id}`);
}

/** @throws not_found */
export async function savedScan(
  deps: ServiceDeps,
  { saved_scan_id }: Input<'getSavedScan'>,
  { caller }: Asker,
): Promise<Published> {
  const scan = await ownedScan(deps, caller, saved_scan_id);
  return publishedScan(deps, scan, await newestRun(deps, scan));
}

/** @throws not_found, invalid_request and forbidden as GET /scan, conflict */
export async function changeSavedScan(
  deps: ServiceDeps,
  { saved_scan_id: id, body: { name, query } }: Input<'changeSavedScan'>,
  { caller }: Asker,
): Promise<Published> {
  if (name === undefined && query === undefined) {
    throw invalidRequest('The body must have name, query or both; got neither.');
  }
  const { accountId, name: formerName } = await ownedScan(deps, caller, id);
  if (query !== undefined) requireQuery(deps, caller, query);
  const changed = await deps.storage.savedScans.change(accountId, id, {
    ...(name !== undefined && { name }),
    // The scan is limited to the markets of the key that changed its query.
    ...(query !== undefined && { query, markets: caller.key?.markets ?? null }),
    updatedAt: deps.screening.clock.now(),
  });
  if (changed === 'taken') throw nameTaken(name ?? formerName);
  if (changed === 'gone') throw unknownScan();
  return publishedScan(deps, changed, await newestRun(deps, changed));
}

/** @throws not_found */
export async function deleteSavedScan(
  deps: ServiceDeps,
  { saved_scan_id: id }: Input<'deleteSavedScan'>,
  { caller }: Asker,
): Promise<Output<'deleteSavedScan'>> {
  const { name } = await ownedScan(deps, caller, id);
  if (!(await deps.storage.savedScans.remove(accountOf(caller), id))) throw unknownScan();
  return { saved_scan_id: id, name, message: 'The saved scan is deleted.' };
}

/** The current answer of GET /scan to the query. @throws not_found, and the errors of GET /scan */
export async function runSavedScan(
  deps: ServiceDeps,
  { saved_scan_id }: Pick<Input<'runSavedScan'>, 'saved_scan_id'>,
  asker: Asker,
): Promise<Answer<'runSavedScan'>> {
  const { query } = await ownedScan(deps, asker.caller, saved_scan_id);
  return scan(deps, query as ScanParameters, asker);
}

/** @throws not_found */
export async function ownedScan({ storage }: ServiceDeps, caller: Caller, id: string): Promise<SavedScan> {
  const scan = await storage.savedScans.find(accountOf(caller), id);
  if (scan === null) throw unknownScan();
  return scan;
}

export function unknownScan(): ApiError {
  return notFound('No saved scan of this account has that id; GET /saved-scans lists them.');
}

function nameTaken(name: string): ApiError {
  return conflict(`A saved scan of the account is called '${name}' already; names are unique, whatever their case.`);
}

/** Checks a query by the rules of GET /scan. @throws invalid_request naming `query.` and the parameter, forbidden */
function requireQuery(deps: ServiceDeps, caller: Caller, query: ScanParameters): void {
  try {
    requireScan(deps, caller, scanQuestion(query));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request') throw invalidRequest(`query.${error.message}`);
    throw error;
  }
}

async function newestRun({ storage }: ServiceDeps, { accountId, id }: SavedScan): Promise<ScanRunHead | undefined> {
  return (await storage.savedScans.runs.newest(accountId)).get(id);
}

/** @param lastRun absent = it has not run yet */
function publishedScan(
  deps: ServiceDeps,
  { id, name, query, createdAt, updatedAt }: SavedScan,
  lastRun?: ScanRunHead,
): Published {
  return {
    saved_scan_id: id,
    name,
    query: query as ScanParameters,
    note: windowNote(deps, query as ScanParameters),
    last_run: lastRun === undefined ? null : runHead(lastRun),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

/** The published head of a run. */
function runHead({ id, at, asOf, fault }: ScanRunHead): NonNullable<Published['last_run']> {
  return { run_id: id, at: at.toISOString(), as_of: asOf, fault };
}

/** The note about a window that has ended; null = none. */
function windowNote({ screening: { clock } }: ServiceDeps, { window }: ScanParameters): string | null {
  const range = resolveScanWindow(window, clock.today());
  if ('fault' in range || range.end >= clock.today()) return null;
  return `Its window ended on ${toIso(range.end)}: nothing new can be found in it. Change query.window to other dates, or to a named window.`;
}

/** The changes found by the last runs of a saved scan, in the caller's markets. @throws not_found */
export async function listScanChanges(
  deps: ServiceDeps,
  { saved_scan_id, before, limit }: Input<'listScanChanges'>,
  { caller }: Asker,
): Promise<Output<'listScanChanges'>> {
  const { id: scanId } = await ownedScan(deps, caller, saved_scan_id);
  const runs = await deps.storage.savedScans.runs.of(scanId, before ?? null, limit + 1);
  const { shown, next } = pageOf(runs, limit, (run) => run.id);
  return {
    saved_scan_id: scanId,
    runs: shown.map((run) => report(caller, run)),
    next_before: next,
  };
}

function report(caller: Caller, { changes, ...run }: RecordedScanRun) {
  const inScopeOf = <P extends NotedPattern>(patterns: readonly P[] = []) =>
    patterns.filter(({ market }) => inScope(caller, market));
  return {
    ...runHead(run),
    compared: changes?.compared ?? false,
    found_count: changes?.foundCount ?? null,
    added: inScopeOf(changes?.added),
    gone: inScopeOf(changes?.gone),
    entering: inScopeOf(changes?.entering),
  };
}
