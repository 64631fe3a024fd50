import type { DetectionPlan } from '../detection/plan';
import { median } from '../statistics/moments';
import { type ReturnTable, RowKind } from './returnTable';
import { ROTATION_STEP, ROTATION_STEPS } from './rotation';
import { FARTHEST_BACK } from './searchedRows';
import { FEWEST_OBSERVED } from './strength';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { sqrt, max } = Math;
const { isNaN: isMissing } = Number;

/** The returns of a symbol with m_h and s0_h by hold of the table; NaN = none. */
export interface MeasuredReturns {
  readonly table: ReturnTable;
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

/**
 * Fills in m_h and s0_h of every hold from the table of returns (METHOD 9), NaN where a hold has none. Reads the rows in
 * their order in memory.
 *
 * @returns false when no hold has both
 */
export function measureDrift({ table, mean, deviation }: MeasuredReturns, plan: DetectionPlan): boolean {
  const { minHold, maxHold, occurrences, segments, request } = plan;
  const { years } = request;
  mean.fill(Number.NaN);
  deviation.fill(Number.NaN);
  const width = request.maxHold - request.minHold + 1;
  // By hold: all years and reference entries.
  const sums = new Float64Array(width);
  const counts = new Int32Array(width);
  // By hold: the years of one reference entry.
  const total = new Float64Array(width);
  const squares = new Float64Array(width);
  const observed = new Int32Array(width);
  // Deviations of the reference entries, side by side for each hold.
  const deviations = new Float64Array(width * ROTATION_STEPS);
  const measured = new Int32Array(width);
  // The segments of the first entry; each has its own holds.
  for (let segment = 0; segment < segments[1]; segment++) {
    const from = minHold[segment] - request.minHold;
    const to = maxHold[segment] - request.minHold;
    for (let j = 0; j < ROTATION_STEPS; j++) {
      total.fill(0, from, to + 1);
      squares.fill(0, from, to + 1);
      observed.fill(0, from, to + 1);
      for (let i = segment * years; i < (segment + 1) * years; i++) {
        const row = occurrences[i] - FARTHEST_BACK + ROTATION_STEP * j - table.from;
        if (table.kind[row] !== RowKind.empty) addRow(table.value, row * table.stride, from, to);
      }
      for (let at = from; at <= to; at++) {
        sums[at] += total[at];
        counts[at] += observed[at];
        const n = observed[at];
        if (n < FEWEST_OBSERVED) continue;
        const rest = max(0, squares[at] - (total[at] * total[at]) / n);
        deviations[at * ROTATION_STEPS + measured[at]] = sqrt(rest / (n - 1));
        measured[at] += 1;
      }
    }
  }

  function addRow(value: Float64Array, base: number, from: number, to: number): void {
    for (let at = from; at <= to; at++) {
      const gained = value[base + at];
      if (isMissing(gained)) continue;
      observed[at] += 1;
      total[at] += gained;
      squares[at] += gained * gained;
    }
  }

  let any = false;
  for (let at = 0; at < width; at++) {
    if (measured[at] === 0) continue;
    mean[at] = sums[at] / counts[at];
    deviation[at] = median(deviations.subarray(at * ROTATION_STEPS, at * ROTATION_STEPS + measured[at]));
    any = true;
  }
  return any;
}
