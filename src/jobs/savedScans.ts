import { scanEvents } from '../alerts/events';
import { toIso } from '../core/calendar/dates';
import { followed, patternKey, scanChanges } from '../core/record/scanChanges';
import type { Snapshot } from '../engine/snapshot';
import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { ScheduledJob } from '../queue/schedule';
import { type PlannedRun, plannedRun, type RunOutcome, runScan } from '../services/account/scanRun';
import { currentPrices, type ServiceDeps } from '../services/screening/deps';
import type { SavedScan, WaitingScan } from '../storage/savedScans';
import { RUNS_KEPT, type ScanRun } from '../storage/scanRuns';
import { workLogged } from './logged';

/** Accounts whose scans are read at a time. */
const ACCOUNTS_AT_ONCE = 50;
/** Pause before a failed scan runs again over the same prices. */
const RETRY_MS = 15 * 60_000;

/**
 * Runs each saved scan once over every new state of its markets' prices, one job for each scan, and sends events about changes.
 * The result is compared with the previous one and stored with its events in one transaction, so that a crash neither loses an
 * event nor sends one twice.
 */
export function workSavedScans(queue: Queue, deps: ServiceDeps, log: Log): ScheduledJob[] {
  workLogged(queue, log, 'due-saved-scans', async () => {
    const sent = await sendDue(queue, deps);
    return sent === 0 ? null : { sent };
  });
  workLogged(queue, log, 'saved-scan', ({ payload, signal }) => runIfDue(deps, payload.scanId, signal));
  return [{ queue: 'due-saved-scans', pattern: '*/5 * * * *' }];
}

/** Sends a job for each scan whose prices have changed. @returns how many */
async function sendDue(queue: Queue, deps: ServiceDeps): Promise<number> {
  if (!deps.screening.engine.ready) return 0;
  const snapshot = await currentPrices(deps.screening);
  let sent = 0;
  for (let after = 0; ; ) {
    const waiting = await deps.storage.savedScans.accountsAfter(after, ACCOUNTS_AT_ONCE);
    for (const candidate of waiting) {
      const { id, accountId } = candidate.scan;
      if (!mayBeDue(deps, snapshot, candidate)) continue;
      await queue.send('saved-scan', { scanId: id }, { key: id, account: accountId });
      sent += 1;
    }
    if (waiting.length === 0) return sent;
    after = waiting[waiting.length - 1].scan.accountId;
  }
}

/** True also if planning fails: the error then fails the scan's own job and delays no other scan. */
function mayBeDue(deps: ServiceDeps, snapshot: Snapshot, waiting: WaitingScan): boolean {
  try {
    return dueRun(deps, snapshot, waiting) !== null;
  } catch {
    return true;
  }
}

/** Null if a scan is not due: the account's plan allows fewer scans, or it ran over these prices. */
function dueRun(deps: ServiceDeps, snapshot: Snapshot, waiting: WaitingScan): PlannedRun | null {
  const { tier, older, lastRun } = waiting;
  if (older >= deps.tiers.ofAccount(tier).savedScans) return null;
  const planned = plannedRun(deps, snapshot, waiting);
  if (planned === null || lastRun === null || lastRun.prices !== planned.prices) return planned;
  const now = deps.screening.clock.now().getTime();
  return lastRun.fault !== null && now >= lastRun.at.getTime() + RETRY_MS ? planned : null;
}

async function runIfDue(deps: ServiceDeps, scanId: string, signal: AbortSignal): Promise<object | null> {
  const waiting = await deps.storage.savedScans.waiting(scanId);
  if (waiting === null) return null;
  try {
    const planned = dueRun(deps, await currentPrices(deps.screening), waiting);
    if (planned === null) return null;
    const outcome = planned.fault === null ? await runScan(deps, planned, signal) : planned;
    return await keep(deps, waiting.scan, planned.prices, outcome);
  } catch (error) {
    throw new Error(`saved scan ${scanId} could not be run`, { cause: error });
  }
}

/** Stores a run. @returns a summary for the log; null if nothing was stored, as the scan was changed or ran elsewhere */
async function keep(
  { storage: { savedScans }, screening }: ServiceDeps,
  scan: SavedScan,
  prices: string,
  outcome: RunOutcome,
): Promise<object | null> {
  const { runs } = savedScans;
  const at = screening.clock.now();
  if (outcome.fault !== null) {
    const failed: ScanRun = { prices, at, asOf: null, basis: '', result: null, fault: outcome.fault };
    await runs.record(scan, failed, []);
    return { scan: scan.id, fault: outcome.fault };
  }
  const { found, calendar, simulated, start, entering } = outcome;
  const basis = `${scan.version} ${simulated ? 'sandbox' : 'real'}`;
  const latest = await runs.latest(scan.id);
  const former = latest !== null && latest.basis === basis ? latest.found : null;
  const changes = scanChanges(former, found, toIso(start), entering);
  const asOf = outcome.asOf === null ? null : toIso(outcome.asOf);
  const reported = await reportedBefore(savedScans, scan.id, basis);
  const events = asOf === null ? [] : scanEvents(scan, changes, { at, asOf, simulated, reported });
  const run: ScanRun = { prices, at, asOf, basis, result: { found, changes }, fault: null };
  const followedRun = { scanId: scan.id, at, today: toIso(screening.clock.today()), simulated, found: calendar };
  const stored = await runs.record(scan, run, events, (entries) => followed(entries, followedRun));
  return stored === 'stored' ? { scan: scan.id, events: events.length } : null;
}

/** Keys of patterns that stored runs have reported as entering. They may come again while markets update one by one. */
async function reportedBefore(
  { runs }: ServiceDeps['storage']['savedScans'],
  scanId: string,
  basis: string,
): Promise<ReadonlySet<string>> {
  const comparable = (await runs.of(scanId, null, RUNS_KEPT)).filter((run) => run.basis === basis);
  return new Set(comparable.flatMap(({ changes }) => changes?.entering.map(patternKey) ?? []));
}
