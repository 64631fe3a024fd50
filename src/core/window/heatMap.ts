import { type Day, dayOf, yearOf } from '../calendar/dates';
import { closesIn } from '../detection/closesIn';
import { Field, lastSession, RECORD, type SymbolColumns } from '../detection/columns';
import { type DetectionPlan, planDetection } from '../detection/plan';
import { DailyReferences } from '../significance/dailyReferences';
import { returnsOver } from '../significance/observedReturns';
import { FARTHEST_BACK } from '../significance/searchedRows';
import { FEWEST_OBSERVED, strengthOf } from '../significance/strength';
import { type Closes, firstAtOrAfter } from './bars';
import { type Baseline, baselineOf } from './baseline';
import type { Cycle, Direction } from './window';

/** Held here: where globals are looked up through another context, as in tests, each call would cost more than its sum. */
const { isNaN: isMissing } = Number;

/**
 * What a cell of a heat map shows: strength by METHOD 9 as of a window that was named, the mean return in percent, or the
 * share of years won. In the direction of the trade.
 */
export type HeatMeasure = 'z' | 'avg_return' | 'win_rate';

/** A map of one symbol: each entry day by each hold, every cell a window of its own (METHOD 1). */
export interface HeatMapSpec {
  /** Ascending and of one year, each with the last day that may touch its numbers. */
  readonly entries: readonly { readonly day: Day; readonly asOf: Day }[];
  /** Calendar days, ascending. */
  readonly holds: readonly number[];
  readonly years: number;
  readonly cycle: Cycle;
  readonly direction: Direction;
  readonly measure: HeatMeasure;
  /** Calendar days without a session that end an observation. */
  readonly gapLimit: number;
}

/** Where the cells of one hold are written, one element an entry; NaN = there is none. */
export interface HeatRow {
  /** The measure, unrounded; nothing was observed, or too little for a strength. */
  readonly values: Float64Array;
  /** p0 or m0 of METHOD 6: what any date made of the measure. A strength is measured from drift already: NaN throughout. */
  readonly anyDate: Float64Array;
  /** Years observed. */
  readonly yearsTested: Float64Array;
}

/**
 * The cells of one symbol, a row at a time, in whichever thread. Each is what a card of that very window says, by the same
 * formulas: test/oracle/heatMap.test.ts holds them to it.
 */
export class HeatMap {
  private readonly plan: DetectionPlan;
  /** Each entry's last known session; before all days where there is none. */
  private readonly known: readonly Day[];
  private readonly firstDay: Day;
  private readonly lastDay: Day;
  /** First and last entry date of any lookback year. */
  private readonly first: Day;
  private readonly latest: Day;
  /** What any date is measured over; empty where the measure does not ask. */
  private readonly closes: Closes;
  /** The returns of the years of one cell; NaN = missing. */
  private readonly own: Float64Array;

  /** @throws RangeError for what is out of bounds */
  constructor(
    private readonly symbol: SymbolColumns,
    private readonly spec: HeatMapSpec,
  ) {
    const { entries, holds, years, cycle, gapLimit, measure } = spec;
    const { columns, index } = symbol;
    const bounds = { minHold: holds[0], maxHold: holds[holds.length - 1] };
    const anything = { minWins: 0, minObservations: 1, liveOnly: false };
    this.plan = planDetection({ entries, years, cycle, ...bounds, gapLimit, ...anything });
    this.known = entries.map(({ asOf }) => lastSession(columns, index, asOf) ?? Number.NEGATIVE_INFINITY);
    this.firstDay = columns.directory[index * RECORD + Field.firstDay];
    this.lastDay = columns.directory[index * RECORD + Field.lastDay];
    const { occurrences } = this.plan;
    this.first = occurrences.reduce((least, day) => Math.min(least, day));
    this.latest = occurrences.reduce((most, day) => Math.max(most, day));
    const from = dayOf(yearOf(this.first), 1, 1);
    this.closes = closesIn(symbol.columns, symbol.index, from, measure === 'z' ? from - 1 : Math.max(...this.known));
    this.own = new Float64Array(years);
  }

