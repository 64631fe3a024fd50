import { type Day, dayOf, yearOf } from '../calendar/dates';
import { exactSum, isRounding, mean, median } from '../statistics/moments';
import { bestOf, type Observation, worstOf } from '../window/evidence';
import { LONGEST_DAYS, lookback, SHORTEST_DAYS, type WindowSpec } from '../window/window';
import { dataStart, type Leg, observeYears, type SharedYears, sharedLookback } from './sharedYears';

/** How long a basket is held: calendar days with the entry as day 1, to the year's end, or a custom number of days. */
export type Horizon = '30' | '60' | '90' | 'eoy' | 'custom';

/**
 * The window of a horizon that starts on a day. `eoy` fixes both dates, as the preset `year_end` does; all others fix
 * the number of days.
 *
 * @param customDays days of `custom`, which needs them; an end date is `end - start + 1` days
 * @throws RangeError when the window is shorter or longer than 2..366 days
 */
export function horizonWindow(
  horizon: Horizon,
  start: Day,
  customDays: number | null,
): Pick<WindowSpec, 'entry' | 'end' | 'preset'> {
  if (horizon === 'eoy') {
    const end = checked(start, dayOf(yearOf(start), 12, 31));
    return { entry: start, end, preset: { endsBefore: { month: 1, day: 1 } } };
  }
  const days = horizon === 'custom' ? customDays : Number(horizon);
  if (days === null) throw new RangeError('horizon custom needs days or end_date');
  return { entry: start, end: checked(start, start + days - 1) };
}

function checked(start: Day, end: Day): Day {
  const days = end - start + 1;
  if (days >= SHORTEST_DAYS && days <= LONGEST_DAYS) return end;
  const fault = days < 1 ? 'ends before it begins' : `has ${days} calendar ${days === 1 ? 'day' : 'days'}`;
  throw new RangeError(`the window ${fault}, accepted are ${SHORTEST_DAYS}..${LONGEST_DAYS} days`);
}

/** A position of a basket. A symbol may occur several times. */
export interface Position extends Leg {
  readonly symbol: string;
  /** > 0, in any unit: only the shares of the total matter. */
  readonly weight: number;
}

/** One position's part in one year. Percent. */
export interface Contribution {
  /** The position's own return, in its direction. */
  readonly returnPct: number;
  /** Its share of the basket times that return, in points of the basket's result. */
  readonly contributionPct: number;
}

/** One year of the basket. The contributions add up to the result. */
export interface BasketYear {
  readonly year: number;
  readonly returnPct: number;
  /** In the order of the positions. */
  readonly contributions: readonly Contribution[];
}

/** METHOD 2 over the basket's yearly results. Percent. */
export interface BasketStats {
  readonly mean: number;
  readonly median: number;
  /** Years with a result > 0. */
  readonly up: number;
  /** Years with a result <= 0: 0 is a loss throughout the service. */
  readonly down: number;
  readonly best: BasketYear;
  readonly worst: BasketYear;
}

interface PositionResult {
  /** 0..1; the positions' shares add up to 1. */
  readonly share: number;
  /** First day with a bar; null without any up to as-of. */
  readonly dataFrom: Day | null;
  /** Years of the lookback that the position observes, shared or not; oldest first. */
  readonly covered: readonly number[];
  readonly missing: readonly number[];
  /** Means over the shared years; null when there are none. */
  readonly meanReturn: number | null;
  readonly meanContribution: number | null;
}

/** The benchmark over the basket's own years; those it lacks are left out on both sides of the comparison. */
export interface BenchmarkResult {
  readonly observations: readonly Observation[];
  /** Basket years that the benchmark did not observe. */
  readonly leftOut: readonly number[];
  /** Null when every year is left out. */
  readonly mean: number | null;
  readonly median: number | null;
  /** Mean result of the basket over the years of `observations`. */
  readonly basketMean: number | null;
}

