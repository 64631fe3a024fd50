import type { Clock } from '../../clock';
import { type Day, toIso } from '../../core/calendar/dates';
import type { Bars } from '../../core/window/bars';
import type { Fetched } from '../../feeds/client';
import { FeedFault } from '../../feeds/provider';
import { shown } from '../../ingest/numbers';
import { countRows } from '../../ingest/readings';
import type { FeedSymbol } from '../../storage/feedSymbols';
import { FeedError, type ResolvedFeed } from './deps';
import type { SymbolReport } from './report';
import {
  answered,
  type CheckedSeries,
  checkSeries,
  doubtAbout,
  judgeHistory,
  judgeWindow,
  NoPricesError,
  overlapStart,
} from './series';
import type { FeedSource } from './source';
import type { Staged } from './staging';

export interface SymbolUpdateDeps {
  readonly clock: Clock;
  readonly resolved: ResolvedFeed;
  readonly source: FeedSource;
  /** Label of the prices. */
  readonly label: string;
  /** The last session to fetch. */
  readonly session: Day;
  /** Requests prices from this day on, if it is before the overlap. */
  readonly since?: Day;
  /** The stored prices to merge with; null if there are none. */
  stored(ticker: string): Promise<Bars | null>;
}

/** The result of one symbol's update. */
export interface Updated {
  readonly staged: Staged;
  readonly report: SymbolReport;
  /** The fault of the provider; null if it responded. */
  readonly fault: FeedFault | null;
}

/** Fetches one symbol and decides what to store. A provider's fault becomes part of the result, so that other symbols go on. */
export class SymbolUpdate {
  constructor(private readonly deps: SymbolUpdateDeps) {}

