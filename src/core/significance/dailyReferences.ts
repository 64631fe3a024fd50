import type { Day } from '../calendar/dates';
import { median } from '../statistics/moments';
import { ROTATION_STEP, ROTATION_STEPS } from './rotation';
import { FARTHEST_BACK } from './searchedRows';
import { FEWEST_OBSERVED, type Reference } from './strength';

/** Held here: where globals are looked up through another context, as in tests, each call would cost more than its sum. */
const { isNaN: isMissing } = Number;
const { sqrt } = Math;

/** Too few years have been observed for a deviation. */
const NONE = -1;

/**
 * `referenceOf` for one entry day after the other of one hold, each the first of a search of its own. Entries a week apart share
 * all but one of their reference entries: the deviation of each is worked out once, which is most of the work.
 */
export class DailyReferences {
  private readonly deviation: Float64Array;
  /** For which of the lookbacks each deviation was worked out. */
  private readonly lookbackOf: Int32Array;
  /** Days from each year's entry to the latest one's: entries of which these are equal share deviations. */
  private apart: number[] = [];
  private lookbacks = 0;
  private readonly found = new Float64Array(ROTATION_STEPS);

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
   * @param until last entry day whose window is known to its end
   */
  of(past: Int32Array, until: Day): Reference | null {
    this.requireLookback(past);
    const { returns, from, deviation, lookbackOf, lookbacks, found } = this;
    const latest = past[past.length - 1];
    let sum = 0;
    let count = 0;
    let deviations = 0;
    for (let j = 0, moved = -FARTHEST_BACK; j < ROTATION_STEPS; j++, moved += ROTATION_STEP) {
      // Of the years only the latest can reach beyond what is known.
      const isKnown = latest + moved <= until;
      const years = isKnown ? past.length : past.length - 1;
      for (let k = 0; k < years; k++) {
        const gained = returns[past[k] + moved - from];
        if (isMissing(gained)) continue;
        sum += gained;
        count += 1;
      }
      const at = latest + moved - from;
      let own = deviation[at];
      if (!isKnown || lookbackOf[at] !== lookbacks) own = this.deviationOf(past, years, moved);
      if (isKnown) {
        deviation[at] = own;
        lookbackOf[at] = lookbacks;
      }
      if (own !== NONE) found[deviations++] = own;
    }
    if (count === 0) return null;
    return { mean: sum / count, deviation: deviations === 0 ? null : median(found.subarray(0, deviations)) };
  }

  /** Begins to work deviations out anew when the years lie apart otherwise: after a leap day, or with other years. */
  private requireLookback(past: Int32Array): void {
    const { apart } = this;
    const latest = past[past.length - 1];
    let isSame = apart.length === past.length;
    for (let k = 0; isSame && k < past.length; k++) isSame = latest - past[k] === apart[k];
    if (isSame) return;
    this.apart = Array.from(past, (day) => latest - day);
    this.lookbacks += 1;
  }

  /** The sample deviation across years of one reference entry, as `referenceOf` works it out. */
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
