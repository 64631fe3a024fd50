import { LRUCache } from 'lru-cache';
import { isLate, orAborted } from '../deadline';
import type { ScanCore, ScanRow, VerifiedRows } from './results';
import { type Found, isRow, type Verified, type Verify } from './verification';

/** Some eight kilobytes each at ten years: more than a scan of the sandbox finds. A larger scan is verified each time. */
const MOST_ROWS = 2_000;

/** Rows past the pools of scans, verified when first asked for. Those used last are kept, over all scans together. */
export class RowsBeyond {
  private readonly kept: LRUCache<readonly Found[], readonly Verified[]>;

  /** @param most rows kept */
  constructor(most = MOST_ROWS) {
    this.kept = new LRUCache({ maxSize: most, sizeCalculation: (outcomes) => Math.max(1, outcomes.length) });
  }

  /**
   * Gives the first `count` rows of candidates in their order. A candidate is verified only when somebody's count reaches
   * it; what an answer holds depends on its own count and time alone, never on what was asked before.
   */
  inOrder(candidates: readonly Found[], verify: Verify): ScanCore['beyond'] {
    let turn: Promise<void> = Promise.resolve();
    const reach = async (count: number, signal: AbortSignal): Promise<readonly Verified[]> => {
      const outcomes = [...(this.kept.get(candidates) ?? [])];
      for (let missing = count - outcomes.filter(isRow).length; missing > 0 && !signal.aborted; ) {
        const next = candidates.slice(outcomes.length, outcomes.length + missing);
        if (next.length === 0) break;
        const verified = await verify(next, signal);
        // What was late this time may be in time for the next one.
        outcomes.push(...verified.filter((outcome) => outcome !== 'late'));
        missing = count - outcomes.filter(isRow).length;
      }
      this.kept.set(candidates, outcomes);
      return outcomes;
    };
    return async (count, until) => {
      if (count <= 0) return { rows: [], failures: 0 };
      const { signal } = until;
      // One after the other, so that no two requests verify the same candidates; a failed turn is not the next one's.
      const mine = turn.then(() => reach(count, signal));
      // Only that it is over: a promise of the rows would keep them for as long as the scan.
      turn = mine.then(nothing, nothing);
      return firstRows(candidates, await this.whenReached(mine, candidates, signal), count);
    };
  }

  /** What was verified by the time the signal aborts. @throws AbandonedError */
  private async whenReached(
    mine: Promise<readonly Verified[]>,
    candidates: readonly Found[],
    signal: AbortSignal,
  ): Promise<readonly Verified[]> {
    try {
      return await orAborted(mine, signal);
    } catch (error) {
      if (!isLate(signal)) throw error;
      return this.kept.get(candidates) ?? [];
    }
  }
}

function nothing(): void {}

/** @param outcomes of the candidates that were reached */
function firstRows(candidates: readonly Found[], outcomes: readonly Verified[], count: number): VerifiedRows {
  const rows: ScanRow[] = [];
  let failures = 0;
  for (const outcome of outcomes) {
    if (rows.length === count) break;
    if (isRow(outcome)) rows.push(outcome);
    else failures += 1;
  }
  const late = Math.min(count - rows.length, candidates.length - outcomes.length);
  return { rows, failures: failures + late };
}
