import type { Day } from '../calendar/dates';
import { sampleDeviation } from '../statistics/moments';
import { type Bars, barsThrough } from '../window/bars';
import { baselineOf } from '../window/baseline';
import { directedReturn } from '../window/evidence';
import { neighbourShare } from '../window/measures';
import { type Direction, lookback, tradeOf, type WindowSpec } from '../window/window';
import type { ModelSettings } from './settings';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { log } = Math;

/** A setup as the model sees it, independent of a request's lookback, cycle and threshold. */
export interface Setup {
  readonly entry: Day;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly direction: Direction;
  /** Last day that may touch a feature; at most the day before the entry. */
  readonly asOf: Day;
}

/** The model's inputs, in the order of `Features.values`. */
export const FEATURES = [
  {
    name: 'shrunk_win_rate',
    meaning:
      'log odds of (wins + k*p0)/(n + k), k = 75 years (priorYears): the win rate, shrunk to what any entry date of the symbol won',
  },
  { name: 'neighbours', meaning: 'mean win share, 0..1, of the windows entered -3..+3 days and held -5, 0, +5 days' },
  { name: 'sqrt_hold', meaning: 'square root of the calendar days held: how far prices baseline and spread' },
  { name: 'direction', meaning: '1 for long, -1 for short' },
] as const;

/** The features of a setup at as-of. */
export interface Features {
  /** One number a feature, in the order of `FEATURES`, neither scaled nor rounded. */
  readonly values: readonly number[];
  readonly hold: number;
  readonly direction: Direction;
  /** Standard deviation of the daily log return before entry, percent a session. */
  readonly volatility: number;
  readonly yearsTested: number;
  readonly wins: number;
  /** (wins + 75*p0)/(n + 75), 0..1. */
  readonly shrunkWinRate: number;
}

/** p0 clipped to .35 to .65, so that no symbol's drift decides alone; .5 without a baseline. */
function clippedShare(share: number | null): number {
  return share === null ? 0.5 : Math.min(0.65, Math.max(0.35, share));
}

/** Why a setup has no features: prices that stopped, too few completed years, or no price movement to measure. */
export type FeatureGap = 'stale' | 'no_history' | 'no_volatility';

/**
 * The features of a setup, from bars up to as-of alone (METHOD 1, 6). The same function serves training and requests.
 *
 * @param gapLimit calendar days without a session after which prices count as absent
 * @throws RangeError when as-of is not before the entry, or the hold is outside the model's range
 */
export function featuresOf(bars: Bars, setup: Setup, gapLimit: number, settings: ModelSettings): Features | FeatureGap {
  check(setup, settings);
  const { entry, hold, direction, asOf } = setup;
  const history = barsThrough(bars, asOf);
  const sessions = history.day.length;
  if (sessions === 0 || asOf - history.day[sessions - 1] > gapLimit) return 'stale';
  const window: WindowSpec = {
    entry,
    end: entry + hold - 1,
    years: settings.lookbackYears,
    cycle: 'consecutive',
    asOf,
  };
  const { years: yearsTested, rises, falls } = recordOf(history, window, gapLimit);
  if (yearsTested < settings.minYears) return 'no_history';
  const volatility = volatilityOf(history.close, settings);
  if (volatility === null) return 'no_volatility';
  const p0 = clippedShare(baselineOf(history, window, direction, gapLimit).positiveShare);
  const wins = direction === 'long' ? rises : falls;
  const shrunkWinRate = (wins + settings.priorYears * p0) / (yearsTested + settings.priorYears);
  // The window itself is a neighbour, so the share is null only without an observed year.
  const neighbours = neighbourShare(history, window, direction, gapLimit) ?? p0;
  const values = [logit(shrunkWinRate), neighbours, Math.sqrt(hold), direction === 'long' ? 1 : -1];
  return { values, hold, direction, volatility, yearsTested, wins, shrunkWinRate };
}

/** Years observed, and how many of them rose and fell: the counts of `evidenceOf` without its statistics. */
export function recordOf(
  history: Bars,
  window: WindowSpec,
  gapLimit: number,
): { readonly years: number; readonly rises: number; readonly falls: number } {
  let years = 0;
  let rises = 0;
  let falls = 0;
  for (const occurrence of lookback(window)) {
    const trade = tradeOf(history, occurrence, gapLimit);
    if (trade === null) continue;
    const change = directedReturn(history.close[trade.entryIndex], history.close[trade.exitIndex], 'long');
    years += 1;
    if (change > 0) rises += 1;
    else if (change < 0) falls += 1;
  }
  return { years, rises, falls };
}

/**
 * Sample standard deviation of the log returns of the last sessions, percent a session. A session without a positive
 * close ends two returns. Null when there are too few or the price never moved.
 */
export function volatilityOf(close: Float64Array, settings: ModelSettings): number | null {
  const returns: number[] = [];
  for (let i = Math.max(1, close.length - settings.volatilitySessions); i < close.length; i++) {
    if (close[i] > 0 && close[i - 1] > 0) returns.push(100 * log(close[i] / close[i - 1]));
  }
  if (returns.length < settings.minVolatilitySessions) return null;
  const deviation = sampleDeviation(returns);
  return deviation !== null && deviation > 0 ? deviation : null;
}

/** Volatility over the whole hold, percent: the unit of the ridge targets. */
export function scaleOf({ volatility, hold }: Pick<Features, 'volatility' | 'hold'>): number {
  return volatility * Math.sqrt(hold);
}

/** Log odds of a probability strictly between 0 and 1. */
export function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

function check({ entry, hold, asOf }: Setup, { minHold, maxHold }: ModelSettings): void {
  if (!(asOf < entry))
    throw new RangeError(`features: as-of is day ${asOf}, accepted is a day before the entry ${entry}`);
  if (!Number.isInteger(hold) || hold < minHold || hold > maxHold)
    throw new RangeError(`features: hold is ${hold}, accepted is a whole number ${minHold}..${maxHold}`);
}
