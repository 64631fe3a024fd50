import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Timer } from '../../clock';
import { type Day, yearOf } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { tickerKey } from '../../core/calendar/ticker';
import { type Bars, emptyBars } from '../../core/window/bars';
import { atMost } from '../../deadline';
import { priceFree } from '../../ingest/quality';
import { judgeMove, type Move } from '../../ingest/seriesFaults';
import { CorruptPricesError } from '../../storage/errors';
import type { StandingFinding } from '../../storage/priceQuality';
import type { IndexedSymbol, PriceIndex, PriceStore } from '../../storage/prices';

/** Facts about the stored prices of a symbol, without any price. */
export interface PriceFacts {
  /** Why they cannot be read; null when they can, or there are none. */
  readonly damage: string | null;
  /** Calendar days; null for a symbol without a market. */
  readonly gapLimit: number | null;
  /** Two bars each that are further apart than the market's gap limit (METHOD 1). */
  readonly gaps: readonly { readonly from: Day; readonly to: Day }[];
  /** Moves that look like a missed split, or are large. */
  readonly moves: readonly { readonly day: Day; readonly kind: 'split_like' | 'jump'; readonly detail: string }[];
  /** Number of bars without high or low. */
  readonly withoutRange: number;
  readonly firstYear: number;
  /** Number of bars of each year, from the first on. */
  readonly barsByYear: Uint16Array;
}

/** Facts for a terminal: details of moves hold prices. */
export type SeriesFacts = Pick<PriceFacts, 'damage' | 'gaps' | 'moves' | 'withoutRange'>;

/** The facts of stored prices without any price. @param gapLimit as `seriesFacts` */
export function factsOf(read: Bars | CorruptPricesError | undefined, gapLimit: number | null): PriceFacts {
  const { moves, ...facts } = seriesFacts(read, gapLimit);
  return {
    ...facts,
    gapLimit,
    moves: moves.map(({ day, kind, detail }) => ({ day, kind, detail: priceFree(detail) })),
    ...barsByYear(read instanceof CorruptPricesError ? undefined : read),
  };
}

function barsByYear(bars: Bars | undefined): Pick<PriceFacts, 'firstYear' | 'barsByYear'> {
  if (bars === undefined || bars.day.length === 0) return { firstYear: 0, barsByYear: new Uint16Array(0) };
  const firstYear = yearOf(bars.day[0]);
  const counts = new Uint16Array(yearOf(bars.day[bars.day.length - 1]) - firstYear + 1);
  for (const day of bars.day) counts[yearOf(day) - firstYear] += 1;
  return { firstYear, barsByYear: counts };
}

/** @param gapLimit calendar days; null for a symbol without a market, whose gaps are not computed */
export function seriesFacts(read: Bars | CorruptPricesError | undefined, gapLimit: number | null): SeriesFacts {
  const bars = read === undefined || read instanceof CorruptPricesError ? emptyBars(0) : read;
  return {
    damage: read instanceof CorruptPricesError ? read.message : null,
    gaps: gapLimit === null ? [] : gapsIn(bars, gapLimit),
    moves: movesIn(bars),
    withoutRange: withoutRangeIn(bars),
  };
}

/** The smallest gap limit of a symbol's markets, calendar days; null for a symbol without a market. */
export function gapLimitOf(
  { markets: ids }: { readonly markets: readonly string[] },
  markets: readonly Market[],
): number | null {
  const limits = markets.flatMap(({ id, gapLimit }) => (ids.includes(id) ? [gapLimit] : []));
  return limits.length === 0 ? null : Math.min(...limits);
}

function withoutRangeIn({ high, low }: Bars): number {
  let count = 0;
  for (let i = 0; i < high.length; i++) if (Number.isNaN(high[i] + low[i])) count += 1;
  return count;
}

function gapsIn({ day }: Bars, limit: number): SeriesFacts['gaps'] {
  const gaps: { from: Day; to: Day }[] = [];
  for (let i = 1; i < day.length; i++) if (day[i] - day[i - 1] > limit) gaps.push({ from: day[i - 1], to: day[i] });
  return gaps;
}

function movesIn({ day, close, high, low }: Bars): Move[] {
  const moves: Move[] = [];
  for (let i = 1; i < day.length; i++) {
    const move = judgeMove(close[i - 1], { day: day[i], high: high[i], low: low[i], close: close[i] });
    if (move) moves.push(move);
  }
  return moves;
}

/** A symbol that has prices. */
export type WithPrices = IndexedSymbol & { readonly series: NonNullable<IndexedSymbol['series']> };

/** A surveyed symbol: its facts and findings. */
export interface SurveyedSymbol {
  readonly symbol: WithPrices;
  readonly facts: PriceFacts;
  /** The latest finding of each kind. */
  readonly findings: readonly StandingFinding[];
}

export interface Survey {
  /** By ticker. */
  readonly symbols: readonly SurveyedSymbol[];
  /** Symbols whose prices have not been checked yet. */
  readonly pending: readonly IndexedSymbol[];
}

interface SurveyDeps {
  readonly prices: Pick<PriceStore, 'revision' | 'index' | 'read' | 'quality'>;
  readonly markets: readonly Market[];
  readonly timer: Timer;
}

/** A limit above the number of reports that are stored. */
const ALL_REPORTS = 1_000;
/** Series read at a time, about 200 kB each; requests are served in between. */
const READ_AT_ONCE = 4;
/** How long a request waits for facts that are still being computed. */
const WAIT_MS = 1_500;

