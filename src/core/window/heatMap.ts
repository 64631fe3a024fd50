import { type Day, dayOf, yearOf } from '../calendar/dates';
import { closesIn } from '../detection/closesIn';
import { lastSession, type SymbolColumns, symbolRecord } from '../detection/columns';
import { type DetectionPlan, type DetectionRequest, planDetection } from '../detection/plan';
import { allocateWindows, fillWindows, readObservations } from '../significance/observedWindows';
import { FARTHEST_BACK, ROTATION_STEP, ROTATION_STEPS, referenceDate, strengthOf } from '../significance/rotation';
import { firstAtOrAfter } from './bars';
import { type Baseline, baselineOf } from './baseline';
import type { Direction } from './window';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { max, min } = Math;
const { isNaN: isMissing } = Number;

/**
 * The measure of a heat map's cells, in the direction of the trade: strength of a pinned window (METHOD 9), mean return in
 * percent, or share of years won.
 */
export type HeatMeasure = 'z' | 'avg_return' | 'win_rate';

/** A map of one symbol: each entry day by each hold, every cell a window of its own (METHOD 1). */
export interface HeatMapSpec extends Pick<DetectionRequest, 'years' | 'cycle' | 'gapLimit'> {
  /** Ascending and of one year. */
  readonly entries: DetectionRequest['entries'];
  /** First entry of the search that strength is measured by, that of a pinned analysis: the year's first session. */
  readonly searchEntry: Day;
  /** Calendar days, ascending. */
  readonly holds: readonly number[];
  readonly direction: Direction;
  readonly measure: HeatMeasure;
}

/** The cells of one hold, one element an entry; NaN = no value. */
export interface HeatRow {
  /** The measure, unrounded; NaN without observed years, or with too few for a strength. */
  readonly values: Float64Array;
  /** p0 or m0 of METHOD 6, the baseline of the measure. NaN for a strength, which is measured from drift already. */
  readonly anyDate: Float64Array;
  /** Years observed. */
  readonly yearsTested: Float64Array;
}

/**
 * The cells of a symbol for one hold, in any thread. A cell equals the number on the card of its window;
 * test/oracle/heatMap.test.ts checks it.
 *
 * @throws RangeError for what is out of bounds
 */
export function heatRow(symbol: SymbolColumns, spec: HeatMapSpec, hold: number): HeatRow {
  const { entries, years, cycle, direction, measure, gapLimit } = spec;
  const { columns, index } = symbol;
  const unfiltered = { minWins: 0, minObservations: 1, liveOnly: false };
  // With a single hold the plan has one segment an entry.
  const plan = planDetection({ entries, years, cycle, minHold: hold, maxHold: hold, gapLimit, ...unfiltered });
  const { occurrences } = plan;
  const first = occurrences.reduce((least, day) => min(least, day));
  const latest = occurrences.reduce((most, day) => max(most, day));
  // A strength also reads the reference entries.
  const from = measure === 'z' ? dayOf(yearOf(first), 1, 1) - FARTHEST_BACK : first;
  const windows = allocateWindows(from, latest, hold);
  fillWindows(windows, columns, index, symbolRecord(columns, index).lastDay, gapLimit);
  const { returns, variances } = readObservations(windows, [{ entry: from, hold }], windows.rows, 1);
  const lastSessions = entries.map(({ asOf }) => lastSession(columns, index, asOf) ?? Number.NEGATIVE_INFINITY);
  const drift = driftsOf(spec, plan, returns, from);
  const baseline = measure === 'z' ? null : baselinesOf(symbol, spec, hold, first, lastSessions);
  const column = () => new Float64Array(entries.length);
  const row = { values: column(), anyDate: column(), yearsTested: column() };
  for (let i = 0; i < entries.length; i++) {
    const end = (i + 1) * years;
    // A window that ends after the last known session is not observed, whatever the columns hold.
    const until = lastSessions[i] - hold + 1;
    let n = 0;
    let sum = 0;
    let variance = 0;
    let change = 0;
    let wins = 0;
    for (let k = i * years; k < end; k++) {
      const at = occurrences[k] - from;
      const gained = returns[at];
      if (occurrences[k] > until || isMissing(gained)) continue;
      const directed = direction === 'long' ? 100 * gained : 0 - 100 * gained;
      n += 1;
      sum += gained;
      variance += variances[at];
      change += directed;
      if (directed > 0) wins += 1;
    }
    row.yearsTested[i] = n;
    if (baseline === null) {
      const m = drift(i, until);
      const z = (m === null ? null : strengthOf(n, sum, variance, m)) ?? Number.NaN;
      row.values[i] = direction === 'long' ? z : 0 - z;
      row.anyDate[i] = Number.NaN;
    } else {
      row.values[i] = (measure === 'avg_return' ? change : wins) / n;
      const { positiveShare, mean } = baseline(i, yearOf(occurrences[end - 1]));
      row.anyDate[i] = (measure === 'win_rate' ? positiveShare : mean) ?? Number.NaN;
    }
  }
  return row;
}

