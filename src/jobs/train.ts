import { createHash } from 'node:crypto';
import { toIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { censusOf } from '../core/model/chance';
import { linearAtRow } from '../core/model/linear';
import { ablationsOf, cardOf } from '../core/model/modelCard';
import { referenceOf } from '../core/model/percentile';
import { calibrated, fitPlatt, type Platt } from '../core/model/platt';
import { type Model, trainingDataName } from '../core/model/predict';
import { type Rows, rowsWhere } from '../core/model/rows';
import { checkSettings, MODEL_CODE, type ModelSettings } from '../core/model/settings';
import { setupsOf, type TrainingSeries } from '../core/model/setups';
import { type Fits, fitAll, type WalkForward, walkForward } from '../core/model/walkForward';
import type { Bars } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';

/** Where prices come from: the database in the service, arrays in tests. */
export interface PriceSource {
  /** Symbols of a market, in any order. */
  symbolsIn(marketId: string): readonly string[];
  /** Null when the symbol has no prices; an error says that they cannot be read. */
  barsOf(symbol: string): Promise<Bars | CorruptPricesError | null>;
}

export interface TrainingData {
  /** One series a symbol, ascending by symbol. */
  readonly series: readonly TrainingSeries[];
  /** Symbols that are listed and have no prices. */
  readonly withoutPrices: readonly string[];
  /** Symbols whose stored prices are damaged, or none to compute with. */
  readonly unreadable: readonly string[];
}

/** Prices of every symbol in an ML-eligible market; one in several markets counts once, by its lowest market. */
export async function loadTrainingData(markets: readonly Market[], source: PriceSource): Promise<TrainingData> {
  const eligible = markets.filter((m) => m.mlEligible).sort((a, b) => Number(a.id) - Number(b.id));
  const gapLimits = new Map<string, number>();
  for (const { id, gapLimit } of eligible) {
    for (const symbol of source.symbolsIn(id)) if (!gapLimits.has(symbol)) gapLimits.set(symbol, gapLimit);
  }
  const series: TrainingSeries[] = [];
  const withoutPrices: string[] = [];
  const unreadable: string[] = [];
  for (const [symbol, gapLimit] of [...gapLimits].sort(bySymbol)) {
    const bars = await source.barsOf(symbol);
    if (bars instanceof CorruptPricesError) unreadable.push(symbol);
    else if (bars === null || bars.day.length === 0) withoutPrices.push(symbol);
    else series.push({ symbol, bars, gapLimit });
  }
  return { series, withoutPrices, unreadable };
}

/** What training is doing. */
export type TrainingStage = 'setups' | 'walk-forward' | 'features';

export interface TrainingOptions {
  readonly settings: ModelSettings;
  /** Hash over all prices (`PriceIndex.dataVersion`); worked out from the series when absent. */
  readonly dataVersion?: string;
  /** As `Model.pricesThrough`; null when absent. */
  readonly pricesThrough?: string | null;
  readonly simulated: boolean;
  /** Symbols of that data whose prices could not be read, in order: without them it is another model. */
  readonly unreadable?: readonly string[];
  /** @param share of the stage, 0..1 */
  readonly onProgress?: (stage: TrainingStage, share: number) => void;
}

/** There is too little to fit a model on. The message is for the person who asked. */
export class TrainingError extends Error {
  override readonly name = 'TrainingError';
}

/**
 * Fits and evaluates a model. Pure computation of minutes: in the service it belongs in a thread of its own. The same
 * prices and settings give the same bytes.
 *
 * @param series in any order, one a symbol
 * @throws TrainingError when there are too few setups; RangeError for settings out of range or a symbol given twice
 */
export function trainModel(series: readonly TrainingSeries[], options: TrainingOptions): Model {
  const { settings, simulated, unreadable = [], onProgress = () => {} } = options;
  checkSettings(settings);
  const sorted = inOrder(series);
  const setups = setupsOf(sorted, settings, (share) => onProgress('setups', share));
  const { rows } = setups;
  if (rows.count < settings.minFitRows) {
    throw new TrainingError(
      `${sorted.length} symbols give ${rows.count} setups with an outcome, at least ${settings.minFitRows} are needed: import more years or symbols of an ML-eligible market`,
    );
  }
  const walk = walkForward(rows, settings, (share) => onProgress('walk-forward', share));
  const fits = fitAll(
    rows,
    rowsWhere(rows.count, () => true),
    settings,
  );
  const chance = walk.folds.length === 0 ? [] : censusOf(sorted, settings, walk.folds[0].year);
  const ablations = ablationsOf(rows, walk, settings, (share) => onProgress('features', share));
  const card = cardOf(setups, sorted.length, simulated, fits, walk, ablations, chance);
  const platt = calibrate(rows, walk.logOdds, settings);
  const data = {
    dataVersion: options.dataVersion ?? hashSeries(sorted),
    pricesThrough: options.pricesThrough ?? null,
  };
  return {
    version: modelVersion([trainingDataName(data), ...unreadable].join(' without '), simulated, settings),
    dataVersion: data.dataVersion,
    pricesThrough: data.pricesThrough,
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
  if (tested.length > 0) return Float64Array.from(tested, (row) => probability[row]);
  return Float64Array.from({ length: rows.count }, (_, row) => calibrated(platt, linearAtRow(win, rows.features, row)));
}

/**
 * The version a training would have, without training. 16 hexadecimal digits.
 *
 * @param data `trainingDataName`
 */
export function modelVersion(data: string, simulated: boolean, settings: ModelSettings): string {
  const ordered = Object.entries(settings).sort(bySymbol);
  return sha256(JSON.stringify([MODEL_CODE, data, simulated, ordered])).slice(0, 16);
}

/** Hash over symbols and prices of series in order. */
export function hashSeries(series: readonly TrainingSeries[]): string {
  const hash = createHash('sha256');
  for (const { symbol, gapLimit, bars } of series) {
    hash.update(`${symbol} ${gapLimit} ${bars.day.length}\n`);
    for (const { buffer, byteOffset, byteLength } of [bars.day, bars.close, bars.high, bars.low]) {
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
    }
  }
  return hash.digest('hex');
}

function inOrder(series: readonly TrainingSeries[]): TrainingSeries[] {
  const sorted = [...series].sort((a, b) => bySymbol([a.symbol], [b.symbol]));
  for (const [i, { symbol }] of sorted.entries()) {
    if (i > 0 && sorted[i - 1].symbol === symbol)
      throw new RangeError(`symbol ${symbol} is given twice, accepted is once`);
  }
  return sorted;
}

/** By code units: the same on every machine, whatever its locale. */
function bySymbol([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]): number {
  return a < b ? -1 : Number(a > b);
}

function lastEnd(rows: Rows): number {
  return rows.end.reduce((last, end) => Math.max(last, end), 0);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
