import { yearOf } from '../calendar/dates';
import { DEFAULT_WINNING_PERCENT, winningYears } from '../calendar/market';
import { binomialTail } from '../statistics/intervals';
import { barsThrough } from '../window/bars';
import { directedReturn } from '../window/evidence';
import { tradeOf } from '../window/window';
import { recordOf } from './features';
import { meanOfClusters, meanOfYears, type YearlyMean } from './metrics';
import { type Rows, rowsByYear } from './rows';
import type { ModelSettings } from './settings';
import { extentOf, mondays, type TrainingSeries } from './setups';

/** Results of the best-looking setups of a year (METHOD 7). Shares 0..1. */
interface SelectionBiasYear {
  readonly year: number;
  readonly setups: number;
  /** Win share in their lookbacks, as a screen shows it. */
  readonly claimed: number;
  /** Share that won in the year itself. */
  readonly won: number;
  /** Share of all setups of the year that won, weighted to the same directions. */
  readonly baseRate: number;
}

export interface SelectionBias {
  readonly years: readonly SelectionBiasYear[];
  readonly claimed: YearlyMean;
  readonly won: YearlyMean;
  readonly baseRate: YearlyMean;
  /** won - baseRate. */
  readonly excess: YearlyMean;
}

/** Setups with one win share in the lookback, and how often they won. */
export interface ClaimRow {
  /** Lower end of the claimed share, in whole tenths: 9 = 90 % to under 100 %. */
  readonly tenth: number;
  readonly setups: number;
  /** Mean win share in the lookback, 0..1. */
  readonly claimed: number;
  /** Share that won, 0..1. */
  readonly won: number;
}

/** Number of setups that count as the best of a year, one a symbol. */
const BEST = 50;

/**
 * Each year's best setups by the Sharpe of their lookback, one a symbol, against their next outcome. The best of many
 * are the luckiest of many: the search alone produced the distance from claimed to won.
 *
 * @param tested indices of rows, ascending by year
 */
export function selectionBiasOf(rows: Rows, tested: Int32Array): SelectionBias {
  const years = rowsByYear(rows, tested).map((group) => biasOfYear(rows, group));
  return {
    years,
    claimed: meanOfYears(years.map((y) => y.claimed)),
    won: meanOfYears(years.map((y) => y.won)),
    baseRate: meanOfYears(years.map((y) => y.baseRate)),
    excess: meanOfYears(years.map((y) => y.won - y.baseRate)),
  };
}

function biasOfYear(rows: Rows, group: Int32Array): SelectionBiasYear {
  const best = bestOf(rows, group);
  const all = [0, 0];
  const won = [0, 0];
  for (const row of group) {
    all[rows.isLong[row]] += 1;
    won[rows.isLong[row]] += rows.won[row];
  }
  let claimed = 0;
  let wins = 0;
  let base = 0;
  for (const row of best) {
    claimed += rows.wins[row] / rows.yearsTested[row];
    wins += rows.won[row];
    base += won[rows.isLong[row]] / all[rows.isLong[row]];
  }
  const setups = best.length;
  return { year: rows.year[group[0]], setups, claimed: claimed / setups, won: wins / setups, baseRate: base / setups };
}

/** Rows with the highest Sharpe, one a symbol; a tie goes to the earlier row. */
function bestOf(rows: Rows, group: Int32Array): number[] {
  const bySymbol = new Map<number, number>();
  for (const row of group) {
    const kept = bySymbol.get(rows.symbol[row]);
    if (kept === undefined || rows.sharpe[row] > rows.sharpe[kept]) bySymbol.set(rows.symbol[row], row);
  }
  return [...bySymbol.values()].sort((a, b) => rows.sharpe[b] - rows.sharpe[a] || a - b).slice(0, BEST);
}

/** Setups grouped by the win share of their lookback. */
export function claimsOf(rows: Rows, tested: Int32Array): ClaimRow[] {
  const setups = new Float64Array(11);
  const claimed = new Float64Array(11);
  const won = new Float64Array(11);
  for (const row of tested) {
    const tenth = Math.floor((10 * rows.wins[row]) / rows.yearsTested[row]);
    setups[tenth] += 1;
    claimed[tenth] += rows.wins[row] / rows.yearsTested[row];
    won[tenth] += rows.won[row];
  }
  return [...setups.keys()]
    .filter((tenth) => setups[tenth] > 0)
    .map((tenth) => ({
      tenth,
      setups: setups[tenth],
      claimed: claimed[tenth] / setups[tenth],
      won: won[tenth] / setups[tenth],
    }));
}

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
