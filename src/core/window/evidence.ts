import type { Day } from '../calendar/dates';
import { annualizedReturn, cumulativeReturn, mean, median, sampleDeviation, sharpeRatio } from '../statistics/moments';
import { type Bars, barsThrough } from './bars';
import {
  type Direction,
  lookback,
  type MissingReason,
  type Occurrence,
  type Trade,
  tradeOrReason,
  type WindowSpec,
} from './window';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { max, min } = Math;
const { isNaN: isMissing } = Number;

/** One completed year of a window, in the direction of the trade. Percent. */
export interface Observation {
  readonly year: number;
  readonly entryDay: Day;
  readonly exitDay: Day;
  /** Calendar days of this year's occurrence; differs only under presets in leap years. */
  readonly days: number;
  readonly returnPct: number;
  /** Maximum favourable excursion, >= max(0, returnPct). */
  readonly mfePct: number;
  /** Maximum adverse excursion, <= min(0, returnPct). */
  readonly maePct: number;
}

/** A lookback year without an observation, and why (METHOD 1). */
interface MissingYear {
  readonly year: number;
  readonly reason: MissingReason;
}

/** Everything METHOD 2 defines of a window, unrounded. Percent unless said. */
export interface Evidence {
  /** Oldest first. Never empty. */
  readonly observations: readonly Observation[];
  /** Lookback years without an observation, oldest first. */
  readonly missing: readonly MissingYear[];
  readonly yearsTested: number;
  readonly wins: number;
  readonly losses: number;
  /** 0..1 */
  readonly winRate: number;
  readonly mean: number;
  readonly median: number;
  readonly deviation: number | null;
  /** Ratio. */
  readonly sharpe: number;
  /** Ratio. */
  readonly sharpeMfe: number;
  readonly cumulative: number;
  readonly annualized: number;
  /** Mean of winners; null without any. */
  readonly avgProfit: number | null;
  /** Mean of the years that did not win; null without any. */
  readonly avgLoss: number | null;
  readonly meanMfe: number;
  readonly meanMae: number;
  readonly best: Observation;
  readonly worst: Observation;
}

/** Percent return in the direction of the trade: long 100*(P1/P0 - 1), short its negative. */
export function directedReturn(entryClose: number, exitClose: number, direction: Direction): number {
  const change = 100 * (exitClose / entryClose - 1);
  return direction === 'long' ? change : 0 - change;
}

/** The observation of one trade. Excursions look at the bars after the entry session through the exit session. */
export function observe(bars: Bars, occurrence: Occurrence, trade: Trade, direction: Direction): Observation {
  const { entryIndex, exitIndex } = trade;
  const p0 = bars.close[entryIndex];
  let highest = -Infinity;
  let lowest = Infinity;
  for (let i = entryIndex + 1; i <= exitIndex; i++) {
    // A bar without high or low is represented by its close; NaN must not reach the comparison.
    highest = max(highest, isMissing(bars.high[i]) ? bars.close[i] : bars.high[i]);
    lowest = min(lowest, isMissing(bars.low[i]) ? bars.close[i] : bars.low[i]);
  }
  const rise = 100 * max(0, highest / p0 - 1);
  const fall = 100 * min(0, lowest / p0 - 1);
  // `0 -` keeps a short's untouched side at 0 rather than -0, which JSON and Object.is tell apart.
  return {
    year: occurrence.year,
    entryDay: bars.day[entryIndex],
    exitDay: bars.day[exitIndex],
    days: occurrence.end - occurrence.entry + 1,
    returnPct: directedReturn(p0, bars.close[exitIndex], direction),
    mfePct: direction === 'long' ? rise : 0 - fall,
    maePct: direction === 'long' ? fall : 0 - rise,
  };
}

/**
 * The evidence of a window in one direction.
 *
 * @param gapLimit calendar days without a session that end an observation (METHOD 1)
 * @returns null when no year could be observed
 */
export function evidenceOf(bars: Bars, window: WindowSpec, direction: Direction, gapLimit: number): Evidence | null {
  const history = barsThrough(bars, window.asOf);
  const observations: Observation[] = [];
  const missing: MissingYear[] = [];
  for (const occurrence of lookback(window)) {
    const trade = tradeOrReason(history, occurrence, gapLimit);
    if (typeof trade === 'string') missing.push({ year: occurrence.year, reason: trade });
    else observations.push(observe(history, occurrence, trade, direction));
  }
  return observations.length === 0 ? null : summarise(observations, missing);
}

/** The statistics of observations, oldest first. At least one is needed. */
export function summarise(observations: readonly Observation[], missing: readonly MissingYear[] = []): Evidence {
  const returns = observations.map((o) => o.returnPct);
  const mfe = observations.map((o) => o.mfePct);
  const winners = returns.filter((r) => r > 0);
  const losers = returns.filter((r) => !(r > 0));
  const centre = mean(returns);
  const deviation = sampleDeviation(returns);
  const meanMfe = mean(mfe);
  return {
    observations,
    missing,
    yearsTested: returns.length,
    wins: winners.length,
    losses: losers.length,
    winRate: winners.length / returns.length,
    mean: centre,
    median: median(returns),
    deviation,
    sharpe: sharpeRatio(centre, deviation),
    sharpeMfe: sharpeRatio(meanMfe, sampleDeviation(mfe)),
    cumulative: cumulativeReturn(returns),
    annualized: annualizedReturn(
      returns,
      observations.reduce((sum, o) => sum + o.days, 0),
    ),
    avgProfit: winners.length > 0 ? mean(winners) : null,
    avgLoss: losers.length > 0 ? mean(losers) : null,
    meanMfe,
    meanMae: mean(observations.map((o) => o.maePct)),
    best: bestOf(observations),
    worst: worstOf(observations),
  };
}

/** The year of the highest return, the earliest of equals. At least one is needed. */
export function bestOf<Y extends { readonly returnPct: number }>(years: readonly Y[]): Y {
  return years.reduce((best, y) => (y.returnPct > best.returnPct ? y : best));
}

/** The year of the lowest return, the earliest of equals. At least one is needed. */
export function worstOf<Y extends { readonly returnPct: number }>(years: readonly Y[]): Y {
  return years.reduce((worst, y) => (y.returnPct < worst.returnPct ? y : worst));
}
