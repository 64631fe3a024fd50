import { lastSession, type PriceColumns } from '../../src/core/detection/columns';
import type { DetectionPlan } from '../../src/core/detection/plan';
import { type MeasuredReturns, measureDrift } from '../../src/core/significance/drift';
import { fillReturns } from '../../src/core/significance/returnTable';
import type { Draws } from '../../src/core/significance/rotation';
import type { Strongest } from '../../src/core/significance/rotationSearch';
import { type SearchedRows, searchedRows } from '../../src/core/significance/searchedRows';
import { strengthOf } from '../../src/core/significance/strength';

/**
 * What `RotationKernel` does, one window after the other and leaving none out: `strengthOf` of every one in every rotation.
 * The returns and the drift, which both look up, are held to METHOD 9 by significance.test.ts.
 */
export class PlainRotations {
  private readonly searched: SearchedRows;
  private readonly measured: MeasuredReturns;

  constructor(
    private readonly columns: PriceColumns,
    private readonly plan: DetectionPlan,
  ) {
    this.searched = searchedRows(plan);
    const { minHold, maxHold } = plan.request;
    const width = maxHold - minHold + 1;
    const rows = this.searched.to - this.searched.from + 1;
    const [value, kind] = [new Float64Array(rows * width), new Uint8Array(rows)];
    this.measured = {
      table: { from: this.searched.from, rows, minHold, width, stride: width, value, kind },
      mean: new Float64Array(width),
      deviation: new Float64Array(width),
    };
  }

  use(symbol: number): boolean {
    const { entries, gapLimit } = this.plan.request;
    const last = lastSession(this.columns, symbol, Math.max(...entries.map(({ asOf }) => asOf)));
    if (last === null) return false;
    const { table } = this.measured;
    // Rows without a return are left as they were.
    table.value.fill(Number.NaN);
    fillReturns(table, this.columns, symbol, last, gapLimit);
    return measureDrift(this.measured, this.plan);
  }

  strongest(draws: Draws, rotation: number): Strongest {
    let [long, short] = [0, 0];
    for (let segment = 0; segment < this.plan.minHold.length; segment++) {
      const rows = this.rowsOf(segment, draws, rotation);
      for (let hold = this.plan.minHold[segment]; hold <= this.plan.maxHold[segment]; hold++) {
        const z = this.strengthAt(rows, hold) ?? 0;
        long = Math.max(long, z);
        short = Math.max(short, -z);
      }
    }
    return { long, short };
  }

  /** Rows of the table at which the years of a segment are looked up, oldest first. */
  private rowsOf(segment: number, { weeks, reach }: Draws, rotation: number): number[] {
    const { back, from } = this.searched;
    const { years } = this.plan.request;
    return Array.from({ length: years }, (_, k) => {
      const i = segment * years + k;
      return this.plan.occurrences[i] - 7 * weeks[rotation * reach + back[i]] - from;
    });
  }

  private strengthAt(rows: readonly number[], hold: number): number | null {
    const { table, mean, deviation } = this.measured;
    const column = hold - table.minHold;
    let [n, sum, squares] = [0, 0, 0];
    for (const row of rows) {
      const gained = table.value[row * table.width + column];
      if (Number.isNaN(gained)) continue;
      n += 1;
      sum += gained;
      squares += gained * gained;
    }
    if (Number.isNaN(mean[column])) return null;
    return strengthOf(n, sum, squares, { mean: mean[column], deviation: deviation[column] });
  }
}
