import type { Day } from '../calendar/dates';
import type { Bars } from './bars';

/** Difference between two versions of a symbol's bars. */
export interface BarsChange {
  /** Days only in the new version, and days only in the old one. */
  readonly added: number;
  readonly removed: number;
  /** Days in both whose close, high or low differs. */
  readonly restated: number;
  /** First and last of the restated days; null without any. */
  readonly restatedFrom: Day | null;
  readonly restatedTo: Day | null;
  /** Factor of all restated closes, as after a split or dividend; null when there is no single one. */
  readonly factor: number | null;
}

export const NO_CHANGE: BarsChange = {
  added: 0,
  removed: 0,
  restated: 0,
  restatedFrom: null,
  restatedTo: null,
  factor: null,
};

/** Relative difference up to which two ratios are one factor: vendors round prices to six significant digits or fewer. */
const ONE_FACTOR = 1e-4;

/** Compares two versions of a symbol's bars, day by day; null = no bars. */
export function barsChange(before: Bars | null, after: Bars | null): BarsChange {
  const old = before?.day ?? [];
  const now = after?.day ?? [];
  let shared = 0;
  const restated: number[] = [];
  const ratios: number[] = [];
  for (let b = 0, a = 0; before && after && b < old.length && a < now.length; ) {
    if (old[b] < now[a]) b += 1;
    else if (old[b] > now[a]) a += 1;
    else {
      shared += 1;
      if (!sameBar(before, b, after, a)) {
        restated.push(now[a]);
        ratios.push(after.close[a] / before.close[b]);
      }
      b += 1;
      a += 1;
    }
  }
  return {
    added: now.length - shared,
    removed: old.length - shared,
    restated: restated.length,
    restatedFrom: restated.at(0) ?? null,
    restatedTo: restated.at(-1) ?? null,
    factor: oneFactor(ratios),
  };
}

function sameBar(before: Bars, b: number, after: Bars, a: number): boolean {
  return (
    before.close[b] === after.close[a] &&
    Object.is(before.high[b], after.high[a]) &&
    Object.is(before.low[b], after.low[a])
  );
}

/** The common factor; null for a single day, which proves none, and for a factor of 1, a change of highs and lows alone. */
function oneFactor(ratios: readonly number[]): number | null {
  if (ratios.length < 2) return null;
  const factor = ratios[ratios.length - 1];
  const isOne = Math.abs(factor - 1) > ONE_FACTOR && factor > 0 && Number.isFinite(factor);
  return isOne && ratios.every((ratio) => Math.abs(ratio / factor - 1) <= ONE_FACTOR) ? factor : null;
}
