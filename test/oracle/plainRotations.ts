import type { Day } from '../../src/core/calendar/dates';
import { lastSession, type PriceColumns } from '../../src/core/detection/columns';
import type { DetectionPlan } from '../../src/core/detection/plan';
import { allocateWindows, fillWindows, type ObservedWindows } from '../../src/core/significance/observedWindows';
import {
  type Draws,
  FARTHEST_BACK,
  FEWEST_OBSERVED,
  ROTATION_STEP,
  ROTATION_STEPS,
  type SearchedRows,
  searchedRows,
  UNOBSERVED,
} from '../../src/core/significance/rotation';
import type { Strongest } from '../../src/core/significance/rotationSearch';

/**
 * The results of `RotationSearch` window by window, without skipping any: the strength of each window in every rotation,
 * summed in the order of the kernel. The observations and the drift, which both use, are compared with METHOD 9 in
 * significance.test.ts.
 */
export class PlainRotations {
  private readonly searched: SearchedRows;
  private readonly windows: ObservedWindows;
  /** 1 + m_h by hold, for every lookback. */
  private growths: Float64Array[] = [];

  constructor(
    private readonly columns: PriceColumns,
    private readonly plan: DetectionPlan,
  ) {
    const { maxHold } = plan.request;
    this.searched = searchedRows(plan);
    this.windows = allocateWindows(this.searched.from, this.searched.to, maxHold);
  }

  use(symbol: number): boolean {
    const { entries, gapLimit } = this.plan.request;
    const last = lastSession(this.columns, symbol, Math.max(...entries.map(({ asOf }) => asOf)));
    if (last === null) return false;
    fillWindows(this.windows, this.columns, symbol, last, gapLimit);
    const { references } = this.searched;
    const { years, minHold } = this.plan.request;
    this.growths = Array.from({ length: references.length / years }, (_, i) =>
      plainDrift(this.windows, references.subarray(i * years, (i + 1) * years), minHold),
    );
    if (this.growths.every((growth) => growth.every(Number.isNaN))) return false;
    return this.plan.minHold.some((_, segment) => this.isObserved(segment));
  }

  /** Whether five years of a segment have an observed hold. */
  private isObserved(segment: number): boolean {
    const { holds } = this.windows;
    const still = { rotations: 1, reach: this.searched.reach, weeks: new Uint8Array(this.searched.reach) };
    const within = (row: number) =>
      Math.max(holds[2 * row], this.plan.minHold[segment]) <= Math.min(holds[2 * row + 1], this.plan.maxHold[segment]);
    return this.rowsOf(segment, still, 0).filter(within).length >= FEWEST_OBSERVED;
  }

  strongest(draws: Draws, rotation: number): Strongest {
    let [long, short] = [UNOBSERVED, UNOBSERVED];
    for (let segment = 0; segment < this.plan.minHold.length; segment++) {
      const rows = this.rowsOf(segment, draws, rotation);
      const growth = this.growths[this.searched.lookbacks[segment]];
      for (let hold = this.plan.minHold[segment]; hold <= this.plan.maxHold[segment]; hold++) {
        const square = this.squareAt(rows, hold, growth[hold]);
        if (square === null) continue;
        long = Math.max(0, long, square);
        short = Math.max(0, short, -square);
      }
    }
    return long === UNOBSERVED ? { long, short } : { long: Math.sqrt(long), short: Math.sqrt(short) };
  }

  /** Rows of the entry dates of a segment's years, oldest first. */
  private rowsOf(segment: number, { weeks, reach }: Draws, rotation: number): number[] {
    const { back, from } = this.searched;
    const { years } = this.plan.request;
    return Array.from({ length: years }, (_, k) => {
      const i = segment * years + k;
      return this.plan.occurrences[i] - 7 * weeks[rotation * reach + back[i]] - from;
    });
  }

  /** The square of z with its sign; null where there is none. */
  private squareAt(rows: readonly number[], hold: number, growth: number): number | null {
    const { close, variance, p0, varianceAtEntry, holds } = this.windows;
    let [n, ratio, total, before] = [0, 0, 0, 0];
    for (const row of rows) {
      const end = row + hold - 1;
      if (holds[2 * row] > hold || holds[2 * row + 1] < hold || close[end] === 0) continue;
      n += 1;
      ratio += close[end] * (1 / p0[row]);
      total += variance[end];
      before += varianceAtEntry[row];
    }
    const excess = ratio - n * growth;
    if (n < FEWEST_OBSERVED || Number.isNaN(growth)) return null;
    return !(total - before > 0) ? 0 : (excess * Math.abs(excess)) / (total - before);
  }
}

/**
 * 1 + m_h by hold (METHOD 9): mean of P1 / P0 over the reference entries before the search's first entry in each year of a
 * lookback; NaN where none was observed. The kernel (src/core/kernel/wasm/drift.ts) gives the same bits.
 *
 * @param references first entry date of the search in each year
 */
function plainDrift(
  { from, close, p0, holds, maxHold }: ObservedWindows,
  references: Iterable<Day>,
  minHold: number,
): Float64Array {
  const growth = new Float64Array(maxHold + 1);
  const counts = new Int32Array(maxHold + 1);
  for (const reference of references) {
    for (let j = 0; j < ROTATION_STEPS; j++) {
      const row = reference - FARTHEST_BACK + ROTATION_STEP * j - from;
      const inverse = 1 / p0[row];
      for (let hold = Math.max(minHold, holds[2 * row]); hold <= holds[2 * row + 1]; hold++) {
        const p1 = close[row + hold - 1];
        if (p1 === 0) continue;
        growth[hold] += p1 * inverse;
        counts[hold] += 1;
      }
    }
  }
  return growth.map((sum, hold) => (counts[hold] > 0 ? sum / counts[hold] : Number.NaN));
}
