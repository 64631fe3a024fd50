import type { Day } from '../calendar/dates';
import { lastSession, type PriceColumns } from '../detection/columns';
import type { DetectionPlan } from '../detection/plan';
import { median } from '../statistics/moments';
import type { Draws } from './draws';
import { fillReturns, type ReturnTable, RowKind, returnTable } from './returnTable';
import { ROTATION_STEP, ROTATION_STEPS } from './rotation';
import { FARTHEST_BACK, type SearchedRows, searchedRows } from './searchedRows';
import { FEWEST_OBSERVED } from './strength';

/** Held here: where globals are looked up through another context, as in tests, each call would cost more than its sum. */
const { sqrt, max } = Math;
const { isNaN: isMissing } = Number;

/** The strongest window of a symbol over a search: the largest z of its longs and of its shorts, 0 where none has one. */
export interface Strongest {
  readonly long: number;
  readonly short: number;
}

/**
 * The rotations of METHOD 9 over all windows of a search. Per symbol a table of returns by entry date and hold is made
 * once; a rotation then only adds up other rows of it. A rotation costs O(windows x years) additions.
 *
 * What it reports equals `test/oracle/slowSignificance.ts` up to rounding, and is the same whenever it is asked.
 *
 * Holds scratch memory of rows x holds doubles: use one kernel for many symbols, one at a time.
 */
export class RotationKernel {
  private readonly searched: SearchedRows;
  private readonly table: ReturnTable;
  private readonly latest: Day;
  /** By hold of the table: m_h and s0_h. NaN = none. */
  private readonly mean: Float64Array;
  private readonly deviation: Float64Array;
  /** Element at which the row of each observed year begins, but for the hold. */
  private readonly bases: Int32Array;
  /** Days by which a rotation moves each number of years back. */
  private readonly moves: Int32Array;
  private strongestLong = 0;
  private strongestShort = 0;

  constructor(
    private readonly columns: PriceColumns,
    plan: DetectionPlan,
  ) {
    const { minHold, maxHold, entries, years } = plan.request;
    this.searched = searchedRows(plan);
    this.table = returnTable(this.searched.from, this.searched.to, minHold, maxHold);
    this.latest = entries.reduce((latest, { asOf }) => Math.max(latest, asOf), -Infinity);
    this.mean = new Float64Array(this.table.width);
    this.deviation = new Float64Array(this.table.width);
    this.bases = new Int32Array(years);
    this.moves = new Int32Array((this.searched.allBack.at(-1) ?? 0) + 1);
  }

  /**
   * Makes a symbol the one that `asItWas` and `rotated` speak of.
   *
   * @returns false when it has no session, or nothing to compare with
   */
  use(symbol: number): boolean {
    const last = lastSession(this.columns, symbol, this.latest);
    if (last === null) return false;
    fillReturns(this.table, this.columns, symbol, last, this.searched.plan.request.gapLimit);
    return this.measureDrift();
  }

  /** The strongest windows with the calendar as it was. */
  asItWas(): Strongest {
    this.moves.fill(0);
    return this.strongest();
  }

  /** The strongest windows of one rotation. @param draws that reach `reach` years back */
  rotated({ weeks, reach }: Draws, rotation: number): Strongest {
    for (const back of this.searched.allBack) this.moves[back] = -ROTATION_STEP * weeks[rotation * reach + back];
    return this.strongest();
  }

  /** How far back draws must reach: one more than the most years back. */
  get reach(): number {
    return this.moves.length;
  }

