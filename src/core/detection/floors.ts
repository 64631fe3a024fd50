import type { MissingNull, Significance } from '../significance/significance';
import { round4 } from '../statistics/round';
import type { Evidence } from '../window/evidence';

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
