import { yearOf } from '../calendar/dates';
import { DEFAULT_WINNING_PERCENT, winningYears } from '../calendar/market';
import { binomialTail } from '../statistics/binomial';
import { barsThrough } from '../window/bars';
import { directedReturn } from '../window/evidence';
import { tradeOf } from '../window/window';
import { recordOf } from './features';
import type { ModelSettings } from './settings';
import { extentOf, mondays, type TrainingSeries } from './setups';
import { meanOfClusters, type YearlyMean } from './skill';

/** Windows of one direction that had at least 90 % winners, against what chance alone gives (METHOD 7). */
export interface ChanceRow {
  readonly direction: 'long' | 'short';
  /** Windows counted; no search chose them. */
  readonly windows: number;
  /** Share of them, 0..1, with at least 90 % winners in the lookback. */
  readonly observed: number;
  /** Expected share under tosses of a fair coin. */
  readonly coin: number;
  /** Expected share when each year wins at the base rate of the direction; stored under the contract's name. */
  readonly drift: number;
  /** Share of the windows with at least 90 % winners that won the next time; null without any. */
  readonly wonNext: number | null;
  /** Share of all the windows that won the next time. */
  readonly baseRate: number;
  /** wonNext less the base rate of the windows of the same year, error by year; null without any. */
  readonly excess: YearlyMean | null;
}

/** Holds, in calendar days, and weeks between entries of the census. */
const HOLDS = [10, 30, 50, 70, 90] as const;
const WEEKS = 4;

/**
 * The census: fixed windows, entered every fourth Monday and held 10, 30, 50, 70 and 90 days (those the model covers),
 * that have both a lookback and an outcome. No window is selected, so the share that chance gives is exact.
 */
export class Census {
  private readonly long: Tally;
  private readonly short: Tally;
  private readonly holds: readonly number[];

  constructor(private readonly settings: ModelSettings) {
    this.holds = HOLDS.filter((hold) => hold >= settings.minHold && hold <= settings.maxHold);
    this.long = new Tally('long', settings);
    this.short = new Tally('short', settings);
  }

  /** Counts the windows of a series. */
  add(series: TrainingSeries): void {
    const { settings, holds, long, short } = this;
    const { first, last } = extentOf([series]);
    for (const entry of mondays(first, last, WEEKS * settings.everyWeeks)) {
      const year = yearOf(entry);
      for (const hold of holds) {
        const record = censusRecord(series, entry, hold, settings);
        if (record === null) continue;
        long.add(year, record.years, record.rises, record.next > 0);
        short.add(year, record.years, record.falls, record.next < 0);
      }
    }
  }

  /** The counts of both directions. @param from first entry year, the first one the model is tested on */
  rowsFrom(from: number): ChanceRow[] {
    return [this.long, this.short].flatMap((tally) => tally.row(from) ?? []);
  }
}

/** Years of a lookback that rose and fell, and the window's own percent change; null when either is missing. */
function censusRecord({ bars, gapLimit }: TrainingSeries, entry: number, hold: number, settings: ModelSettings) {
  const end = entry + hold - 1;
  const trade = tradeOf(bars, { year: yearOf(entry), entry, end }, gapLimit);
  if (trade === null) return null;
  const asOf = entry - 1;
  const window = { entry, end, years: settings.lookbackYears, cycle: 'consecutive', asOf } as const;
  const record = recordOf(barsThrough(bars, asOf), window, gapLimit);
  if (record.years < settings.minYears) return null;
  return { ...record, next: directedReturn(bars.close[trade.entryIndex], bars.close[trade.exitIndex], 'long') };
}

interface YearCount {
  /** Windows by the number of years they were tested on. */
  readonly tested: Float64Array;
  windows: number;
  won: number;
  /** Windows with at least 90 % winners. */
  hits: number;
  hitsWon: number;
}

/** Counts windows of one direction. */
class Tally {
  private readonly byYear = new Map<number, YearCount>();

  constructor(
    private readonly direction: 'long' | 'short',
    private readonly settings: ModelSettings,
  ) {}

  add(entryYear: number, yearsTested: number, wins: number, wonNext: boolean): void {
    let count = this.byYear.get(entryYear);
    if (count === undefined) {
      const tested = new Float64Array(this.settings.lookbackYears + 1);
      count = { tested, windows: 0, won: 0, hits: 0, hitsWon: 0 };
      this.byYear.set(entryYear, count);
    }
    count.tested[yearsTested] += 1;
    count.windows += 1;
    if (wonNext) count.won += 1;
    if (wins < winningYears(DEFAULT_WINNING_PERCENT, yearsTested)) return;
    count.hits += 1;
    if (wonNext) count.hitsWon += 1;
  }

  /** @param from first entry year that counts */
  row(from: number): ChanceRow | null {
    const years = [...this.byYear]
      .filter(([year]) => year >= from)
      .sort(([a], [b]) => a - b)
      .map(([, count]) => count);
    if (years.length === 0) return null;
    const sum = (field: Exclude<keyof YearCount, 'tested'>) => years.reduce((total, count) => total + count[field], 0);
    const windows = sum('windows');
    const hits = sum('hits');
    const baseRate = sum('won') / windows;
    const excess = years.map((y) => y.hitsWon - (y.hits * y.won) / y.windows);
    const counts = years.map((y) => y.hits);
    return {
      direction: this.direction,
      windows,
      observed: hits / windows,
      coin: expected(years, (need, n) => binomialTail(need, n, 0.5)) / windows,
      drift: expected(years, (need, n) => binomialTail(need, n, baseRate)) / windows,
      wonNext: hits === 0 ? null : sum('hitsWon') / hits,
      baseRate,
      excess: hits === 0 ? null : meanOfClusters(excess, counts),
    };
  }
}

/** Expected number of windows with at least 90 % winners. */
function expected(counted: readonly YearCount[], chance: (need: number, years: number) => number): number {
  let sum = 0;
  for (let years = 0; years < counted[0].tested.length; years++) {
    const count = counted.reduce((total, { tested }) => total + tested[years], 0);
    if (count > 0) sum += count * chance(winningYears(DEFAULT_WINNING_PERCENT, years), years);
  }
  return sum;
}