export interface Scenario {
  /** Oldest first: the lookback's years that every position observed. */
  readonly years: readonly BasketYear[];
  /** Lookback years that some position did not observe, with the indices of those positions; oldest first. */
  readonly skipped: SharedYears['skipped'];
  /** Null without a shared year. */
  readonly stats: BasketStats | null;
  /** In the order of the positions of the request. */
  readonly positions: readonly PositionResult[];
  readonly benchmark: BenchmarkResult | null;
}

/**
 * What a basket would have returned in each completed year of the window's lookback that all positions observed
 * (SPEC 4.13). Weights are set at the start of the year's window and held: no rebalancing inside it, so that a year's
 * result is sum(share * r), r the return of METHOD 2 in the position's own direction.
 *
 * @param positions 1 or more
 * @param window its as-of holds for all: the earliest of the markets involved
 */
export function runScenario(positions: readonly Position[], window: WindowSpec, benchmark: Leg | null): Scenario {
  const shared = sharedLookback(positions, window);
  const total = exactSum(positions.map((p) => p.weight));
  const shares = positions.map((p) => p.weight / total);
  const years = shared.years.map((year, at) => basketYear(year, shares, shared, at));
  const lookbackYears = lookback(window).map(({ year }) => year);
  return {
    years,
    skipped: shared.skipped,
    stats: years.length === 0 ? null : statsOf(years),
    positions: positions.map(({ bars }, i) => ({
      share: shares[i],
      dataFrom: dataStart(bars, window.asOf),
      ...coverage(lookbackYears, shared, i),
      ...meansOf(years, i),
    })),
    benchmark: benchmark === null ? null : benchmarkResult(benchmark, years, window),
  };
}

function basketYear(year: number, shares: readonly number[], shared: SharedYears, at: number): BasketYear {
  const contributions = shares.map((share, i): Contribution => {
    const { returnPct } = shared.observations[i][at];
    return { returnPct, contributionPct: share * returnPct };
  });
  const parts = contributions.map((c) => c.contributionPct);
  const [sum, size] = [exactSum(parts), exactSum(parts.map(Math.abs))];
  // In a hedged basket the rounding of the shares alone would make years up or down.
  return { year, returnPct: isRounding(sum, size) ? 0 : sum, contributions };
}

function statsOf(years: readonly BasketYear[]): BasketStats {
  const results = years.map((y) => y.returnPct);
  const up = results.filter((r) => r > 0).length;
  return {
    mean: mean(results),
    median: median(results),
    up,
    down: results.length - up,
    best: bestOf(years),
    worst: worstOf(years),
  };
}

function coverage(
  lookbackYears: readonly number[],
  shared: SharedYears,
  index: number,
): Pick<PositionResult, 'covered' | 'missing'> {
  const missing = shared.skipped.filter(({ legs }) => legs.includes(index)).map(({ year }) => year);
  return { covered: lookbackYears.filter((year) => !missing.includes(year)), missing };
}

function meansOf(years: readonly BasketYear[], index: number): Pick<PositionResult, 'meanReturn' | 'meanContribution'> {
  if (years.length === 0) return { meanReturn: null, meanContribution: null };
  const parts = years.map(({ contributions }) => contributions[index]);
  return {
    meanReturn: mean(parts.map((c) => c.returnPct)),
    meanContribution: mean(parts.map((c) => c.contributionPct)),
  };
}

function benchmarkResult(benchmark: Leg, years: readonly BasketYear[], window: WindowSpec): BenchmarkResult {
  const basketYears = new Set(years.map(({ year }) => year));
  const occurrences = lookback(window).filter(({ year }) => basketYears.has(year));
  const observed = observeYears(benchmark, occurrences, window.asOf);
  const observations = observed.filter((o) => o !== null);
  const returns = observations.map((o) => o.returnPct);
  const basket = years.filter((_, i) => observed[i] !== null).map((y) => y.returnPct);
  const none = observations.length === 0;
  return {
    observations,
    leftOut: occurrences.filter((_, i) => observed[i] === null).map(({ year }) => year),
    mean: none ? null : mean(returns),
    median: none ? null : median(returns),
    basketMean: none ? null : mean(basket),
  };
}
