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
 * What it reports equals `test/oracle/slowSignificance.ts` up to rounding, and is the same whenever it is asked.
 *
 * Holds scratch memory of rows x holds doubles: use one kernel for many symbols, one at a time.
 */
export class RotationKernel {
  private readonly gapLimit: number;
  private readonly latest: Day;

  /** @param search over the same plan, which another kernel may have used: it has the scratch memory */
  constructor(
    private readonly columns: PriceColumns,
    plan: DetectionPlan,
    private readonly search = new RotationSearch(plan),
  ) {
    this.gapLimit = plan.request.gapLimit;
    this.latest = plan.request.entries.reduce((latest, { asOf }) => Math.max(latest, asOf), -Infinity);
  }

  /**
   * Makes a symbol the one that `asItWas` and `rotated` speak of.
   *
   * @returns false when it has no session, or nothing to compare with
   */
  use(symbol: number): boolean {
    const last = lastSession(this.columns, symbol, this.latest);
    if (last === null) return false;
    fillReturns(this.search.table, this.columns, symbol, last, this.gapLimit);
    if (!measureDrift(this.search, this.search.searched.plan)) return false;
    this.search.prepare();
    return true;
  }

  /** The strongest windows with the calendar as it was. */
  asItWas(): Strongest {
    const { reach } = this;
    return this.search.strongest({ rotations: 1, reach, weeks: new Uint8Array(reach) }, 0, 1)[0];
  }

  /** The strongest windows of one rotation. @param draws that reach `reach` years back */
  rotated(draws: Draws, rotation: number): Strongest {
    return this.search.strongest(draws, rotation, rotation + 1)[0];
  }

  /** The same of every rotation, which is faster than one after the other: they share most rows of the table. */
  allRotated(draws: Draws): Strongest[] {
    return this.search.strongest(draws, 0, draws.rotations);
  }

  /** How far back draws must reach. */
  get reach(): number {
    return this.search.searched.reach;
  }
}