  /** @throws the signal's reason once it is aborted, and every error that is not the provider's */
  async of(symbol: FeedSymbol, signal: AbortSignal): Promise<Updated> {
    try {
      const stored = await this.deps.stored(symbol.ticker);
      return stored === null ? await this.firstTime(symbol) : await this.again(symbol, stored);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FeedFault && error.kind === 'unknown_symbol') return this.vanished(symbol, error);
      if (error instanceof FeedFault) return this.failed(symbol, error.message, error);
      if (error instanceof NoPricesError && error.isEmpty) return this.vanished(symbol, NOTHING);
      if (error instanceof NoPricesError) {
        return this.failed(symbol, error.message, new FeedFault('failed', error.message), error.refused);
      }
      if (error instanceof FeedError) return this.failed(symbol, error.message, null);
      throw error;
    }
  }

  private async firstTime(symbol: FeedSymbol): Promise<Updated> {
    const fetched = await this.deps.source.history(symbol);
    if (fetched.kind !== 'rows') return this.vanished(symbol, NOTHING);
    const series = this.check(symbol, fetched.text);
    if (series.bars.day.length === 0) return this.nothing(symbol, series);
    const verdict = judgeHistory(symbol.ticker, null, series.bars, null, this.deps.resolved.market);
    if (verdict.kind === 'hold') return this.held(symbol, series, verdict.reason);
    return this.taken(symbol, series, { outcome: 'new', rows: series.bars.day.length }, fetched);
  }

  private async again(symbol: FeedSymbol, stored: Bars): Promise<Updated> {
    const from = Math.min(overlapStart(stored), this.deps.since ?? Infinity);
    const fetched = await this.deps.source.window(symbol, from);
    if (fetched.kind === 'unchanged') return this.unchanged(symbol, lastDay(stored));
    // The provider had prices of the overlap before.
    if (fetched.kind === 'empty') return this.vanished(symbol, NOTHING);
    const series = this.check(symbol, fetched.text);
    if (series.bars.day.length === 0) return this.nothing(symbol, series);
    const verdict = judgeWindow(stored, series);
    if (verdict.kind === 'restated') return this.restated(symbol, stored, verdict.factor);
    if (verdict.kind === 'hold') return this.proposed(symbol, verdict.reason);
    const rows = newRows(stored, series.bars);
    // Stored even without a new row: the last stored bar may be of a session that was not over.
    const withoutRows = lastDay(series.bars) < this.deps.session ? 'late' : 'unchanged';
    return this.taken(symbol, series, { outcome: rows === 0 ? withoutRows : 'updated', rows }, fetched);
  }

  /** The provider has scaled its history: the whole of it is fetched and replaces the stored prices. */
  private async restated(symbol: FeedSymbol, stored: Bars, factor: number): Promise<Updated> {
    const series = await this.history(symbol);
    const verdict = judgeHistory(symbol.ticker, stored, series.bars, factor, this.deps.resolved.market);
    const reason = verdict.kind === 'hold' ? verdict.reason : doubtAbout(stored, series);
    if (reason !== null) return this.held(symbol, series, reason);
    const rows = newRows(stored, series.bars);
    const detail = `history replaced, factor ${shown(factor)}: a dividend or split`;
    return this.taken(symbol, series, { outcome: 'restated', rows, detail }, null);
  }

  /** Prices that do not fit are held for review with the whole history, which is fetched only once. */
  private async proposed(symbol: FeedSymbol, reason: string): Promise<Updated> {
    const { session, clock } = this.deps;
    if (symbol.state !== 'held') {
      return this.held(symbol, await this.history(symbol), reason);
    }
    const stillHeld = { ...answered(symbol, clock.now(), { through: session }), state: 'held' as const };
    return outcome(
      { symbol: stillHeld, bars: null, rows: null },
      { ticker: symbol.ticker, outcome: 'held', detail: reason },
    );
  }

  private async history(symbol: FeedSymbol): Promise<CheckedSeries> {
    const fetched = await this.deps.source.history(symbol);
    if (fetched.kind !== 'rows') throw new NoPricesError('there is no history of it');
    const series = this.check(symbol, fetched.text);
    if (series.bars.day.length === 0) throw new NoPricesError('there is no history of it', series.refused);
    return series;
  }

  private check({ ticker }: FeedSymbol, text: string): CheckedSeries {
    const { clock, resolved } = this.deps;
    return checkSeries(text, ticker, { ...resolved, clock, unadjusted: resolved.feed.unadjusted });
  }

  private taken(
    symbol: FeedSymbol,
    series: CheckedSeries,
    result: Pick<SymbolReport, 'outcome' | 'rows'> & { readonly detail?: string },
    fetched: Fetched | null,
  ): Updated {
    const { bars, refused, flags } = series;
    const through = lastDay(bars);
    const validators = fetched?.kind === 'rows' ? fetched.validators : null;
    const noted = answered(symbol, this.deps.clock.now(), { through, validators });
    const { ticker } = symbol;
    const detail = result.detail ?? (through < this.deps.session ? lastBarIs(through) : '');
    const replacedSymbol = result.outcome === 'new' || result.outcome === 'restated' ? ticker : null;
    const staged = { symbol: noted, bars, held: null, rows: { ...series, file: null, replacedSymbol } };
    return outcome(staged, { ...result, ticker, detail, refused, flags });
  }

  /** The provider reports no change (304 Not Modified). */
  private unchanged(symbol: FeedSymbol, through: Day): Updated {
    const { session, clock } = this.deps;
    const isLate = through < session;
    return outcome(
      { symbol: answered(symbol, clock.now(), { through }), bars: null, held: null, rows: null },
      { ticker: symbol.ticker, outcome: isLate ? 'late' : 'unchanged', detail: isLate ? lastBarIs(through) : '' },
    );
  }

  private held(symbol: FeedSymbol, series: CheckedSeries, reason: string): Updated {
    const { bars, refused, flags } = series;
    const { clock, session, label } = this.deps;
    const { ticker } = symbol;
    const noted = { ...answered(symbol, clock.now(), { through: session, validators: null }), state: 'held' as const };
    const held = { ticker, heldAt: clock.now(), reason, source: label, bars };
    const rows = { ...series, file: null, held: bars.day.length };
    return outcome(
      { symbol: noted, bars: null, held, rows },
      { ticker, outcome: 'held', detail: reason, refused, flags },
    );
  }

  private vanished(symbol: FeedSymbol, fault: FeedFault): Updated {
    const now = this.deps.clock.now();
    const vanishedAt = symbol.vanishedAt ?? now;
    const noted = { ...symbol, state: 'vanished' as const, triedAt: now, vanishedAt, fault: fault.message };
    const report = { ticker: symbol.ticker, outcome: 'vanished' as const, detail: fault.message };
    // A symbol that vanished in an earlier run does not count as a fault of the provider.
    return {
      ...outcome({ symbol: noted, bars: null, rows: null }, report),
      fault: symbol.state === 'vanished' ? null : fault,
    };
  }

  /** The response had rows, and all were refused. */
  private nothing(symbol: FeedSymbol, { refused }: CheckedSeries): Updated {
    const detail = 'every row was refused';
    return this.failed(symbol, detail, new FeedFault('failed', detail), refused);
  }

  private failed(
    symbol: FeedSymbol,
    detail: string,
    fault: FeedFault | null,
    refused: CheckedSeries['refused'] = [],
  ): Updated {
    const now = this.deps.clock.now();
    const noted = { ...symbol, triedAt: now, failures: symbol.failures + 1, fault: detail.slice(0, LONGEST_FAULT) };
    const report = { ticker: symbol.ticker, outcome: 'failed' as const, detail, refused };
    const rows = refused.length === 0 ? null : { file: null, rowsIn: countRows(refused), refused, flags: [] };
    return { ...outcome({ symbol: noted, bars: null, rows }, report), fault };
  }
}

const LONGEST_FAULT = 200;
const NOTHING = new FeedFault('unknown_symbol', 'it has no prices of this symbol');

function newRows(stored: Bars, { day }: Bars): number {
  return day.filter((date) => date > lastDay(stored)).length;
}

function lastBarIs(day: Day): string {
  return `its last bar is of ${toIso(day)}`;
}

function outcome(staged: Staged, report: Partial<SymbolReport> & Pick<SymbolReport, 'ticker' | 'outcome'>): Updated {
  return { staged, report: { rows: 0, detail: '', refused: [], flags: [], ...report }, fault: null };
}

function lastDay({ day }: Bars): Day {
  return day[day.length - 1];
}
