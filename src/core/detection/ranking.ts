import type { Day } from '../calendar/dates';
import type { Evidence } from '../window/evidence';
import type { Direction } from '../window/window';

export type RankBy = 'edge' | 'win_rate' | 'sharpe' | 'ml' | 'avg_return';

/** What a ranked row is compared by. Statistics unrounded (METHOD 2: ranking compares the unrounded value). */
export interface Rankable {
  readonly symbol: string;
  readonly direction: Direction;
  readonly entry: Day;
  /** Calendar days. */
  readonly hold: number;
  readonly evidence: Evidence;
  readonly edgeScore: number;
  /** The model's win probability; null or absent without a prediction, which ranks last. */
  readonly mlWinProb?: number | null;
}

const KEY: Record<RankBy, (row: Rankable) => number> = {
  edge: (row) => row.edgeScore,
  win_rate: (row) => row.evidence.winRate,
  sharpe: (row) => row.evidence.sharpe,
  ml: (row) => row.mlWinProb ?? -1,
  avg_return: (row) => row.evidence.mean,
};

/** Best first by `rankBy`; ties by the order of METHOD 5, so that the same request gives the same answer, always. */
export function rankingBy(rankBy: RankBy): (a: Rankable, b: Rankable) => number {
  const key = KEY[rankBy];
  return (a, b) => key(b) - key(a) || byMethodOrder(a, b);
}

/** Higher Sharpe, more years, earlier entry, shorter hold, symbol by code units, long before short (METHOD 5). */
function byMethodOrder(a: Rankable, b: Rankable): number {
  return (
    b.evidence.sharpe - a.evidence.sharpe ||
    b.evidence.yearsTested - a.evidence.yearsTested ||
    a.entry - b.entry ||
    a.hold - b.hold ||
    Number(a.symbol > b.symbol) - Number(a.symbol < b.symbol) ||
    Number(a.direction === 'short') - Number(b.direction === 'short')
  );
}
