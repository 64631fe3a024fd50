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

/** Prices in the database, as far as a clock lets them be seen. */
export interface StoredPrices {
  readonly prices: PriceStore;
  readonly markets: readonly Market[];
  readonly clock: Clock;
}

export interface StoredTraining extends StoredPrices {
  readonly settings?: ModelSettings;
  readonly onProgress?: TrainingOptions['onProgress'];
}

export interface Trained {
  readonly model: Model;
  /** Symbols that are listed and have no prices. */
  readonly withoutPrices: readonly string[];
  /** Symbols that were left out because their stored prices cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * Trains on the prices in the database, as far as the clock lets them be seen: a bar after the setting NOW, or one that
 * is not final, takes no part (METHOD 1). A symbol whose prices cannot be read is left out and named. Prices are read
 * while setups are found; when they change meanwhile, all is read anew.
 *
 * @throws TrainingError when there is too little
 */
export async function trainOnStored(training: StoredTraining): Promise<Trained> {
  for (;;) {
    const trained = await trainOnce(training);
    if (trained !== 'prices changed') return trained;
  }
}

class PricesChanged extends Error {}

async function trainOnce({
  settings = DEFAULT_SETTINGS,
  onProgress = () => {},
  ...stored
}: StoredTraining): Promise<Trained | 'prices changed'> {
  try {
    const { symbols, read, dataVersion, cutAfter, simulated, withoutPrices, unreadable } = await storedSymbols(stored);
    const set = await trainingSetOf(symbols, read, settings, (share) => onProgress('setups', share));
    const pricesThrough = cutAfter === null ? null : toIso(cutAfter);
    const model = trainModel(set, { settings, dataVersion, pricesThrough, simulated, unreadable, onProgress });
    return { model, withoutPrices, unreadable };
  } catch (error) {
    if (error instanceof PricesChanged) return 'prices changed';
    throw error;
  }
}

export interface StoredSymbols extends TrainingData {
  /** Prices of one of the symbols. @throws PricesChanged when they are no longer those of the data version */
  read(symbol: TrainingSymbol): Promise<Bars>;
  readonly dataVersion: string;
  /** Last visible day of series that were cut short; null when none was. */
  readonly cutAfter: Day | null;
  readonly simulated: boolean;
}

/** What may be trained on. @throws TrainingError when there is nothing */
async function storedSymbols({ prices, markets, clock }: StoredPrices): Promise<StoredSymbols> {
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

export interface StoredSeries extends Omit<StoredSymbols, 'symbols' | 'read'> {
  /** Ascending by symbol. */
  readonly series: readonly TrainingSeries[];
}

/** All of it in memory. @throws as `storedSymbols` */
export async function storedSeries(stored: StoredPrices): Promise<StoredSeries> {
  const { symbols, read, ...data } = await storedSymbols(stored);
  const series: TrainingSeries[] = [];
  for (const one of symbols) series.push({ symbol: one.symbol, gapLimit: one.gapLimit, bars: await read(one) });
  return { ...data, series };
}

/** Prices of the database a symbol at a time, without the bars that may not be seen yet. */
class VisiblePrices implements PriceSource {
  /** Last visible day of series that were cut short. */
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
