import { type Day, yearOf } from '../calendar/dates';
import type { Candidate } from '../detection/candidate';
import { buildColumns } from '../detection/columns';
import { type BestCandidates, Detector } from '../detection/detector';
import { type DetectionRequest, planDetection } from '../detection/plan';
import type { Bars } from '../window/bars';
import { observe } from '../window/evidence';
import { tradeOf } from '../window/window';
import { type FeatureGap, featuresOf } from './features';
import { type Rows, RowsBuilder } from './rows';
import type { ModelSettings } from './settings';

/** Prices of one symbol to train on. */
export interface TrainingSeries {
  readonly symbol: string;
  readonly bars: Bars;
  /** Calendar days without a session after which prices count as absent (METHOD 1). */
  readonly gapLimit: number;
}

/** Why a setup has no row: no features, a hold that is not over at the end of the data, or a missing outcome. */
type Exclusion = FeatureGap | 'still_open' | 'missing_outcome';

export interface Setups {
  readonly rows: Rows;
  readonly excluded: Readonly<Record<Exclusion, number>>;
}

/** 1970-01-05, a Monday. */
const FIRST_MONDAY = 4;

/** First and last day of prices. */
export interface Extent {
  readonly first: Day;
  readonly last: Day;
}

/**
 * Collects the rows of a set of series: for every week, entered on its Monday, the best hold of each symbol and direction by the
 * Sharpe of its lookback as of the day before, whatever it won. A Monday without a session is entered at the next one
 * (METHOD 1); by calendar alone, so that no later bar decides which setups there are.
 *
 * The series may come in parts, ascending by symbol over all of them, so that not all prices need be in memory.
 */
export class SetupCollector {
  private readonly builder: RowsBuilder;
  private readonly excluded = { stale: 0, no_history: 0, no_volatility: 0, still_open: 0, missing_outcome: 0 };
  private readonly extent: Extent;
  /** Number of series added. */
  private series = 0;

  /** @param extents of all the series that will be added */
  constructor(
    extents: readonly Extent[],
    private readonly settings: ModelSettings,
  ) {
    this.extent = spanning(extents);
    const weeks = extents.reduce((sum, { first, last }) => sum + Math.ceil((last - first) / 7) + 1, 0);
    this.builder = new RowsBuilder(Math.ceil((2 * weeks) / settings.everyWeeks) + 1024);
  }

  /** @param onProgress share of these series done, 0..1 */
  add(series: readonly TrainingSeries[], onProgress: (share: number) => void = () => {}): void {
    const { builder, excluded, settings } = this;
    const { first, last } = this.extent;
    const groups = groupsOf(series);
    // No symbol has enough completed years before this day.
    const opens = extentOf(series).first + 365 * settings.minYears;
    for (const entry of mondays(Math.max(first, opens), last, settings.everyWeeks)) {
      const best = new Map<number, BestCandidates>();
      for (const group of groups) searchWeek(group, entry, settings, best);
      const year = yearOf(entry);
      for (const [at, { bars, gapLimit }] of series.entries()) {
        const symbol = this.series + at;
        for (const direction of ['long', 'short'] as const) {
          const candidate = best.get(at)?.[direction];
          if (!candidate) continue;
          const fault = addSetup(builder, { symbol, bars, gapLimit, year, candidate, asOf: entry - 1, last }, settings);
          if (fault !== null) excluded[fault] += 1;
        }
      }
      onProgress((entry - first) / (last - first + 1));
    }
    onProgress(1);
    this.series += series.length;
  }

  /** The rows. Add no series afterwards. */
  build(): Setups {
    return { rows: this.builder.build(), excluded: this.excluded };
  }
}

/** `SetupCollector` over series that are all in memory. */
export function setupsOf(
  series: readonly TrainingSeries[],
  settings: ModelSettings,
  onProgress?: (share: number) => void,
): Setups {
  const extents = series.map((part) => extentOf([part]));
  const collector = new SetupCollector(extents, settings);
  collector.add(series, onProgress);
  return collector.build();
}

