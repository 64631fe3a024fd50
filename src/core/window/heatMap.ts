import { type Day, dayOf, yearOf } from '../calendar/dates';
import { closesIn } from '../detection/closesIn';
import { lastSession, type SymbolColumns, symbolRecord } from '../detection/columns';
import { type DetectionPlan, planDetection } from '../detection/plan';
import {
  allocateWindows,
  fillWindows,
  type Observations,
  type ObservedWindows,
  readObservations,
} from '../significance/observedWindows';
import { FARTHEST_BACK, ROTATION_STEP, ROTATION_STEPS, strengthOf } from '../significance/rotation';
import { type Closes, firstAtOrAfter } from './bars';
import { type Baseline, baselineOf } from './baseline';
import { type Cycle, type Direction, lookback, type Occurrence } from './window';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { isNaN: isMissing } = Number;

/**
 * The measure of a heat map's cells, in the direction of the trade: strength of a pinned window (METHOD 9), mean return in
 * percent, or share of years won.
 */
export type HeatMeasure = 'z' | 'avg_return' | 'win_rate';

/** A map of one symbol: each entry day by each hold, every cell a window of its own (METHOD 1). */
export interface HeatMapSpec {
  /** Ascending and of one year, each with the last day that may touch its numbers. */
  readonly entries: readonly { readonly day: Day; readonly asOf: Day }[];
  /** First entry of the search that strength is measured by, that of a pinned analysis: the year's first session. */
  readonly searchEntry: Day;
  /** Calendar days, ascending. */
  readonly holds: readonly number[];
  readonly years: number;
  readonly cycle: Cycle;
  readonly direction: Direction;
  readonly measure: HeatMeasure;
  /** Calendar days without a session that end an observation. */
  readonly gapLimit: number;
}

/** Buffers for the cells of one hold, one element an entry; NaN = no value. */
export interface HeatRow {
  /** The measure, unrounded; NaN without observed years, or with too few for a strength. */
  readonly values: Float64Array;
  /** p0 or m0 of METHOD 6, the baseline of the measure. NaN for a strength, which is measured from drift already. */
  readonly anyDate: Float64Array;
  /** Years observed. */
  readonly yearsTested: Float64Array;
}

/**
 * Computes the cells of one symbol, a row at a time, in any thread. A cell equals the number on the card of its window;
 * test/oracle/heatMap.test.ts checks it.
 */
export class HeatMap {
  private readonly plan: DetectionPlan;
  /** Each entry's last session by its as-of; -Infinity without one. */
  private readonly lastSessions: readonly Day[];
  private readonly firstDay: Day;
  /** First and last entry date of any lookback year. */
  private readonly first: Day;
  private readonly latest: Day;
  /** Entry dates from the first that a cell or its reference reads. */
  private readonly windows: ObservedWindows;
  /** Closes of the baseline; empty for a measure without one. */
  private readonly closes: Closes;
  /** The observations of the years of one cell. */
  private readonly cell: Observations;

  /** @throws RangeError for what is out of bounds */
  constructor(
    { columns, index }: SymbolColumns,
    private readonly spec: HeatMapSpec,
  ) {
    const { entries, holds, years, cycle, gapLimit, measure } = spec;
    const bounds = { minHold: holds[0], maxHold: holds[holds.length - 1] };
    const unfiltered = { minWins: 0, minObservations: 1, liveOnly: false };
    this.plan = planDetection({ entries, years, cycle, ...bounds, gapLimit, ...unfiltered });
    this.lastSessions = entries.map(({ asOf }) => lastSession(columns, index, asOf) ?? Number.NEGATIVE_INFINITY);
    const { firstDay, lastDay } = symbolRecord(columns, index);
    this.firstDay = firstDay;
    const { occurrences } = this.plan;
    this.first = occurrences.reduce((least, day) => Math.min(least, day));
    this.latest = occurrences.reduce((most, day) => Math.max(most, day));
    this.windows = allocateWindows(
      measure === 'z'
        ? dayOf(yearOf(this.first) - (cycle === 'consecutive' ? 1 : 4), 1, 1) - FARTHEST_BACK
        : this.first,
      this.latest,
      holds[holds.length - 1],
    );
    fillWindows(this.windows, columns, index, lastDay, gapLimit);
    const from = dayOf(yearOf(this.first), 1, 1);
    this.closes = closesIn(columns, index, from, measure === 'z' ? from - 1 : Math.max(...this.lastSessions));
    this.cell = { returns: new Float64Array(years), variances: new Float64Array(years) };
  }

