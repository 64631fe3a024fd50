import type { Clock } from '../clock';
import { type Day, toIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Model } from '../core/model/predict';
import { DEFAULT_SETTINGS, type ModelSettings } from '../core/model/settings';
import type { TrainingSeries } from '../core/model/setups';
import { barsThrough } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import type { ListedSymbol, PriceStore } from '../storage/prices';
import { TrainingError, type TrainingOptions, type TrainingSymbol, trainingSetOf, trainModel } from './train';

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

/** A model, and the symbols that were left out. */
export interface Trained extends Pick<TrainingData, 'withoutPrices' | 'unreadable'> {
  readonly model: Model;
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
      const { symbols, read, dataVersion, cutAfter, simulated, withoutPrices, unreadable } = await trainingData(stored);
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

/** The symbols of the ML-eligible markets at one version of the prices. */
export interface TrainingData {
  /** Ascending. */
  readonly symbols: readonly TrainingSymbol[];
  /** Reads the visible prices of a symbol. @throws PricesChanged if the stored prices have changed since the data version */
  read(symbol: TrainingSymbol): Promise<TrainingSeries>;
  /** Listed symbols without prices. */
  readonly withoutPrices: readonly string[];
  /** Symbols whose stored prices are damaged. */
  readonly unreadable: readonly string[];
  readonly dataVersion: string;
  /** Last visible day if series were cut off there; null if none was. */
  readonly cutAfter: Day | null;
  readonly simulated: boolean;
}

/**
 * Every symbol of the ML-eligible markets, once, with the gap limit of the lowest market id. Reads each symbol once.
 *
 * @throws TrainingError if none of them has prices
 */
export async function trainingData({ prices, markets, clock }: TrainingPrices): Promise<TrainingData> {
  const revision = await prices.revision();
  const { symbols: listed, dataVersion } = await prices.index();
  const finalDays = new Map(markets.map(({ id, calendar }) => [id, clock.lastFinalDay(calendar)]));
  const eligible = markets.filter(({ mlEligible }) => mlEligible).sort((a, b) => Number(a.id) - Number(b.id));
  const bySymbol = new Map(listed.map((symbol) => [symbol.symbol, symbol]));
  let cutAfter: Day | null = null;
  const visibleBars = async ({ id, markets: ids }: ListedSymbol) => {
    const bars = (await prices.read([id])).get(id);
    if (bars === undefined || bars instanceof CorruptPricesError) return bars;
    const through = Math.max(...ids.map((market) => finalDays.get(market) ?? Number.NEGATIVE_INFINITY));
    const visible = barsThrough(bars, through);
    if (visible.day.length < bars.day.length) cutAfter = Math.max(through, cutAfter ?? through);
    return visible;
  };
  const symbols: TrainingSymbol[] = [];
  const withoutPrices: string[] = [];
  const unreadable: string[] = [];
  for (const symbol of [...bySymbol.keys()].sort()) {
    const stored = bySymbol.get(symbol)!;
    const market = eligible.find(({ id }) => stored.markets.includes(id));
    if (market === undefined) continue;
    const bars = await visibleBars(stored);
    if (bars instanceof CorruptPricesError) unreadable.push(symbol);
    else if (bars === undefined || bars.day.length === 0) withoutPrices.push(symbol);
    else symbols.push({ symbol, gapLimit: market.gapLimit, first: bars.day[0], last: bars.day[bars.day.length - 1] });
  }
  if (symbols.length === 0) throw new TrainingError('no prices in an ML-eligible market: import some first');
  const read = async ({ symbol, gapLimit }: TrainingSymbol): Promise<TrainingSeries> => {
    const bars = await visibleBars(bySymbol.get(symbol)!);
    if ((await prices.revision()) !== revision) throw new PricesChanged();
    if (bars instanceof CorruptPricesError) throw bars;
    return { symbol, gapLimit, bars: bars! };
  };
  const simulated = listed.some(({ series }) => series?.simulated);
  return { symbols, read, withoutPrices, unreadable, dataVersion, cutAfter, simulated };
}
