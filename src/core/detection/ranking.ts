import type { Day } from '../calendar/dates';
import type { Significance } from '../significance/significance';
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
