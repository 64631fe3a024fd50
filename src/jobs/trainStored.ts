import type { Clock } from '../clock';
import { type Day, toIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Model } from '../core/model/predict';
import { DEFAULT_SETTINGS, type ModelSettings } from '../core/model/settings';
import { barsThrough } from '../core/window/bars';
import type { Store } from '../storage/sqlite/store';
import { loadTrainingData, type PriceSource, TrainingError, type TrainingOptions, trainModel } from './train';

export interface StoredTraining {
  readonly store: Store;
  readonly markets: readonly Market[];
  readonly clock: Clock;
  readonly settings?: ModelSettings;
  readonly onProgress?: TrainingOptions['onProgress'];
}

export interface Trained {
  readonly model: Model;
  /** Symbols that are listed and have no prices. */
  readonly withoutPrices: readonly string[];
}

/**
 * Trains on the prices in the database, as far as the clock lets them be seen: a bar after the setting NOW, or one that
 * is not final, takes no part (METHOD 1).
 *
 * @throws TrainingError when there is too little; CorruptPricesError
 */
export async function trainOnStored({ store, markets, clock, settings, onProgress }: StoredTraining): Promise<Trained> {
  const source = new VisiblePrices(store, markets, clock);
  const { series, withoutPrices } = loadTrainingData(markets, source);
  if (series.length === 0) throw new TrainingError('no prices in an ML-eligible market: import some first');
  const model = trainModel(series, {
    settings: settings ?? DEFAULT_SETTINGS,
    dataVersion: source.dataVersion(),
    simulated: await store.prices.hasSimulated(),
    onProgress,
  });
  return { model, withoutPrices };
}

/** Prices of the database a symbol at a time, without the bars that may not be seen yet. */
class VisiblePrices implements PriceSource {
  private readonly listed;
  private readonly through: ReadonlyMap<string, Day>;
  /** Last visible day of series that were cut short. */
  private cutAfter: Day | null = null;

  constructor(
    private readonly store: Store,
    markets: readonly Market[],
    clock: Clock,
  ) {
    this.listed = new Map(store.symbols.all().map((symbol) => [symbol.symbol, symbol]));
    this.through = new Map(markets.map(({ id, calendar }) => [id, clock.lastFinalDay(calendar)]));
  }

  symbolsIn(marketId: string): string[] {
    return [...this.listed.values()].filter(({ markets }) => markets.includes(marketId)).map(({ symbol }) => symbol);
  }

  barsOf(symbol: string) {
    const { id, markets } = this.listed.get(symbol)!;
    const bars = this.store.prices.bars(id);
    if (bars === null) return null;
    const through = Math.max(...markets.map((market) => this.through.get(market) ?? Number.NEGATIVE_INFINITY));
    const visible = barsThrough(bars, through);
    if (visible.day.length < bars.day.length) this.cutAfter = Math.max(through, this.cutAfter ?? through);
    return visible;
  }

  /** Of the prices that were read: the same stored ones seen through another day are other data. */
  dataVersion(): string {
    const stored = this.store.prices.dataVersion();
    return this.cutAfter === null ? stored : `${stored} through ${toIso(this.cutAfter)}`;
  }
}
