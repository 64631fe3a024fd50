import type { Clock } from '../clock';
import { type Day, toIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Model } from '../core/model/predict';
import { DEFAULT_SETTINGS, type ModelSettings } from '../core/model/settings';
import type { TrainingSeries } from '../core/model/setups';
import { type Bars, barsThrough } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import type { ListedSymbol, PriceStore } from '../storage/prices';
import {
  loadTrainingData,
  type PriceSource,
  type TrainingData,
  TrainingError,
  type TrainingOptions,
  type TrainingSymbol,
  trainingSetOf,
  trainModel,
} from './train';

/** The stored prices, and the clock that limits which bars are visible. */
export interface TrainingPrices {
  readonly prices: PriceStore;
  readonly markets: readonly Market[];
  readonly clock: Clock;
}

export interface StoredTraining extends TrainingPrices {
  readonly settings?: ModelSettings;
  readonly onProgress?: TrainingOptions['onProgress'];
}

export interface Trained {
  readonly model: Model;
  /** Listed symbols without prices. */
  readonly withoutPrices: readonly string[];
  /** Symbols that were left out because their stored prices cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * Trains on the stored prices that are final by the clock (METHOD 1). Symbols whose prices cannot be read are left out and
 * returned. If the prices change while setups are collected, it starts again.
 *
 * @throws TrainingError if there are no prices or too few setups
 */
export async function trainOnStored({
  settings = DEFAULT_SETTINGS,
  onProgress = () => {},
  ...stored
}: StoredTraining): Promise<Trained> {
  for (;;) {
    try {
      const { symbols, read, dataVersion, cutAfter, simulated, withoutPrices, unreadable } =
        await storedSymbols(stored);
      const set = await trainingSetOf(symbols, read, settings, (share) => onProgress('setups', share));
      const pricesThrough = cutAfter === null ? null : toIso(cutAfter);
      const model = trainModel(set, { settings, dataVersion, pricesThrough, simulated, unreadable, onProgress });
      return { model, withoutPrices, unreadable };
    } catch (error) {
      if (!(error instanceof PricesChanged)) throw error;
    }
  }
}

class PricesChanged extends Error {
  override readonly message = 'prices changed while they were read; run the command again';
}

interface ReadableSymbols extends TrainingData {
  /** Reads the prices of a symbol. @throws PricesChanged if the stored prices have changed since the data version */
  read(symbol: TrainingSymbol): Promise<Bars>;
  readonly dataVersion: string;
  /** Last visible day if series were cut off there; null if none was. */
  readonly cutAfter: Day | null;
  readonly simulated: boolean;
}

/** The symbols to train on. @throws TrainingError if no ML-eligible market has prices */
async function storedSymbols({ prices, markets, clock }: TrainingPrices): Promise<ReadableSymbols> {
  const revision = await prices.revision();
  const { symbols, dataVersion } = await prices.index();
  const source = new VisiblePrices(prices, symbols, markets, clock);
  const data = await loadTrainingData(markets, source);
  if (data.symbols.length === 0) throw new TrainingError('no prices in an ML-eligible market: import some first');
  const simulated = symbols.some((symbol) => symbol.series?.simulated);
  const read = async ({ symbol }: TrainingSymbol): Promise<Bars> => {
    const bars = await source.barsOf(symbol);
    if ((await prices.revision()) !== revision) throw new PricesChanged();
    if (bars instanceof CorruptPricesError) throw bars;
    return bars!;
  };
  return { ...data, read, dataVersion, cutAfter: source.cutAfter, simulated };
}

export interface StoredSeries extends Omit<ReadableSymbols, 'symbols' | 'read'> {
  /** Ascending by symbol. */
  readonly series: readonly TrainingSeries[];
}

/** The same with all prices in memory. @throws as `storedSymbols`; PricesChanged if prices change meanwhile */
export async function storedSeries(stored: TrainingPrices): Promise<StoredSeries> {
  const { symbols, read, ...data } = await storedSymbols(stored);
  const series: TrainingSeries[] = [];
  for (const member of symbols) {
    const { symbol, gapLimit } = member;
    series.push({ symbol, gapLimit, bars: await read(member) });
  }
  return { ...data, series };
}

/** Reads stored prices by symbol, without bars that are not visible yet. */
class VisiblePrices implements PriceSource {
  /** Last visible day if series were cut off there. */
  cutAfter: Day | null = null;
  private readonly listed: ReadonlyMap<string, ListedSymbol>;
  private readonly through: ReadonlyMap<string, Day>;

  constructor(
    private readonly prices: PriceStore,
    symbols: readonly ListedSymbol[],
    markets: readonly Market[],
    clock: Clock,
  ) {
    this.listed = new Map(symbols.map((symbol) => [symbol.symbol, symbol]));
    this.through = new Map(markets.map(({ id, calendar }) => [id, clock.lastFinalDay(calendar)]));
  }

  symbolsIn(marketId: string): string[] {
    return [...this.listed.values()].filter(({ markets }) => markets.includes(marketId)).map(({ symbol }) => symbol);
  }

  async barsOf(symbol: string) {
    const { id, markets } = this.listed.get(symbol)!;
    const bars = (await this.prices.read([id])).get(id);
    if (bars === undefined || bars instanceof CorruptPricesError) return bars ?? null;
    const through = Math.max(...markets.map((market) => this.through.get(market) ?? Number.NEGATIVE_INFINITY));
    const visible = barsThrough(bars, through);
    if (visible.day.length < bars.day.length) this.cutAfter = Math.max(through, this.cutAfter ?? through);
    return visible;
  }
}