/**
 * m_h by entry (METHOD 9): the mean of the reference entries before the search's first entry in each lookback year of the
 * entry. Most entries of a year share it.
 *
 * @param returns long, one a calendar day from `from` on; NaN = missing
 */
function driftsOf(
  { entries, searchEntry, years }: HeatMapSpec,
  { occurrences }: DetectionPlan,
  returns: Float64Array,
  from: Day,
): (entry: number, until: Day) => number | null {
  const kept = new Map<string, number | null>();
  return (i, until) => {
    const ownYear = yearOf(entries[i].day);
    const references = Array.from(occurrences.subarray(i * years, (i + 1) * years), (occurrence) =>
      referenceDate(searchEntry, ownYear - yearOf(occurrence)),
    );
    const latest = references[years - 1];
    // The last reference entry is a week before the latest reference date, and prices may end earlier.
    const key = `${latest} ${min(until, latest)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const drift = driftBefore(returns, from, references, until);
    kept.set(key, drift);
    return drift;
  };
}

/**
 * The baseline by entry and latest lookback year. Most entries of a year share it: it does not depend on as-of once the
 * last window of the lookback is over.
 *
 * @param first entry date of any lookback year
 */
function baselinesOf(
  { columns, index }: SymbolColumns,
  { entries, years, cycle, direction, gapLimit }: HeatMapSpec,
  hold: number,
  first: Day,
  lastSessions: readonly Day[],
): (entry: number, latestYear: number) => Baseline {
  const closes = closesIn(columns, index, dayOf(yearOf(first), 1, 1), max(...lastSessions));
  const kept = new Map<string, Baseline>();
  return (i, latestYear) => {
    const { day: entry, asOf } = entries[i];
    const over = firstAtOrAfter(closes, dayOf(latestYear, 12, 31) + hold - 1);
    const key = `${latestYear} ${min(lastSessions[i], closes.day[over] ?? Infinity)}`;
    const window = { entry, end: entry + hold - 1, years, cycle, asOf };
    const baseline = kept.get(key) ?? baselineOf(closes, window, direction, gapLimit);
    kept.set(key, baseline);
    return baseline;
  };
}

/**
 * m_h of METHOD 9: mean of the observed returns of the reference entries before some dates; null when none was observed.
 *
 * @param returns long, one a calendar day from `from` on; NaN = missing
 * @param until last entry day whose window ends by as-of
 */
function driftBefore(returns: Float64Array, from: Day, references: readonly Day[], until: Day): number | null {
  let sum = 0;
  let count = 0;
  for (const reference of references) {
    for (let j = 0, entry = reference - FARTHEST_BACK; j < ROTATION_STEPS; j++, entry += ROTATION_STEP) {
      const gained = returns[entry - from];
      if (entry > until || isMissing(gained)) continue;
      sum += gained;
      count += 1;
    }
  }
  return count === 0 ? null : sum / count;
}
