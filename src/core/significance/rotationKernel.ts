import type { Day } from '../calendar/dates';
import { lastSession, type PriceColumns } from '../detection/columns';
import type { DetectionPlan } from '../detection/plan';
import { measureDrift } from './drift';
import { fillReturns } from './returnTable';
import type { Draws } from './rotation';
import { RotationSearch, type Strongest } from './rotationSearch';

/**
 * The rotations of METHOD 9 over all windows of a search. Per symbol a table of returns by entry date and hold is made
 * once; a rotation then only adds up other rows of it.
 *
 * Its results equal those of `test/oracle/slowSignificance.ts` up to rounding and do not depend on earlier calls.
 *
 * Holds scratch memory of rows x holds doubles: use one kernel for many symbols, one at a time.
 */
export class RotationKernel {
  private readonly gapLimit: number;
  private readonly latest: Day;

  /** @param search scratch memory over the same plan; kernels may share it one after the other */
  constructor(
    private readonly columns: PriceColumns,
    plan: DetectionPlan,
    private readonly search = new RotationSearch(plan),
  ) {
    this.gapLimit = plan.request.gapLimit;
    this.latest = plan.request.entries.reduce((latest, { asOf }) => Math.max(latest, asOf), -Infinity);
  }

  /**
   * Loads a symbol for `unrotated`, `rotated` and `allRotated`.
   *
   * @returns false when it has no session or no reference
   */
  use(symbol: number): boolean {
    const last = lastSession(this.columns, symbol, this.latest);
    if (last === null) return false;
    fillReturns(this.search.table, this.columns, symbol, last, this.gapLimit);
    if (!measureDrift(this.search, this.search.searched.plan)) return false;
    this.search.prepare();
    return true;
  }

  /** The strongest windows over the unshuffled calendar. */
  unrotated(): Strongest {
    const { reach } = this;
    return this.search.strongest({ rotations: 1, reach, weeks: new Uint8Array(reach) }, 0, 1)[0];
  }

  /** The strongest windows of one rotation. @param draws that reach `reach` years back */
  rotated(draws: Draws, rotation: number): Strongest {
    return this.search.strongest(draws, rotation, rotation + 1)[0];
  }

  /** The strongest windows of every rotation; faster than single calls, as rotations share most rows of the table. */
  allRotated(draws: Draws): Strongest[] {
    return this.search.strongest(draws, 0, draws.rotations);
  }

  /** Years back that draws must cover. */
  get reach(): number {
    return this.search.searched.reach;
  }
}