  private strongest(): Strongest {
    const { plan, back } = this.searched;
    const { segments, minHold, maxHold, occurrences, request } = plan;
    const { years } = request;
    const { kind, from, width, minHold: shortest } = this.table;
    const { bases, moves } = this;
    this.strongestLong = 0;
    this.strongestShort = 0;
    const count = segments[segments.length - 1];
    for (let segment = 0; segment < count; segment++) {
      let observed = 0;
      let whole = true;
      for (let i = segment * years; i < (segment + 1) * years; i++) {
        const row = occurrences[i] + moves[back[i]] - from;
        if (kind[row] === RowKind.empty) continue;
        if (kind[row] === RowKind.mixed) whole = false;
        bases[observed] = row * width - shortest;
        observed += 1;
      }
      if (observed < FEWEST_OBSERVED) continue;
      if (whole) this.judgeWhole(observed, minHold[segment], maxHold[segment]);
      else this.judgeMixed(observed, minHold[segment], maxHold[segment]);
    }
    return { long: this.strongestLong, short: this.strongestShort };
  }

  /** Holds whose years are all observed. */
  private judgeWhole(n: number, from: number, to: number): void {
    const { bases, table } = this;
    const { value } = table;
    for (let hold = from; hold <= to; hold++) {
      let sum = 0;
      let squares = 0;
      for (let k = 0; k < n; k++) {
        const gained = value[bases[k] + hold];
        sum += gained;
        squares += gained * gained;
      }
      this.offer(hold, n, sum, squares);
    }
  }

  private judgeMixed(years: number, from: number, to: number): void {
    const { bases, table } = this;
    const { value } = table;
    for (let hold = from; hold <= to; hold++) {
      let n = 0;
      let sum = 0;
      let squares = 0;
      for (let k = 0; k < years; k++) {
        const gained = value[bases[k] + hold];
        if (isMissing(gained)) continue;
        n += 1;
        sum += gained;
        squares += gained * gained;
      }
      if (n >= FEWEST_OBSERVED) this.offer(hold, n, sum, squares);
    }
  }

  /** `strengthOf`, spared its root and division where the window cannot be the strongest. */
  private offer(hold: number, n: number, sum: number, squares: number): void {
    const at = hold - this.table.minHold;
    const reference = this.deviation[at];
    const mean = sum / n;
    const excess = sqrt(n) * (mean - this.mean[at]);
    // The window's own deviation only makes its scale larger. NaN, where a hold has no reference, compares false.
    if (!(excess > this.strongestLong * reference || -excess > this.strongestShort * reference)) return;
    const scale = sqrt(max(0, squares - sum * mean) / (n - 1)) + reference;
    if (!(scale > 0)) return;
    const z = excess / scale;
    if (z > this.strongestLong) this.strongestLong = z;
    if (-z > this.strongestShort) this.strongestShort = -z;
  }

  /** m_h and s0_h of every hold; false where no hold has both. */
  private measureDrift(): boolean {
    const { plan } = this.searched;
    const { years } = plan.request;
    const { from, minHold, width, value, kind } = this.table;
    let measured = false;
    this.mean.fill(Number.NaN);
    this.deviation.fill(Number.NaN);
    for (let segment = 0; segment < plan.segments[1]; segment++) {
      for (let hold = plan.minHold[segment]; hold <= plan.maxHold[segment]; hold++) {
        const deviations: number[] = [];
        let sum = 0;
        let count = 0;
        for (let j = 0; j < ROTATION_STEPS; j++) {
          let n = 0;
          let total = 0;
          let squares = 0;
          for (let i = segment * years; i < (segment + 1) * years; i++) {
            const row = plan.occurrences[i] - FARTHEST_BACK + ROTATION_STEP * j - from;
            if (kind[row] === RowKind.empty) continue;
            const gained = value[row * width - minHold + hold];
            if (isMissing(gained)) continue;
            n += 1;
            total += gained;
            squares += gained * gained;
          }
          sum += total;
          count += n;
          if (n >= FEWEST_OBSERVED) deviations.push(sqrt(max(0, squares - (total * total) / n) / (n - 1)));
        }
        if (deviations.length === 0) continue;
        this.mean[hold - minHold] = sum / count;
        this.deviation[hold - minHold] = median(deviations);
        measured = true;
      }
    }
    return measured;
  }
}
