import { type Day, dayOf } from '../calendar/dates';
import { type MeanInterval, meanInterval } from '../statistics/intervals';
import { type Baseline, baselineOf } from '../window/baseline';
import { type Evidence, type Observation, summarise } from '../window/evidence';
import type { Direction, WindowSpec } from '../window/window';
import {
  dataStart,
  FEWEST_SHARED_YEARS,
  type Leg,
  latestSharedYears,
  observeYears,
  type SharedYears,
} from './sharedYears';

/** A symbol to compare. Symbols are distinct. */
export interface Contender extends Omit<Leg, 'direction'> {
  readonly symbol: string;
}

/**
 * Holding the symbol long through the calendar years that label the shared years, Jan 1 to Dec 31 by the rules of
 * METHOD 1. A year that is not over at as-of, or missing, is left out.
 */
export interface BuyAndHold {
  /** Null when every year is left out. */
  readonly evidence: Evidence | null;
  /** Shared years without a full calendar year. */
  readonly leftOut: readonly number[];
  /** Mean return of the window over the years of `evidence` alone, so that both means see the same years. Percent. */
  readonly windowMean: number | null;
}

/** How a symbol's yearly returns differ from those of the symbol with the highest mean: leader minus this one, paired. */
export interface Difference extends MeanInterval {
  /** Symbol of the highest mean. */
  readonly leader: string;
}

export interface ComparedSymbol {
  readonly symbol: string;
  /** First day with a bar; null without any up to as-of. */
  readonly dataFrom: Day | null;
  /** Over the shared years; null when there are none. */
  readonly evidence: Evidence | null;
  /** The shared year of the deepest MAE: the furthest the position was below its entry, at any time, in any year. */
  readonly deepestDrop: Observation | null;
  readonly buyAndHold: BuyAndHold;
  /** The baseline: any entry date of the shared years, with the hold and direction of the window. */
  readonly anyDate: Baseline;
  /** Null for the leader, and when nothing can be compared. */
  readonly difference: Difference | null;
}

export interface Comparison {
  /** Labels of the shared years, oldest first. */
  readonly years: readonly number[];
  /** Years examined and not shared, with the symbols that lack them; oldest first. */
  readonly skipped: readonly { readonly year: number; readonly symbols: readonly string[] }[];
  readonly canCompare: boolean;
  /** In the order of the contenders. */
  readonly symbols: readonly ComparedSymbol[];
}

/**
 * Symbols side by side on one window, over the latest `window.years` completed years that all of them share; older
 * years fill in (SPEC 4.12). Every number of a symbol is METHOD 2 over exactly these years.
 *
 * @param window its as-of holds for all: the earliest of the symbols' markets
 */
export function compareSymbols(contenders: readonly Contender[], window: WindowSpec, direction: Direction): Comparison {
  const legs = contenders.map(({ bars, gapLimit }): Leg => ({ bars, gapLimit, direction }));
  const shared = latestSharedYears(legs, window);
  const canCompare = shared.years.length >= FEWEST_SHARED_YEARS;
  const evidence = shared.observations.map((o) => (o.length === 0 ? null : summarise(o)));
  const leader = canCompare ? leaderOf(contenders, evidence) : null;
  return {
    years: shared.years,
    skipped: shared.skipped.map(({ year, legs: at }) => ({ year, symbols: at.map((i) => contenders[i].symbol) })),
    canCompare,
    symbols: contenders.map(({ symbol, bars, gapLimit }, i) => ({
      symbol,
      dataFrom: dataStart(bars, window.asOf),
      evidence: evidence[i],
      deepestDrop: deepest(shared.observations[i]),
      buyAndHold: buyAndHold(legs[i], shared, i, window.asOf),
      anyDate: baselineOf(bars, window, direction, gapLimit, shared.years),
      difference: leader === null || leader === i ? null : differenceFrom(contenders[leader].symbol, shared, leader, i),
    })),
  };
}

/** Index of the highest mean; of equals the first by name, so that the order of the request decides nothing. */
function leaderOf(contenders: readonly Contender[], evidence: readonly (Evidence | null)[]): number {
  const meanOf = (i: number) => evidence[i]?.mean ?? -Infinity;
  return contenders.reduce((best, { symbol }, i) => {
    if (meanOf(i) !== meanOf(best)) return meanOf(i) > meanOf(best) ? i : best;
    return symbol < contenders[best].symbol ? i : best;
  }, 0);
}

/** The earliest year of the lowest MAE. */
function deepest(observations: readonly Observation[]): Observation | null {
  if (observations.length === 0) return null;
  return observations.reduce((lowest, o) => (o.maePct < lowest.maePct ? o : lowest));
}

function buyAndHold(leg: Leg, shared: SharedYears, index: number, asOf: Day): BuyAndHold {
  const calendar = shared.years.map((year) => ({ year, entry: dayOf(year, 1, 1), end: dayOf(year, 12, 31) }));
  const yearly = observeYears({ ...leg, direction: 'long' }, calendar, asOf);
  const observations = yearly.filter((o) => o !== null);
  const leftOut = shared.years.filter((_, i) => yearly[i] === null);
  if (observations.length === 0) return { evidence: null, leftOut, windowMean: null };
  const sameYears = shared.observations[index].filter((_, i) => yearly[i] !== null);
  return { evidence: summarise(observations), leftOut, windowMean: summarise(sameYears).mean };
}

function differenceFrom(leader: string, shared: SharedYears, leaderIndex: number, index: number): Difference | null {
  const observations = shared.observations[index];
  const paired = shared.observations[leaderIndex].map((o, i) => o.returnPct - observations[i].returnPct);
  const interval = meanInterval(paired);
  return interval === null ? null : { leader, ...interval };
}
