import { setTimeout as sleep } from 'node:timers/promises';
import { scanEvents } from '../alerts/scanEvents';
import { toIso } from '../core/calendar/dates';
import { followed } from '../core/record/calendarEntries';
import { patternKey, scanChanges } from '../core/record/scanChanges';
import type { Snapshot } from '../engine/snapshot';
import type { Log } from '../log';
import type { ServiceDeps } from '../services/deps';
import { type PlannedRun, plannedRun, type RunOutcome, runOf } from '../services/scanRun';
import { currentPrices } from '../services/screening';
import type { WaitingScan } from '../storage/savedScans';
import type { ScanRun } from '../storage/scanRuns';
import type { Job } from './schedule';

/** Accounts whose scans are read at once. */
const ACCOUNTS_AT_ONCE = 50;
/** Other jobs wait meanwhile: what is left is done at the next time. */
const LONGEST_MS = 30_000;
/** Between runs, so that requests come first. */
const PAUSE_MS = 20;
/** After a fault, over the same prices. */
const RETRY_MS = 15 * 60_000;

/** As many as storage keeps. */
const RUNS_KEPT = 30;

/** What came of the runs of one time. */
interface Tally {
  ran: number;
  failed: number;
  events: number;
}

/**
 * Runs saved scans once over each new state of their markets' prices, in the background, one after the other and by one process
 * for all, and tells of what changed. What was found is compared with the result before and stored with its events or not at
 * all, so that a process killed at any moment has neither lost nor told anything twice. Tests: savedScans.test.ts.
 */
export class SavedScanRuns {
  private readonly stopping = new AbortController();
  /** The account after which the next time goes on; 0 = from the first. */
  private position = 0;

  constructor(
    private readonly deps: ServiceDeps,
    private readonly log: Log,
  ) {}

  job(): Job {
    return { id: 'saved-scans', pattern: '*/5 * * * *', once: true, run: () => this.run() };
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Runs those that are due, as far as the time reaches. @returns null when none was */
  async run(): Promise<object | null> {
    const { engine } = this.deps.screening;
    if (!engine.ready) return null;
    const snapshot = await currentPrices(this.deps.screening);
    const tally: Tally = { ran: 0, failed: 0, events: 0 };
    const until = performance.now() + LONGEST_MS;
    for (;;) {
      const waiting = await this.deps.savedScans.accountsAfter(this.position, ACCOUNTS_AT_ONCE);
      for (const one of this.allowed(waiting)) {
        if (performance.now() > until || this.stopping.signal.aborted) return this.summary(tally);
        await this.runIfDue(snapshot, one, tally);
      }
      this.position = waiting.at(-1)?.scan.accountId ?? 0;
      if (waiting.length === 0) return this.summary(tally);
    }
  }

  private summary(tally: Tally): object | null {
    return tally.ran + tally.failed === 0 ? null : tally;
  }

  /** As many of each account as its plan allows now, the oldest. */
  private allowed(waiting: readonly WaitingScan[]): WaitingScan[] {
    const counts = new Map<number, number>();
    return waiting.filter(({ scan: { accountId }, tier }) => {
      const count = (counts.get(accountId) ?? 0) + 1;
      counts.set(accountId, count);
      return count <= this.deps.tiers.ofAccount(tier).savedScans;
    });
  }

  private async runIfDue(snapshot: Snapshot, waiting: WaitingScan, tally: Tally): Promise<void> {
    const planned = plannedRun(this.deps, snapshot, waiting);
    if (planned === null || !this.isDue(planned, waiting)) return;
    await sleep(PAUSE_MS);
    try {
      const outcome = planned.fault === null ? await runOf(this.deps, planned, this.stopping.signal) : planned;
      await this.keep(waiting, planned, outcome, tally);
    } catch (err) {
      if (this.stopping.signal.aborted) return;
      tally.failed += 1;
      this.log.error({ err, savedScan: waiting.scan.id }, 'a saved scan could not be run; it is tried again');
    }
  }

  private isDue({ prices }: PlannedRun, { lastRun }: WaitingScan): boolean {
    if (lastRun === null || lastRun.prices !== prices) return true;
    const now = this.deps.screening.clock.now().getTime();
    return lastRun.fault !== null && now >= lastRun.at.getTime() + RETRY_MS;
  }

  private async keep({ scan }: WaitingScan, { prices }: PlannedRun, outcome: RunOutcome, tally: Tally): Promise<void> {
    const { clock } = this.deps.screening;
    const { runs } = this.deps.savedScans;
    const at = clock.now();
    if (outcome.fault !== null) {
      const failed: ScanRun = { prices, at, asOf: null, basis: '', result: null, fault: outcome.fault };
      await runs.record(scan, failed, []);
      tally.failed += 1;
      return;
    }
    const { found, calendar, simulated, start, entering } = outcome;
    const basis = `${scan.version} ${simulated ? 'sandbox' : 'real'}`;
    const latest = await runs.latest(scan.id);
    const former = latest !== null && latest.basis === basis ? latest.found : null;
    const changes = scanChanges(former, found, toIso(start), entering);
    const asOf = outcome.asOf === null ? null : toIso(outcome.asOf);
    const told = await this.told(scan.id, basis);
    const events = asOf === null ? [] : scanEvents(scan, changes, { at, asOf, simulated, told });
    const run: ScanRun = { prices, at, asOf, basis, result: { found, changes }, fault: null };
    const today = toIso(clock.today());
    const followedRun = { scanId: scan.id, at, today, simulated, found: calendar };
    const stored = await runs.record(scan, run, events, (former) => followed(former, followedRun));
    if (stored !== 'stored') return;
    tally.ran += 1;
    tally.events += events.length;
  }

  /** Patterns of which the runs that are kept told that they enter: prices of several markets come one after the other. */
  private async told(scanId: string, basis: string): Promise<ReadonlySet<string>> {
    const runs = await this.deps.savedScans.runs.of(scanId, null, RUNS_KEPT);
    const comparable = runs.filter((run) => run.basis === basis);
    return new Set(comparable.flatMap(({ changes }) => changes?.entering.map(patternKey) ?? []));
  }
}
