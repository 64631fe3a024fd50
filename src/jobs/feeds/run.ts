import { randomUUID } from 'node:crypto';
import { type Day, toIso } from '../../core/calendar/dates';
import { tickerKey } from '../../core/calendar/ticker';
import type { Bars } from '../../core/window/bars';
import { priceSource } from '../../core/window/priceSource';
import { DeadlineError, withinBudget } from '../../deadline';
import { FeedFault, type FeedFaultKind } from '../../feeds/provider';
import { countRows } from '../../ingest/readings';
import type { FeedSymbol } from '../../storage/feedSymbols';
import type { Feed, FeedRun } from '../../storage/feeds';
import { ROUTINE } from '../importReport';
import { StoredPrices } from '../importTarget';
import { StoredSymbols } from '../storedSymbols';
import { FeedError, type FeedRunDeps, type ResolvedFeed, resolveFeed } from './deps';
import { dueSession, dueSymbols } from './due';
import type { FeedReport, SymbolReport } from './report';
import { sourceOf } from './source';
import { Staging } from './staging';
import { SymbolUpdate } from './symbolUpdate';

export interface FeedRunOptions {
  /** Limits the run to these of the feed's symbols. */
  readonly symbols?: readonly string[];
  /** Requests prices from this day on, also of symbols that are not due. */
  readonly since?: Day;
  /** Skips symbols that failed or were late recently; set by the service's scheduled runs. */
  readonly respectPauses?: boolean;
  /** Called after each symbol. */
  onProgress?(done: number, total: number, ticker: string): void;
  /** Awaited between two symbols and between two writes, so that background work yields to requests. */
  readonly rest?: () => Promise<void>;
  /** Stops the run; prices fetched so far are stored. */
  readonly signal?: AbortSignal;
}

/** Longest duration of a run; the next one starts with the symbols that are left. */
const RUN_MS = 4 * 3_600_000;
/** Consecutive failures after which the provider itself counts as out of order and the run ends. */
const FAILURES_IN_A_ROW = 5;
/** Faults by which a provider allows no more requests for a while. */
const REQUEST_LIMITS: readonly FeedFaultKind[] = ['throttled', 'day_limit'];
const PAUSE_MS = { short: 3_600_000, long: 6 * 3_600_000 } as const;

/**
 * Fetches prices of a feed's symbols up to the last final session: one request for each symbol that lacks it, with as many
 * requests at a time as the provider allows. Idempotent and resumable: progress is stored by symbol.
 *
 * Only one run of a feed may be active: the caller holds the `feed` job with its id (src/queue).
 *
 * @throws FeedError if the feed's provider is unknown
 */
export async function runFeed(deps: FeedRunDeps, feed: Feed, options: FeedRunOptions = {}): Promise<FeedReport> {
  const run = new Run(deps, resolveFeed(deps, feed), options);
  return run.run();
}

class Run {
  private readonly session: Day;
  private readonly reports: SymbolReport[] = [];
  /** Why the run ended early; null while it has not. */
  private ending: FeedFault | DeadlineError | null = null;
  private failedInARow = 0;

  constructor(
    private readonly deps: FeedRunDeps,
    private readonly resolved: ResolvedFeed,
    private readonly options: FeedRunOptions,
  ) {
    this.session = dueSession(resolved.market, deps.clock);
  }

  async run(): Promise<FeedReport> {
    const { feeds, clock } = this.deps;
    const { feed } = this.resolved;
    const startedAt = clock.now();
    let end: Pick<Feed, 'lastRun' | 'nextAt'> = {
      lastRun: null,
      nextAt: new Date(startedAt.getTime() + PAUSE_MS.short),
    };
    try {
      const report = await this.update(await this.due(), startedAt);
      // A run without due symbols does not replace the last report.
      end = { lastRun: report.run.due === 0 ? null : report.run, nextAt: this.nextAt() };
      return report;
    } finally {
      await feeds.finish(feed.id, end);
    }
  }

  private async due(): Promise<FeedSymbol[]> {
    const { symbols: tickers, since, respectPauses = false } = this.options;
    const all = await this.deps.feeds.symbols(this.resolved.feed.id);
    const keys = tickers && new Set(tickers.map(tickerKey));
    const selected = keys ? all.filter(({ ticker }) => keys.has(tickerKey(ticker))) : all;
    const session = since === undefined ? this.session : Infinity;
    return dueSymbols(selected, { market: this.resolved.market, session, now: this.deps.clock.now(), respectPauses });
  }

