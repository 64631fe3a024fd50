import { type Found, isRow, type Verified } from './evidenceRows';
import type { ScanRow } from './results';

export interface RowsSoFar {
  readonly rows: readonly ScanRow[];
  /** Candidates on the way to the last of the rows that could not be verified. */
  readonly failures: number;
}

/**
 * Gives the first `count` rows of candidates in their order. Each candidate is verified once, and only when somebody's
 * count reaches it; what an answer holds depends on its own count alone, never on what was asked before.
 */
export function rowsInOrder(
  candidates: readonly Found[],
  verify: (found: readonly Found[]) => Promise<readonly Verified[]>,
): (count: number) => Promise<RowsSoFar> {
  const outcomes: Verified[] = [];
  let turn: Promise<void> = Promise.resolve();
  const reach = async (count: number) => {
    for (let missing = count - outcomes.filter(isRow).length; missing > 0; ) {
      const next = candidates.slice(outcomes.length, outcomes.length + missing);
      if (next.length === 0) return;
      outcomes.push(...(await verify(next)));
      missing = count - outcomes.filter(isRow).length;
    }
  };
  return async (count) => {
    if (count <= 0) return { rows: [], failures: 0 };
    // One after the other, so that no two requests verify the same candidates; a failed turn is not the next one's.
    turn = turn.catch(() => {}).then(() => reach(count));
    await turn;
    return firstRows(outcomes, count);
  };
}

function firstRows(outcomes: readonly Verified[], count: number): RowsSoFar {
  const rows: ScanRow[] = [];
  let failures = 0;
  for (const outcome of outcomes) {
    if (rows.length === count) break;
    if (isRow(outcome)) rows.push(outcome);
    else failures += 1;
  }
  return { rows, failures };
}
