import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Timer } from '../../clock';
import { yearOf } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { Bars } from '../../core/window/bars';
import { atMost } from '../../deadline';
import { priceFree } from '../../ingest/quality';
import type { PriceFacts, WithPrices } from '../../services/operator/priceQuality';
import { CorruptPricesError } from '../../storage/errors';
import type { PriceIndex, PriceStore } from '../../storage/prices';
import { gapLimitOf, seriesFacts } from '../symbolFacts';

export interface SurveyDeps {
  readonly prices: Pick<PriceStore, 'revision' | 'index' | 'read'>;
  readonly markets: readonly Market[];
  readonly timer: Timer;
}

/** Series read at a time, about 200 kB each; requests are served in between. */
const READ_AT_ONCE = 4;
/** How long a request waits for facts that are still being computed. */
const WAIT_MS = 1_500;

interface CachedFacts {
  /** Identifies the input of the facts: the prices' hash and the gap limit. */
  readonly content: string;
  readonly facts: PriceFacts;
}

/**
 * Computes facts about every stored series on an operator's request and caches them by content. It works on a few series at a
 * time, so that thousands of them delay no request.
 */
export class PriceSurvey {
  private readonly cache = new Map<number, CachedFacts>();
  private index: PriceIndex | null = null;
  private running: Promise<void> | null = null;
  private fault: unknown = null;
  private isStopped = false;

  constructor(private readonly deps: SurveyDeps) {}

  /** @returns each symbol with prices; its facts are null if they are not computed within the wait */
  async facts(): Promise<{ readonly symbol: WithPrices; readonly facts: PriceFacts | null }[]> {
    const symbols = await this.symbols();
    if (this.running === null && symbols.some((symbol) => this.factsOf(symbol) === null)) {
      this.running = this.compute(symbols).finally(() => {
        this.running = null;
      });
    }
    if (this.running !== null) await atMost(this.running, WAIT_MS, this.deps.timer);
    const { fault } = this;
    this.fault = null;
    if (fault !== null) throw fault;
    return symbols.map((symbol) => ({ symbol, facts: this.factsOf(symbol) }));
  }

  /** Stops the computation and resolves when it has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async symbols(): Promise<WithPrices[]> {
    const { prices } = this.deps;
    if (this.index?.revision !== (await prices.revision())) this.index = await prices.index();
    return this.index!.symbols.filter((symbol): symbol is WithPrices => symbol.series !== null);
  }

  private factsOf(symbol: WithPrices): PriceFacts | null {
    const cached = this.cache.get(symbol.id);
    return cached?.content === this.contentOf(symbol) ? cached.facts : null;
  }

  private contentOf(symbol: WithPrices): string {
    return `${symbol.series.hash} ${gapLimitOf(symbol, this.deps.markets)}`;
  }

  private async compute(symbols: readonly WithPrices[]): Promise<void> {
    const ids = new Set(symbols.map(({ id }) => id));
    for (const id of this.cache.keys()) if (!ids.has(id)) this.cache.delete(id);
    const missing = symbols.filter((symbol) => this.factsOf(symbol) === null);
    try {
      for (let at = 0; at < missing.length && !this.isStopped; at += READ_AT_ONCE) {
        await nextLoop();
        const part = missing.slice(at, at + READ_AT_ONCE);
        const read = await this.deps.prices.read(part.map(({ id }) => id));
        for (const symbol of part) {
          const gapLimit = gapLimitOf(symbol, this.deps.markets);
          this.cache.set(symbol.id, { content: this.contentOf(symbol), facts: factsOf(read.get(symbol.id), gapLimit) });
        }
      }
    } catch (error) {
      this.fault = error;
    }
  }
}

function factsOf(read: Bars | CorruptPricesError | undefined, gapLimit: number | null): PriceFacts {
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