  private async update(due: readonly FeedSymbol[], startedAt: Date): Promise<FeedReport> {
    const began = this.deps.clock.elapsed();
    const { prices, clock } = this.deps;
    const { feed, provider, market } = this.resolved;
    const before = new StoredSymbols(await prices.index());
    const label = `feed ${provider.name}`;
    const run = { id: randomUUID(), kind: 'feed', marketId: market.id, label } as const;
    const target = new StoredPrices(prices, clock, run, before);
    const source = priceSource(provider.name, provider.adjustment, feed.unadjusted);
    const staging = new Staging(this.deps, this.resolved, target, source, async () => this.options.rest?.());
    const work = (signal: AbortSignal) => this.work(due, staging, storedOf(target, before), source, signal);
    try {
      await withinBudget({ ms: RUN_MS, timer: clock }, work, this.options.signal);
    } catch (error) {
      if (!(error instanceof DeadlineError) && !this.options.signal?.aborted) throw error;
      this.ending ??= new DeadlineError(this.options.signal?.aborted ? 'it was stopped' : 'the time limit was reached');
    } finally {
      await staging.flush();
    }
    if (due.length > 0) await target.finish();
    return {
      provider: provider.name,
      market,
      symbols: this.reports,
      run: this.summary(due.length, startedAt),
      lacksRequests: this.ending instanceof FeedFault && REQUEST_LIMITS.includes(this.ending.kind),
      seconds: (clock.elapsed() - began) / 1000,
      simulatedGone: this.reports.some(({ rows }) => rows > 0) ? before.simulated : 0,
    };
  }

  /**
   * Updates the due symbols, as many at a time as the provider allows requests. Ends when none is under way any more.
   *
   * @throws the first error that is no fault of the provider; it begins no further symbol
   */
  private async work(
    due: readonly FeedSymbol[],
    staging: Staging,
    stored: (ticker: string) => Promise<Bars | null>,
    source: string,
    signal: AbortSignal,
  ) {
    const update = new SymbolUpdate({
      clock: this.deps.clock,
      resolved: this.resolved,
      source: sourceOf(this.deps, this.resolved, this.session, signal),
      label: source,
      session: this.session,
      since: this.options.since,
      stored,
    });
    let next = 0;
    const worker = async () => {
      while (next < due.length && this.ending === null) {
        signal.throwIfAborted();
        const symbol = due[next++];
        const { staged, report, fault } = await update.of(symbol, signal);
        if (fault?.endsRun) {
          this.ending ??= fault;
          return;
        }
        await staging.add(staged);
        this.count(report, fault);
        this.options.onProgress?.(this.reports.length, due.length, symbol.ticker);
        await this.options.rest?.();
      }
    };
    const stopOnError = (error: unknown) => {
      next = due.length;
      throw error;
    };
    const workers = Array.from({ length: this.resolved.provider.limits.concurrency }, () =>
      worker().catch(stopOnError),
    );
    const failed = (await Promise.allSettled(workers)).find((ended) => ended.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private count(report: SymbolReport, fault: FeedFault | null): void {
    this.reports.push(report);
    // A symbol without a name at the provider has no fault and does not count; many that vanish in a row do.
    this.failedInARow = fault === null ? 0 : this.failedInARow + 1;
    const isOutOfOrder = this.failedInARow >= FAILURES_IN_A_ROW;
    if (isOutOfOrder)
      this.ending ??= new FeedFault(fault?.kind ?? 'failed', `${FAILURES_IN_A_ROW} symbols in a row: ${report.detail}`);
  }

  private summary(due: number, startedAt: Date): FeedRun {
    const count = (...outcomes: SymbolReport['outcome'][]) =>
      this.reports.filter(({ outcome }) => outcomes.includes(outcome)).length;
    return {
      startedAt: startedAt.toISOString(),
      finishedAt: this.deps.clock.now().toISOString(),
      session: toIso(this.session),
      due,
      updated: count('new', 'updated', 'restated'),
      restated: count('restated'),
      unchanged: count('unchanged', 'late'),
      failed: count('failed'),
      vanished: count('vanished'),
      held: count('held'),
      left: due - this.reports.length,
      rows: countRows(this.reports),
      refused: countRows(this.reports.flatMap(({ refused }) => refused.filter(({ kind }) => !ROUTINE.has(kind)))),
      flagged: countRows(this.reports.flatMap(({ flags }) => flags)),
      ended: this.ending?.message ?? null,
    };
  }

  /** The earliest start of the next scheduled run; null = no pause. Symbols that failed have pauses of their own. */
  private nextAt(): Date | null {
    const now = this.deps.clock.now().getTime();
    const { ending } = this;
    if (ending === null) return null;
    if (!(ending instanceof FeedFault)) return this.options.signal?.aborted ? null : new Date(now);
    const long: readonly FeedFaultKind[] = ['denied', 'no_credential', 'address'];
    return new Date(now + (ending.retryAfterMs ?? (long.includes(ending.kind) ? PAUSE_MS.long : PAUSE_MS.short)));
  }
}

/**
 * Reads the stored prices of a ticker. A renamed ticker is refused: the run would start a second history under the old name.
 *
 * @throws FeedError (the returned function) for a ticker that was renamed
 */
function storedOf(target: StoredPrices, before: StoredSymbols): (ticker: string) => Promise<Bars | null> {
  return async (ticker) => {
    const name = before.renamed(ticker)?.symbol.symbol;
    if (name === undefined) return target.bars(ticker);
    throw new FeedError(`it is called ${name} now: remove ${ticker} from the feed, and add ${name}`);
  };
}
