import { yearOf } from '../calendar/dates';
import { DEFAULT_WINNING_PERCENT, winningYears } from '../calendar/market';
import { binomialTail } from '../statistics/binomial';
import { barsThrough } from '../window/bars';
import { directedReturn } from '../window/evidence';
import { lookback, tradeOf } from '../window/window';
import type { ModelSettings } from './settings';
import { extentOf, mondays, type TrainingSeries } from './setups';
import { meanOfClusters, type YearlyMean } from './skill';

/** Windows of one direction that had at least 90 % winners, against what chance alone gives (METHOD 7). */
export interface ChanceRow {
  readonly direction: 'long' | 'short';
  /** Windows looked at: no search, no choice of the best. */
  readonly windows: number;
  /** Share of them, 0..1, with at least 90 % winners in the lookback. */
  readonly observed: number;
  /** The same for tosses of a fair coin. */
  readonly coin: number;
  /** The same for tosses that win as often as any window of the direction did; stored under the contract's name. */
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
 * that have both a lookback and an outcome. Nothing is selected, so that chance can be told exactly.
 *
 * @param from first entry year, the first one the model is tested on
 */
export function censusOf(series: readonly TrainingSeries[], settings: ModelSettings, from: number): ChanceRow[] {
  const { first, last } = extentOf(series);
  const holds = HOLDS.filter((hold) => hold >= settings.minHold && hold <= settings.maxHold);
  const entries = [...mondays(first, last, WEEKS * settings.everyWeeks)].filter((entry) => yearOf(entry) >= from);
  const long = new Tally('long', settings);
  const short = new Tally('short', settings);
  for (const one of series) {
    for (const entry of entries) {
      for (const hold of holds) {
        const record = recordOf(one, entry, hold, settings);
        if (record === null) continue;
        long.add(yearOf(entry), record.years, record.rises, record.next > 0);
        short.add(yearOf(entry), record.years, record.falls, record.next < 0);
      }
    }
  }
  return [long, short].flatMap((tally) => tally.row() ?? []);
}

/** Years of a lookback that rose and fell, and the window's own percent change; null when either is missing. */
function recordOf({ bars, gapLimit }: TrainingSeries, entry: number, hold: number, settings: ModelSettings) {
  const end = entry + hold - 1;
  const own = tradeOf(bars, { year: yearOf(entry), entry, end }, gapLimit);
  if (own === null) return null;
  const asOf = entry - 1;
  const known = barsThrough(bars, asOf);
  let years = 0;
  let rises = 0;
  let falls = 0;
  for (const occurrence of lookback({ entry, end, years: settings.lookbackYears, cycle: 'consecutive', asOf })) {
    const trade = tradeOf(known, occurrence, gapLimit);
    if (trade === null) continue;
    const change = directedReturn(known.close[trade.entryIndex], known.close[trade.exitIndex], 'long');
    years += 1;
    if (change > 0) rises += 1;
    else if (change < 0) falls += 1;
  }
  if (years < settings.minYears) return null;
  const next = directedReturn(bars.close[own.entryIndex], bars.close[own.exitIndex], 'long');
  return { years, rises, falls, next };
}

interface YearCount {
  windows: number;
  won: number;
  /** Windows with at least 90 % winners. */
  hits: number;
  hitsWon: number;
}

/** Counts windows of one direction. */
class Tally {
  /** Windows by the number of years they were tested on. */
  private readonly tested: Float64Array;
  private readonly byYear = new Map<number, YearCount>();

  constructor(
    private readonly direction: 'long' | 'short',
    settings: ModelSettings,
  ) {
    this.tested = new Float64Array(settings.lookbackYears + 1);
  }

  add(entryYear: number, yearsTested: number, wins: number, wonNext: boolean): void {
    this.tested[yearsTested] += 1;
    const count = this.byYear.get(entryYear) ?? { windows: 0, won: 0, hits: 0, hitsWon: 0 };
    this.byYear.set(entryYear, count);
    count.windows += 1;
    if (wonNext) count.won += 1;
    if (wins < winningYears(DEFAULT_WINNING_PERCENT, yearsTested)) return;
    count.hits += 1;
    if (wonNext) count.hitsWon += 1;
  }

  row(): ChanceRow | null {
    const years = [...this.byYear].sort(([a], [b]) => a - b).map(([, count]) => count);
    if (years.length === 0) return null;
    const sum = (of: keyof YearCount) => years.reduce((total, count) => total + count[of], 0);
    const windows = sum('windows');
    const hits = sum('hits');
    const baseRate = sum('won') / windows;
    const excess = years.map((y) => y.hitsWon - (y.hits * y.won) / y.windows);
    const counts = years.map((y) => y.hits);
    return {
      direction: this.direction,
      windows,
      observed: hits / windows,
      coin: this.expected((need, n) => binomialTail(need, n, 0.5)) / windows,
      drift: this.expected((need, n) => binomialTail(need, n, baseRate)) / windows,
      wonNext: hits === 0 ? null : sum('hitsWon') / hits,
      baseRate,
      excess: hits === 0 ? null : meanOfClusters(excess, counts),
    };
  }

  /** Windows that would have at least 90 % winners. */
  private expected(chance: (need: number, years: number) => number): number {
    let sum = 0;
    for (const [years, count] of this.tested.entries()) {
      if (count > 0) sum += count * chance(winningYears(DEFAULT_WINNING_PERCENT, years), years);
    }
    return sum;
  }
}