  /** Writes the row of one hold. */
  write(hold: number, { values, anyDate, yearsTested }: HeatRow): void {
    const { entries, years, measure } = this.spec;
    const { segments, maxHold, occurrences } = this.plan;
    const from = this.first - (measure === 'z' ? FARTHEST_BACK : 0);
    const { lastDay, latest } = this;
    const daily = [{ entry: from, end: from + hold - 1 }];
    const returns = returnsOver(this.symbol, lastDay, this.spec.gapLimit, daily, latest - from + 1, 0, 1);
    const references = new DailyReferences(returns, from);
    const baseline = this.baselines(hold);
    for (let i = 0; i < entries.length; i++) {
      let segment = segments[i];
      while (maxHold[segment] < hold) segment += 1;
      const end = (segment + 1) * years;
      let first = segment * years;
      // Years before the symbol's prices are missing, and the references of its first year with them.
      while (first < end && occurrences[first] < this.firstDay) first += 1;
      const past = occurrences.subarray(first, end);
      // Of what ends after the last known session nothing is known, whatever the columns hold.
      const until = this.known[i] - hold + 1;
      yearsTested[i] = this.observe(returns, from, past, until);
      if (measure === 'z') {
        values[i] = this.strength(references, past, until);
        anyDate[i] = Number.NaN;
      } else {
        values[i] = this.record(measure);
        anyDate[i] = baseline(i, yearOf(occurrences[end - 1])) ?? Number.NaN;
      }
    }
  }

  /** Notes the long returns of a cell's years. @returns how many were observed */
  private observe(returns: Float64Array, from: Day, past: Int32Array, until: Day): number {
    let n = 0;
    this.own.fill(Number.NaN);
    for (let k = 0; k < past.length; k++) {
      const gained = past[k] <= until ? returns[past[k] - from] : Number.NaN;
      this.own[k] = gained;
      if (!isMissing(gained)) n += 1;
    }
    return n;
  }

  /** z of METHOD 9, the cell's own entry taken for the first of its search. */
  private strength(references: DailyReferences, past: Int32Array, until: Day): number {
    let n = 0;
    let sum = 0;
    let squares = 0;
    for (const gained of this.own) {
      if (isMissing(gained)) continue;
      n += 1;
      sum += gained;
      squares += gained * gained;
    }
    if (n < FEWEST_OBSERVED) return Number.NaN;
    const reference = references.of(past, until);
    const z = reference && strengthOf(n, sum, squares, reference);
    if (z === null) return Number.NaN;
    return this.spec.direction === 'long' ? z : 0 - z;
  }

  /** The mean return or the share of years won, of the years noted last; NaN without any. */
  private record(measure: 'avg_return' | 'win_rate'): number {
    let n = 0;
    let sum = 0;
    let wins = 0;
    for (const gained of this.own) {
      if (isMissing(gained)) continue;
      const change = this.spec.direction === 'long' ? 100 * gained : 0 - 100 * gained;
      n += 1;
      sum += change;
      if (change > 0) wins += 1;
    }
    return (measure === 'avg_return' ? sum : wins) / n;
  }

  /**
   * What any date made of the measure, by entry and latest lookback year. Most entries of a year share it: it depends on
   * what was known only until the last window of the lookback is over.
   */
  private baselines(hold: number): (entry: number, latestYear: number) => number | null {
    const { entries, years, cycle, direction, gapLimit, measure } = this.spec;
    const { closes } = this;
    const kept = new Map<string, Baseline>();
    return (i, latestYear) => {
      const { day: entry, asOf } = entries[i];
      const over = firstAtOrAfter(closes, dayOf(latestYear, 12, 31) + hold - 1);
      const key = `${latestYear} ${Math.min(this.known[i], closes.day[over] ?? Infinity)}`;
      const window = { entry, end: entry + hold - 1, years, cycle, asOf };
      const found = kept.get(key) ?? baselineOf(closes, window, direction, gapLimit);
      kept.set(key, found);
      return measure === 'win_rate' ? found.positiveShare : found.mean;
    };
  }
}
