import type { Day } from '../../src/core/calendar/dates';
import type { ObservedWindows } from '../../src/core/significance/observedWindows';
import { FARTHEST_BACK, ROTATION_STEP, ROTATION_STEPS } from '../../src/core/significance/rotation';

/**
 * 1 + m_h by hold (METHOD 9): mean of P1 / P0 over the reference entries before the search's first entry in each year of a
 * lookback; NaN where none was observed. The kernel (src/core/kernel/wasm/drift.ts) gives the same bits.
 *
 * @param references first entry date of the search in each year
 */
export function plainDrift(
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
