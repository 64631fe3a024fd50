import type { Clock } from '../clock';
import { type Day, toIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { evaluate } from '../core/model/evaluation';
import { linearAtRow } from '../core/model/logistic';
import { ablationsOf, cardOf } from '../core/model/modelCard';
import { calibrated, fitPlatt, type Platt } from '../core/model/platt';
import { type Model, referenceOf, trainingDataName } from '../core/model/predict';
import { type Rows, rowsWhere } from '../core/model/rows';
import { Census } from '../core/model/selectionBias';
import { DEFAULT_SETTINGS, MODEL_CODE, type ModelSettings } from '../core/model/settings';
import { type Extent, SetupCollector, type Setups, type TrainingSeries } from '../core/model/setups';
import { type Fits, fitAll, type WalkForward, walkForward, walkForwardBuffers } from '../core/model/walkForward';
import { compareTexts } from '../core/parts';
import { barsThrough } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import { sha256 } from '../storage/hashes';
import type { ListedSymbol, PriceStore } from '../storage/prices';

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
      const { symbols, read, withoutPrices, unreadable, ...basis } = await trainingData(stored);
      const set = await trainingSetOf(symbols, read, settings, (share) => onProgress('setups', share));
      const model = trainModel(set, { settings, ...basis, unreadable, onProgress });
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
interface TrainingData extends Pick<TrainingOptions, 'dataVersion' | 'pricesThrough' | 'simulated'> {
  /** Ascending. */
  readonly symbols: readonly TrainingSymbol[];
  /** Reads the visible prices of a symbol. @throws PricesChanged if the stored prices have changed since the data version */
  read(symbol: TrainingSymbol): Promise<TrainingSeries>;
  /** Listed symbols without prices. */
  readonly withoutPrices: readonly string[];
  /** Symbols whose stored prices are damaged. */
  readonly unreadable: readonly string[];
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
  const pricesThrough = cutAfter === null ? null : toIso(cutAfter);
  return { symbols, read, withoutPrices, unreadable, dataVersion, pricesThrough, simulated };
}

/** A symbol to train on, without its prices, which would take a hundred megabytes for all symbols. */
export interface TrainingSymbol extends Extent {
  readonly symbol: string;
  readonly gapLimit: number;
}

/** Symbols whose prices are in memory at a time while setups are collected. */
const BLOCK = 32;

/** The setups that a model is fitted on. */
export interface TrainingSet {
  readonly symbols: number;
  readonly setups: Setups;
  readonly census: Census;
}

/**
 * Collects the setups of all symbols and reads their prices in blocks.
 *
 * @param read returns a symbol with its prices; its errors are passed on
 * @param onProgress share done, 0..1
 */
export async function trainingSetOf(
  symbols: readonly TrainingSymbol[],
  read: (symbol: TrainingSymbol) => Promise<TrainingSeries>,
  settings: ModelSettings,
  onProgress: (share: number) => void = () => {},
): Promise<TrainingSet> {
  const collector = new SetupCollector(symbols, settings);
  const census = new Census(settings);
  for (let from = 0; from < symbols.length; from += BLOCK) {
    const block: TrainingSeries[] = [];
    for (const symbol of symbols.slice(from, from + BLOCK)) block.push(await read(symbol));
    collector.add(block, (share) => onProgress((from + share * block.length) / symbols.length));
    for (const series of block) census.add(series);
  }
  return { symbols: symbols.length, setups: collector.build(), census };
}

/** Stages of training, for progress. */
export type TrainingStage = 'setups' | 'walk-forward' | 'features';

export interface TrainingOptions {
  readonly settings: ModelSettings;
  /** Hash over all prices (`PriceIndex.dataVersion`). */
  readonly dataVersion: string;
  /** As `Model.pricesThrough`. */
  readonly pricesThrough: string | null;
  readonly simulated: boolean;
  /** Symbols left out because their prices cannot be read, ascending; they change the model's version. */
  readonly unreadable?: readonly string[];
  /** @param share of the stage, 0..1 */
  readonly onProgress?: (stage: TrainingStage, share: number) => void;
}

/** There are too few setups or prices to fit a model. The message is for the user. */
export class TrainingError extends Error {
  override readonly name = 'TrainingError';
}

/**
 * Fits and evaluates a model. A pure computation that takes minutes; the service runs it in a background thread. The same
 * setups and settings give the same bytes.
 *
 * @throws TrainingError when there are too few setups
 */
export function trainModel({ symbols, setups, census }: TrainingSet, options: TrainingOptions): Model {
  const { settings, simulated, dataVersion, pricesThrough, unreadable = [], onProgress = () => {} } = options;
  const { rows } = setups;
  if (rows.count < settings.minFitRows) {
    throw new TrainingError(
      `${symbols} symbols give ${rows.count} setups with an outcome, at least ${settings.minFitRows} are needed: import more years or symbols of an ML-eligible market`,
    );
  }
  const buffers = walkForwardBuffers(rows);
  const walk = walkForward(rows, settings, (share) => onProgress('walk-forward', share), buffers);
  const fits = fitAll(rows, settings, buffers);
  const chance = walk.years.length === 0 ? [] : census.rowsFrom(walk.years[0]);
  const evaluation = walk.tested.length === 0 ? null : evaluate(rows, walk, buffers);
  const platt = calibrate(rows, walk.logOdds, settings);
  // The ablations reuse arrays that nothing reads any more.
  const memory = { buffers, into: { logOdds: walk.logOdds, probability: buffers.target } };
  const ablations = ablationsOf(rows, walk, walk.tested, settings, memory, (share) => onProgress('features', share));
  const card = cardOf(setups, symbols, simulated, fits, evaluation, ablations, chance);
  const data = [trainingDataName({ dataVersion, pricesThrough }), ...unreadable].join(' without ');
  return {
    version: modelVersion(data, simulated, settings),
    dataVersion,
    pricesThrough,
    codeVersion: MODEL_CODE,
    settings,
    fits,
    platt,
    reference: referenceOf(referencePool(rows, walk, fits, platt)),
    simulated,
    trainedThrough: toIso(lastEnd(rows)),
    card,
  };
}

/** Calibration on all out-of-fold predictions; the identity when there are none. */
function calibrate({ count, won, year }: Rows, logOdds: Float64Array, settings: ModelSettings): Platt {
  const rows = rowsWhere(count, (row) => !Number.isNaN(logOdds[row]));
  if (rows.length === 0) return { slope: 1, offset: 0 };
  return fitPlatt({ logOdds, won, year, rows }, settings.calibrationPriorYears);
}

/** Calibrated out-of-fold probabilities; where nothing could be tested, those of the setups that were fitted. */
function referencePool(rows: Rows, { tested, probability }: WalkForward, { win }: Fits, platt: Platt): Float64Array {
  const pool = new Float64Array(tested.length > 0 ? tested.length : rows.count);
  for (let i = 0; i < pool.length; i++)
    pool[i] = tested.length > 0 ? probability[tested[i]] : calibrated(platt, linearAtRow(win, rows.features, i));
  return pool;
}

/**
 * The version a training would have, without training. 16 hexadecimal digits.
 *
 * @param data `trainingDataName`
 */
export function modelVersion(data: string, simulated: boolean, settings: ModelSettings): string {
  const ordered = Object.entries(settings).sort(byName);
  return sha256(JSON.stringify([MODEL_CODE, data, simulated, ordered])).slice(0, 16);
}

function byName([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return compareTexts(a, b);
}

function lastEnd(rows: Rows): number {
  return rows.end.reduce((last, end) => Math.max(last, end), 0);
}
