import { coinProbability } from '../coin';
import { yearOf } from '../dates';
import { directedReturn } from '../evidence';
import { DEFAULT_WINNING_PERCENT, winningYears } from '../market';
import { barsThrough } from '../series';
import { lookback, tradeOf } from '../window';
import type { ModelSettings } from './settings';
import { extentOf, mondays, type TrainingSeries } from './setups';

/** Windows of one direction that had at least 90 % winners, against what chance alone gives (METHOD 7). */
export interface ChanceRow {
  readonly direction: 'long' | 'short';
  /** Windows looked at: no search, no choice of the best. */
  readonly windows: number;
  /** Share of them, 0..1, with at least 90 % winners in the lookback. */
  readonly observed: number;
  /** The same for tosses of a fair coin. */
  readonly coin: number;
  /** The same for tosses that win as often as any window of the direction did. */
  readonly drift: number;
  /** Share of the windows with at least 90 % winners that won the next time; null without any. */
  readonly wonNext: number | null;
  /** Share of all the windows that won the next time. */
  readonly baseRate: number;
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
        long.add(record.years, record.rises, record.next > 0);
        short.add(record.years, record.falls, record.next < 0);
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

/** Counts windows of one direction by the years they were tested on. */
class Tally {
  private readonly windows: Float64Array;
  private hits = 0;
  private hitsWon = 0;
  private won = 0;

  constructor(
    private readonly direction: 'long' | 'short',
    settings: ModelSettings,
  ) {
    this.windows = new Float64Array(settings.lookbackYears + 1);
  }

  add(years: number, wins: number, wonNext: boolean): void {
    this.windows[years] += 1;
    if (wonNext) this.won += 1;
    if (wins < winningYears(DEFAULT_WINNING_PERCENT, years)) return;
    this.hits += 1;
    if (wonNext) this.hitsWon += 1;
  }

  row(): ChanceRow | null {
    const total = this.windows.reduce((sum, count) => sum + count, 0);
    if (total === 0) return null;
    const baseRate = this.won / total;
    let coin = 0;
    let drift = 0;
    for (const [years, count] of this.windows.entries()) {
      if (count === 0) continue;
      const need = winningYears(DEFAULT_WINNING_PERCENT, years);
      coin += count * coinProbability(need, years);
      drift += count * binomialTail(need, years, baseRate);
    }
    return {
      direction: this.direction,
      windows: total,
      observed: this.hits / total,
      coin: coin / total,
      drift: drift / total,
      wonNext: this.hits === 0 ? null : this.hitsWon / this.hits,
      baseRate,
    };
  }
}

/** P(at least `wins` of `n` independent tosses that each win with probability `p`), 0..1. */
export function binomialTail(wins: number, n: number, p: number): number {
  let ways = 1;
  let sum = 0;
  for (let k = n; k >= wins; k--) {
    sum += ways * p ** k * (1 - p) ** (n - k);
    ways = (ways * k) / (n - k + 1);
  }
  return sum;
}
