import { mean } from '../statistics/moments';
import { studentT } from '../statistics/studentT';
import type { Evidence } from './evidence';

/** How far the years of a window beat its symbol's drift m0 (METHOD 6). Percent, in the direction of the trade. */
export interface Excess {
  /** mean - m0: also the round trip cost at which the record is no better than the drift (METHOD 10). */
  readonly mean: number;
  /** 95 % interval of the mean by Student's t, n - 1 degrees of freedom; null with fewer than two years. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Mean over the earlier half of the years and over the later one; a middle year is left out of both. Null for one year. */
  readonly halves: { readonly earlier: number; readonly later: number } | null;
}

const CONFIDENCE = 0.95;

/** The excess of each year, oldest first. @param drift m0, percent */
export function excessOf(
  { observations, mean: centre, deviation }: Pick<Evidence, 'observations' | 'mean' | 'deviation'>,
  drift: number,
): Excess {
  const n = observations.length;
  const half = Math.floor(n / 2);
  const excess = observations.map(({ returnPct }) => returnPct - drift);
  const reach = deviation === null ? null : (studentT(CONFIDENCE, n - 1) * deviation) / Math.sqrt(n);
  return {
    mean: centre - drift,
    interval: reach === null ? null : { low: centre - drift - reach, high: centre - drift + reach },
    halves: half === 0 ? null : { earlier: mean(excess.slice(0, half)), later: mean(excess.slice(n - half)) },
  };
}
