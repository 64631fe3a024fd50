import type { Day } from '../calendar/dates';
import { median } from '../statistics/moments';
import { ROTATION_STEP, ROTATION_STEPS } from './rotation';
import { FARTHEST_BACK } from './searchedRows';
import { FEWEST_OBSERVED, type Reference } from './strength';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { isNaN: isMissing } = Number;
const { sqrt } = Math;

/** Too few years have been observed for a deviation. */
const NONE = -1;

/**
 * `referenceOf` for successive entry days of one hold, each the first entry of its own search. Entries a week apart share
 * all but one of their reference entries: the deviation of each is computed once, which saves most of the work.
 */
export class DailyReferences {
  private readonly deviation: Float64Array;
  /** Number of the lookback for which each deviation was computed. */
  private readonly lookbackOf: Int32Array;
  /** Days from each year's entry to the latest one's: entries with equal distances share deviations. */
  private apart: number[] = [];
  private lookbacks = 0;
  private readonly deviations = new Float64Array(ROTATION_STEPS);

  /** @param returns long ones as fractions, one a calendar day from `from` on; NaN = missing */
  constructor(
    private readonly returns: Float64Array,
    private readonly from: Day,
  ) {
    this.deviation = new Float64Array(returns.length);
    this.lookbackOf = new Int32Array(returns.length);
  }

  /**
   * @param past entry days of the lookback years, oldest first; entries are to ascend from call to call
   * @param until last entry day whose window ends by as-of
   */
  of(past: Int32Array, until: Day): Reference | null {
    this.requireLookback(past);
    const { returns, from, deviation, lookbackOf, lookbacks, deviations } = this;
    const latest = past[past.length - 1];
    let sum = 0;
    let count = 0;
    let measured = 0;
    for (let j = 0, moved = -FARTHEST_BACK; j < ROTATION_STEPS; j++, moved += ROTATION_STEP) {
      // Only the latest year's window can end after as-of.
      const isComplete = latest + moved <= until;
      const years = isComplete ? past.length : past.length - 1;
      for (let k = 0; k < years; k++) {
        const gained = returns[past[k] + moved - from];
        if (isMissing(gained)) continue;
        sum += gained;
        count += 1;
      }
      const at = latest + moved - from;
      let entryDeviation = deviation[at];
      if (!isComplete || lookbackOf[at] !== lookbacks) entryDeviation = this.deviationOf(past, years, moved);
      if (isComplete) {
        deviation[at] = entryDeviation;
        lookbackOf[at] = lookbacks;
      }
      if (entryDeviation !== NONE) deviations[measured++] = entryDeviation;
    }
    if (count === 0) return null;
    return { mean: sum / count, deviation: measured === 0 ? null : median(deviations.subarray(0, measured)) };
  }

  /** Starts a new lookback when the distances between the years change: after a leap day, or with other years. */
  private requireLookback(past: Int32Array): void {
    const { apart } = this;
    const latest = past[past.length - 1];
    let isSame = apart.length === past.length;
    for (let k = 0; isSame && k < past.length; k++) isSame = latest - past[k] === apart[k];
    if (isSame) return;
    this.apart = Array.from(past, (day) => latest - day);
    this.lookbacks += 1;
  }

  /** The sample deviation across years of one reference entry, as in `referenceOf`. */
  private deviationOf(past: Int32Array, years: number, moved: number): number {
    const { returns, from } = this;
    let n = 0;
    let sum = 0;
    for (let k = 0; k < years; k++) {
      const gained = returns[past[k] + moved - from];
      if (isMissing(gained)) continue;
      n += 1;
      sum += gained;
    }
    if (n < FEWEST_OBSERVED) return NONE;
    const centre = sum / n;
    let squares = 0;
    for (let k = 0; k < years; k++) {
      const gained = returns[past[k] + moved - from];
      if (!isMissing(gained)) squares += (gained - centre) * (gained - centre);
    }
    return sqrt(squares / (n - 1));
  }
}
