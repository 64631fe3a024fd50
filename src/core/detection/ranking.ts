import type { Day } from '../calendar/dates';
import type { MissingNull, Significance } from '../significance/significance';
import { round4 } from '../statistics/round';
import type { Evidence } from '../window/evidence';
import type { Direction } from '../window/window';
import { compareCandidates } from './candidate';

export type RankBy = 'edge' | 'win_rate' | 'sharpe' | 'ml' | 'avg_return' | 'significance';

/** The values that rank a row. Statistics unrounded (METHOD 2: ranking compares the unrounded value). */
export interface Rankable {
  readonly symbol: string;
  readonly direction: Direction;
  readonly entry: Day;
  /** Calendar days. */
  readonly hold: number;
  readonly evidence: Evidence;
  readonly edgeScore: number;
  readonly significance: Significance;
  /** The model's win probability; null or absent without a prediction, which ranks last. */
  readonly mlWinProb?: number | null;
}

/** The sort keys of each order, highest first. */
const KEYS: Record<RankBy, readonly ((row: Rankable) => number)[]> = {
  edge: [(row) => row.edgeScore],
  win_rate: [(row) => row.evidence.winRate],
  sharpe: [(row) => row.evidence.sharpe],
  ml: [(row) => row.mlWinProb ?? -1],
  avg_return: [(row) => row.evidence.mean],
  // p-values come in steps: of equal or pending ones the stronger window leads.
  significance: [({ significance }) => 1 - (significance.pSymbol ?? 1), ({ significance }) => significance.z ?? -1e9],
};

/** Best first by `rankBy`; ties by the order of METHOD 5, so that the same request gives the same answer, always. */
export function rankingBy(rankBy: RankBy): (a: Rankable, b: Rankable) => number {
  const keys = KEYS[rankBy];
  return (a, b) => {
    for (const key of keys) {
      const difference = key(b) - key(a);
      if (difference !== 0) return difference;
    }
    return compareCandidates(asCandidate(a), asCandidate(b), (symbol) => symbol);
  };
}

function asCandidate({ symbol, direction, entry, hold, evidence: { sharpe, yearsTested } }: Rankable) {
  return { symbol, direction, entry, hold, sharpe, yearsTested };
}

/** Bounds of published statistics; absent = none. Win rate and chances 0..1, returns in percent. */
export interface StatisticFloors {
  readonly minWinRate?: number;
  readonly minYears?: number;
  readonly minAvgReturn?: number;
  readonly minMedianReturn?: number;
  readonly minSharpe?: number;
  readonly maxPSymbol?: number;
  readonly maxPSearch?: number;
}

export function hasFloors(floors: StatisticFloors): boolean {
  return Object.values(floors).some((floor) => floor !== undefined);
}

/** Why floors of p-values (METHOD 9) may leave rows out that others would not; null when every p-value is known. */
export function missingNull(
  { maxPSymbol, maxPSearch }: StatisticFloors,
  rows: readonly { readonly significance: Pick<Significance, 'missing'> | null }[],
): MissingNull | null {
  if (maxPSymbol === undefined && maxPSearch === undefined) return null;
  return rows.find(({ significance }) => significance?.missing)?.significance?.missing ?? null;
}

/** The statistics and p-values that floors are compared with. */
export type FlooredChances = Pick<Significance, 'pSymbol' | 'pSearch'>;
type FlooredStatistics = Pick<Evidence, 'winRate' | 'yearsTested' | 'mean' | 'median' | 'sharpe'>;

/**
 * Whether the statistics as published, with 4 decimals, reach every floor: a caller who copies a number from an answer
 * into a filter must find its row again (METHOD 2). Unavailable evidence (null) reaches none (SPEC 4.1, rule 3), and a
 * chance that is not known satisfies no bound (METHOD 9).
 */
export function reachesFloors(
  evidence: FlooredStatistics | null,
  significance: FlooredChances | null,
  floors: StatisticFloors,
): boolean {
  if (evidence === null) return !hasFloors(floors);
  return (
    reaches(evidence.winRate, floors.minWinRate) &&
    reaches(evidence.yearsTested, floors.minYears) &&
    reaches(evidence.mean, floors.minAvgReturn) &&
    reaches(evidence.median, floors.minMedianReturn) &&
    reaches(evidence.sharpe, floors.minSharpe) &&
    staysBelow(significance?.pSymbol ?? null, floors.maxPSymbol) &&
    staysBelow(significance?.pSearch ?? null, floors.maxPSearch)
  );
}

function reaches(value: number, floor: number | undefined): boolean {
  return floor === undefined || round4(value) >= floor;
}

function staysBelow(chance: number | null, most: number | undefined): boolean {
  return most === undefined || (chance !== null && round4(chance) <= most);
}
