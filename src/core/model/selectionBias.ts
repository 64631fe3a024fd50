import { type Rows, rowsByYear } from './rows';
import { meanOfYears, type YearlyMean } from './skill';

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
