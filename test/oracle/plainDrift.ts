import type { DetectionPlan } from '../../src/core/detection/plan';
import type { ObservedWindows } from '../../src/core/significance/observedWindows';
import { FARTHEST_BACK, ROTATION_STEP, ROTATION_STEPS } from '../../src/core/significance/rotation';

/**
 * Writes 1 + m_h of every hold of a search (METHOD 9): mean of P1 / P0 over the reference entries before each lookback
 * year of its first entry. NaN where none was observed. The kernel
 * (src/core/kernel/wasm/drift.ts) gives the same bits.
 *
 * @param growth by hold, `maxHold + 1` elements at least
 * @returns false when no hold has one
 */
export function plainDrift(growth: Float64Array, windows: ObservedWindows, plan: DetectionPlan): boolean {
  const { minHold, maxHold, occurrences, segments, request } = plan;
  const { from, close, p0, holds } = windows;
  const { years } = request;
  const counts = new Int32Array(request.maxHold + 1);
  growth.fill(0);
  // The segments of the first entry; each has its own holds.
  for (let segment = 0; segment < segments[1]; segment++) {
    for (let i = segment * years; i < (segment + 1) * years; i++) {
      for (let j = 0; j < ROTATION_STEPS; j++) {
        const row = occurrences[i] - FARTHEST_BACK + ROTATION_STEP * j - from;
        const longest = Math.min(maxHold[segment], holds[2 * row + 1]);
        const inverse = 1 / p0[row];
        for (let hold = Math.max(minHold[segment], holds[2 * row]); hold <= longest; hold++) {
          const p1 = close[row + hold - 1];
          if (p1 === 0) continue;
          growth[hold] += p1 * inverse;
          counts[hold] += 1;
        }
      }
    }
  }
  let any = false;
  for (let hold = 0; hold < growth.length; hold++) {
    any ||= counts[hold] > 0;
    growth[hold] = counts[hold] > 0 ? growth[hold] / counts[hold] : Number.NaN;
  }
  return any;
}
