import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Timer } from '../../clock';
import { yearOf } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { Bars } from '../../core/window/bars';
import { atMost } from '../../deadline';
import { priceFree } from '../../ingest/quality';
import type { PriceFacts } from '../../services/operator/priceQuality';
import { CorruptPricesError } from '../../storage/errors';
import type { IndexedSymbol, PriceIndex, PriceStore } from '../../storage/prices';
import { gapLimitOf, seriesFacts } from '../symbolFacts';

/** A symbol that has prices. */
export type WithPrices = IndexedSymbol & { readonly series: NonNullable<IndexedSymbol['series']> };

export interface SurveyDeps {
  readonly prices: Pick<PriceStore, 'revision' | 'index' | 'read'>;
  readonly markets: readonly Market[];
  readonly timer: Timer;
}

/** Series read at once, with requests let in between: some two hundred kilobytes each. */
const READ_AT_ONCE = 4;
/** How long an answer waits for what is still to be looked at. */
const WAIT_MS = 1_500;

interface Known {
  /** What the facts depend on. */
  readonly of: string;
  readonly facts: PriceFacts;
}

/**
 * Facts of every stored series, computed once for each content: a few at a time, so that thousands of them hold up no request,
 * and only where an operator asks.
 */
export class PriceSurvey {
  private readonly known = new Map<number, Known>();
  private index: PriceIndex | null = null;
  private looking: Promise<void> | null = null;
  private fault: unknown = null;
  private isStopped = false;

  constructor(private readonly deps: SurveyDeps) {}

  /** @returns each symbol with prices, and its facts as far as they are known after a moment */
  async look(): Promise<{ readonly symbol: WithPrices; readonly facts: PriceFacts | null }[]> {
    const symbols = await this.symbols();
    if (this.looking === null && symbols.some((symbol) => this.factsOf(symbol) === null)) {
      this.looking = this.lookAt(symbols).finally(() => {
        this.looking = null;
      });
    }
    if (this.looking !== null) await atMost(this.looking, WAIT_MS, this.deps.timer);
    const { fault } = this;
    this.fault = null;
    if (fault !== null) throw fault;
    return symbols.map((symbol) => ({ symbol, facts: this.factsOf(symbol) }));
  }

  /** Resolves once nothing is read any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.looking;
  }

  private async symbols(): Promise<WithPrices[]> {
    const { prices } = this.deps;
    if (this.index?.revision !== (await prices.revision())) this.index = await prices.index();
    return this.index!.symbols.filter((symbol): symbol is WithPrices => symbol.series !== null);
  }

  private factsOf(symbol: WithPrices): PriceFacts | null {
    const known = this.known.get(symbol.id);
    return known?.of === this.contentOf(symbol) ? known.facts : null;
  }

  private contentOf(symbol: WithPrices): string {
    return `${symbol.series.hash} ${gapLimitOf(symbol, this.deps.markets)}`;
  }

  private async lookAt(symbols: readonly WithPrices[]): Promise<void> {
    const ids = new Set(symbols.map(({ id }) => id));
    for (const id of this.known.keys()) if (!ids.has(id)) this.known.delete(id);
    const wanted = symbols.filter((symbol) => this.factsOf(symbol) === null);
    try {
      for (let at = 0; at < wanted.length && !this.isStopped; at += READ_AT_ONCE) {
        await nextLoop();
        const part = wanted.slice(at, at + READ_AT_ONCE);
        const read = await this.deps.prices.read(part.map(({ id }) => id));
        for (const symbol of part) {
          const gapLimit = gapLimitOf(symbol, this.deps.markets);
          this.known.set(symbol.id, { of: this.contentOf(symbol), facts: factsOf(read.get(symbol.id), gapLimit) });
        }
      }
    } catch (error) {
      this.fault = error;
    }
  }
}

function factsOf(read: Bars | CorruptPricesError | undefined, gapLimit: number | null): PriceFacts {
  const { damage, gaps, moves, withoutRange } = seriesFacts(read, gapLimit);
  return {
    damage,
    gapLimit,
    gaps,
    withoutRange,
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