  /** Writes the row of one hold. */
  write(hold: number, { values, anyDate, yearsTested }: HeatRow): void {
    const { entries, years, measure } = this.spec;
    const { segments, maxHold, occurrences } = this.plan;
    const { from, rows } = this.windows;
    const daily = readObservations(this.windows, [{ entry: from, hold }], rows, 1);
    const baseline = this.baselines(hold);
    const drift = this.drifts(hold, daily);
    for (let i = 0; i < entries.length; i++) {
      let segment = segments[i];
      while (maxHold[segment] < hold) segment += 1;
      const end = (segment + 1) * years;
      let first = segment * years;
      // Skip the years before the symbol's first price, which are missing.
      while (first < end && occurrences[first] < this.firstDay) first += 1;
      const past = occurrences.subarray(first, end);
      // A window that ends after the last known session is not observed, whatever the columns hold.
      const until = this.lastSessions[i] - hold + 1;
      yearsTested[i] = this.observeCell(daily, past, until);
      if (measure === 'z') {
        values[i] = this.strength(drift(i, until));
        anyDate[i] = Number.NaN;
      } else {
        values[i] = this.record(measure);
        anyDate[i] = baseline(i, yearOf(occurrences[end - 1])) ?? Number.NaN;
      }
    }
  }

  /** Stores the observations of a cell's years in `cell`. @returns number of observed years */
  private observeCell({ returns, variances }: Observations, past: Int32Array, until: Day): number {
    const { cell, windows } = this;
    let n = 0;
    cell.returns.fill(Number.NaN);
    for (let k = 0; k < past.length; k++) {
      if (past[k] > until) continue;
      const at = past[k] - windows.from;
      cell.returns[k] = returns[at];
      cell.variances[k] = variances[at];
      if (!isMissing(returns[at])) n += 1;
    }
    return n;
  }

  /** z of METHOD 9 over `cell`. @param drift m_h; null when it is not known */
  private strength(drift: number | null): number {
    const { returns, variances } = this.cell;
    let n = 0;
    let sum = 0;
    let variance = 0;
    for (let k = 0; k < returns.length; k++) {
      if (isMissing(returns[k])) continue;
      n += 1;
      sum += returns[k];
      variance += variances[k];
    }
    const z = drift === null ? null : strengthOf(n, sum, variance, drift);
    if (z === null) return Number.NaN;
    return this.spec.direction === 'long' ? z : 0 - z;
  }

  /**
   * m_h by entry (METHOD 9): the mean of the reference entries before the lookback years of the search's first entry. Most
   * entries of a year share it.
   */
  private drifts(hold: number, { returns }: Observations): (entry: number, until: Day) => number | null {
    const { entries, searchEntry, years, cycle } = this.spec;
    const kept = new Map<string, number | null>();
    return (i, until) => {
      const past = lookback({ entry: searchEntry, end: searchEntry + hold - 1, years, cycle, asOf: entries[i].asOf });
      const latest = past[past.length - 1];
      // Reference windows end a week before the latest occurrence does; prices may end before that.
      const key = `${latest.year} ${Math.min(until, latest.entry)}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const drift = driftBefore(returns, this.windows.from, past, until);
      kept.set(key, drift);
      return drift;
    };
  }

  /** The mean return or the share of years won, over `cell`; NaN without an observed year. */
  private record(measure: 'avg_return' | 'win_rate'): number {
    let n = 0;
    let sum = 0;
    let wins = 0;
    for (const gained of this.cell.returns) {
      if (isMissing(gained)) continue;
      const change = this.spec.direction === 'long' ? 100 * gained : 0 - 100 * gained;
      n += 1;
      sum += change;
      if (change > 0) wins += 1;
    }
    return (measure === 'avg_return' ? sum : wins) / n;
  }

  /**
   * The baseline of the measure, by entry and latest lookback year. Most entries of a year share it: it does not depend
   * on as-of once the last window of the lookback is over.
   */
  private baselines(hold: number): (entry: number, latestYear: number) => number | null {
    const { entries, years, cycle, direction, gapLimit, measure } = this.spec;
    const { closes } = this;
    const kept = new Map<string, Baseline>();
    return (i, latestYear) => {
      const { day: entry, asOf } = entries[i];
      const over = firstAtOrAfter(closes, dayOf(latestYear, 12, 31) + hold - 1);
      const key = `${latestYear} ${Math.min(this.lastSessions[i], closes.day[over] ?? Infinity)}`;
      const window = { entry, end: entry + hold - 1, years, cycle, asOf };
      const baseline = kept.get(key) ?? baselineOf(closes, window, direction, gapLimit);
      kept.set(key, baseline);
      return measure === 'win_rate' ? baseline.positiveShare : baseline.mean;
    };
  }
}

/**
 * m_h of METHOD 9: mean of the observed returns of the reference entries before the occurrences `past`; null when none was
 * observed.
 *
 * @param returns long, one a calendar day from `from` on; NaN = missing
 * @param until last entry day whose window ends by as-of
 */
function driftBefore(returns: Float64Array, from: Day, past: readonly Occurrence[], until: Day): number | null {
  let sum = 0;
  let count = 0;
  for (const occurrence of past) {
    for (let j = 0, entry = occurrence.entry - FARTHEST_BACK; j < ROTATION_STEPS; j++, entry += ROTATION_STEP) {
      const gained = returns[entry - from];
      if (entry > until || isMissing(gained)) continue;
      sum += gained;
      count += 1;
    }
  }
  return count === 0 ? null : sum / count;
}