/** Findings by symbol id, or by ticker key if the symbol is not stored. */
type Findings = ReadonlyMap<number | string, readonly StandingFinding[]>;

/**
 * The quality of all stored prices, for operators. Facts about each series are computed on request and cached by content, a few
 * series at a time, so that thousands of them delay no request.
 */
export class PriceSurvey {
  /** By symbol and what the facts depend on, see `keyOf`. */
  private readonly cache = new Map<string, PriceFacts>();
  private index: PriceIndex | null = null;
  private running: Promise<void> | null = null;
  private fault: unknown = null;
  private isStopped = false;
  private findings: { readonly stamp: string; readonly bySymbol: Promise<Findings> } | null = null;

  constructor(private readonly deps: SurveyDeps) {}

  /** Checks new and changed series in batches, and returns what is ready after a moment. */
  async survey(): Promise<Survey> {
    const [surveyed, findings] = [await this.facts(), await this.currentFindings()];
    return {
      symbols: surveyed.flatMap(({ symbol, facts }) =>
        facts === null ? [] : [{ symbol, facts, findings: findingsOf(symbol, findings) }],
      ),
      pending: surveyed.flatMap(({ symbol, facts }) => (facts === null ? [symbol] : [])),
    };
  }

  /** Stops the computation and resolves when it has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /** @returns each symbol with prices; its facts are null if they are not computed within the wait */
  private async facts(): Promise<{ readonly symbol: WithPrices; readonly facts: PriceFacts | null }[]> {
    const symbols = await this.symbols();
    if (this.running === null && symbols.some((symbol) => !this.cache.has(this.keyOf(symbol)))) {
      this.running = this.compute(symbols).finally(() => {
        this.running = null;
      });
    }
    if (this.running !== null) await atMost(this.running, WAIT_MS, this.deps.timer);
    const { fault } = this;
    this.fault = null;
    if (fault !== null) throw fault;
    return symbols.map((symbol) => ({ symbol, facts: this.cache.get(this.keyOf(symbol)) ?? null }));
  }

  private async symbols(): Promise<WithPrices[]> {
    const { prices } = this.deps;
    if (this.index?.revision !== (await prices.revision())) this.index = await prices.index();
    return this.index!.symbols.filter((symbol): symbol is WithPrices => symbol.series !== null);
  }

  private keyOf(symbol: WithPrices): string {
    return `${symbol.id} ${symbol.series.hash} ${gapLimitOf(symbol, this.deps.markets)}`;
  }

  private async compute(symbols: readonly WithPrices[]): Promise<void> {
    const keys = new Set(symbols.map((symbol) => this.keyOf(symbol)));
    for (const key of this.cache.keys()) if (!keys.has(key)) this.cache.delete(key);
    const missing = symbols.filter((symbol) => !this.cache.has(this.keyOf(symbol)));
    try {
      for (let at = 0; at < missing.length && !this.isStopped; at += READ_AT_ONCE) {
        await nextLoop();
        const part = missing.slice(at, at + READ_AT_ONCE);
        const read = await this.deps.prices.read(part.map(({ id }) => id));
        for (const symbol of part) {
          const gapLimit = gapLimitOf(symbol, this.deps.markets);
          this.cache.set(this.keyOf(symbol), factsOf(read.get(symbol.id), gapLimit));
        }
      }
    } catch (error) {
      this.fault = error;
    }
  }

  private async currentFindings(): Promise<Findings> {
    const stamp = await this.deps.prices.quality.stamp();
    if (this.findings?.stamp !== stamp) this.findings = { stamp, bySymbol: this.readFindings() };
    try {
      return await this.findings.bySymbol;
    } catch (error) {
      this.findings = null;
      throw error;
    }
  }

  /** The newest run's finding of each kind: counts of older runs include the same rows. */
  private async readFindings(): Promise<Findings> {
    const { quality } = this.deps.prices;
    const bySymbol = new Map<number | string, StandingFinding[]>();
    for (const { id, findings: count, undoneAt } of await quality.reports(null, ALL_REPORTS)) {
      if (count === 0 || undoneAt !== null) continue;
      // Requests are served in between.
      await nextLoop();
      for (const finding of await quality.standing(id)) {
        const key = finding.symbolId ?? tickerKey(finding.symbol ?? '');
        if (key === null) continue;
        const findings = bySymbol.get(key);
        if (findings === undefined) bySymbol.set(key, [finding]);
        else add(findings, finding);
      }
    }
    return bySymbol;
  }
}

function findingsOf({ id, symbol }: WithPrices, bySymbol: Findings): readonly StandingFinding[] {
  return [...(bySymbol.get(id) ?? []), ...(bySymbol.get(tickerKey(symbol) ?? '') ?? [])];
}

/** Adds a finding, or sums it with one of the same run: several files may have rows of one symbol. */
function add(findings: StandingFinding[], finding: StandingFinding): void {
  const at = findings.findIndex(({ side, kind }) => side === finding.side && kind === finding.kind);
  if (at < 0) findings.push(finding);
  else if (findings[at].reportId === finding.reportId) {
    const { rows, firstDay, lastDay } = findings[at];
    findings[at] = {
      ...findings[at],
      rows: rows + finding.rows,
      firstDay: earliest(firstDay, finding.firstDay),
      lastDay: latest(lastDay, finding.lastDay),
    };
  }
}

function earliest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