/** A window that a search of the past found. */
interface FoundSetup {
  /** Index of the symbol's series. */
  readonly symbol: number;
  readonly bars: Bars;
  readonly gapLimit: number;
  /** Calendar year of the entry. */
  readonly year: number;
  readonly candidate: Candidate;
  /** Last day whose prices the search used. */
  readonly asOf: Day;
  /** Last day of all the data. */
  readonly last: Day;
}

/** Adds a window with its outcome. @returns why it was left out; null when it was added */
export function addSetup(builder: RowsBuilder, setup: FoundSetup, settings: ModelSettings): Exclusion | null {
  const { symbol, bars, gapLimit, year, candidate, asOf, last } = setup;
  const { entry, hold, direction, sharpe } = candidate;
  const occurrence = { year, entry, end: entry + hold - 1 };
  if (occurrence.end > last) return 'still_open';
  const trade = tradeOf(bars, occurrence, gapLimit);
  if (trade === null) return 'missing_outcome';
  const features = featuresOf(bars, { entry, hold, direction, asOf }, gapLimit, settings);
  if (typeof features === 'string') return features;
  const { returnPct, mfePct } = observe(bars, occurrence, trade, direction);
  builder.add({ entry, year, symbol, features, sharpe, returnPct, mfePct });
  return null;
}

/** Series of one gap limit, with their prices laid out for detection. */
interface Group {
  readonly gapLimit: number;
  readonly columns: ReturnType<typeof buildColumns>;
  /** Position in the series of each symbol of the columns. */
  readonly members: readonly number[];
  readonly firstDay: Int32Array;
}

function groupsOf(series: readonly TrainingSeries[]): Group[] {
  const limits = [...new Set(series.map((s) => s.gapLimit))].sort((a, b) => a - b);
  return limits.map((gapLimit) => {
    const members = [...series.keys()].filter((i) => series[i].gapLimit === gapLimit);
    const columns = buildColumns(members.map((i) => series[i].bars));
    return { gapLimit, columns, members, firstDay: Int32Array.from(members, (i) => series[i].bars.day[0]) };
  });
}

function searchWeek(group: Group, entry: Day, settings: ModelSettings, best: Map<number, BestCandidates>): void {
  const request: DetectionRequest = {
    entries: [{ day: entry, asOf: entry - 1 }],
    years: settings.lookbackYears,
    cycle: 'consecutive',
    minHold: settings.minHold,
    maxHold: settings.maxHold,
    minWins: 0,
    minObservations: settings.minYears,
    gapLimit: group.gapLimit,
    liveOnly: true,
  };
  const detector = new Detector(group.columns, planDetection(request));
  // A symbol needs its first bar `minYears` occurrences back. Skipping the others saves time and changes no result.
  const latestStart = entry - 365 * settings.minYears;
  for (const [at, symbol] of group.members.entries()) {
    if (group.firstDay[at] <= latestStart) best.set(symbol, detector.best(at));
  }
}

/** First and last day of some series. @throws RangeError for a series without a bar */
export function extentOf(series: readonly TrainingSeries[]): Extent {
  return spanning(
    series.map(({ symbol, bars: { day } }) => {
      if (day.length === 0) throw new RangeError(`series of ${symbol} has no bar, at least one is needed`);
      return { first: day[0], last: day[day.length - 1] };
    }),
  );
}

function spanning(extents: readonly Extent[]): Extent {
  return { first: Math.min(...extents.map(({ first }) => first)), last: Math.max(...extents.map(({ last }) => last)) };
}

/** Every n-th Monday within first..last, counted from 1970 whatever the data. */
export function* mondays(first: Day, last: Day, everyWeeks: number): Generator<Day> {
  for (let week = Math.ceil((first - FIRST_MONDAY) / 7); FIRST_MONDAY + 7 * week <= last; week++) {
    if (week % everyWeeks === 0) yield FIRST_MONDAY + 7 * week;
  }
}
