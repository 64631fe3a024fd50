import { reliability } from '../model/metrics';
import { NORMAL_95, wilsonInterval } from '../statistics/binomial';
import { type CountedPick, setupOfEach } from './trackRecord';

/** What closed picks are held against. Returns percent in the direction of the pick; null where there is nothing. */
export const REFERENCES = {
  random_dates: ({ randomDates }: CountedPick) => randomDates?.figures?.avg_return_pct ?? null,
  benchmark: ({ outcome }: CountedPick) => outcome?.benchmark?.return_pct ?? null,
} as const;

export type Reference = keyof typeof REFERENCES;

/** A pick, and the sum up to it. Percentage points, unrounded. */
export interface ExcessPoint {
  readonly pick: CountedPick['pick'];
  readonly returnPct: number;
  readonly against: number;
  readonly excess: number;
  readonly cumulative: number;
  /** Luck alone leaves the sum within so much of 0 in 95 % of tries. */
  readonly luck: number;
}

export interface Excess {
  readonly points: readonly ExcessPoint[];
  /** Closed picks with nothing to be held against. */
  readonly awaited: number;
  /** Setups among those counted. */
  readonly setups: number;
}

/**
 * The sum of what closed picks returned beyond a reference, one after the other, with the band of luck: when each excess
 * keeps its size and its sign is a fair coin, that of a setup's picks the same one, the sum has mean 0 and as variance the
 * sum over setups of their squared excess (a randomisation test by signs, Fisher 1935, section 21, by its normal
 * approximation). Nothing is assumed of the spread of returns.
 *
 * @param picks oldest first
 */
export function excessOver(picks: readonly CountedPick[], reference: Reference): Excess {
  const closed = picks.flatMap((one) => (one.returnPct === null ? [] : [{ ...one, returnPct: one.returnPct }]));
  const held = closed.flatMap(({ pick, returnPct, ...rest }) => {
    const against = REFERENCES[reference]({ pick, returnPct, ...rest });
    return against === null ? [] : [{ pick, returnPct, against, excess: returnPct - against }];
  });
  const setups = setupOfEach(held.map(({ pick }) => pick));
  const ofSetup = new Map<number, number>();
  let cumulative = 0;
  let variance = 0;
  const points = held.map((one, i) => {
    const before = ofSetup.get(setups[i]) ?? 0;
    const now = before + one.excess;
    ofSetup.set(setups[i], now);
    cumulative += one.excess;
    variance += now * now - before * before;
    // A setup whose picks undo each other leaves a trace of rounding.
    return { ...one, cumulative, luck: NORMAL_95 * Math.sqrt(Math.max(0, variance)) };
  });
  return { points, awaited: closed.length - held.length, setups: ofSetup.size };
}

/** Published probabilities of about one size, and what came. Shares 0..1, with Wilson's 95 % interval. */
export interface CalibrationBin {
  readonly picks: number;
  readonly predicted: number;
  readonly observed: number;
  readonly low: number;
  readonly high: number;
}

/** Fewest picks of a bin, unless there are fewer in all, and most bins. */
const PICKS_A_BIN = 10;
const MOST_BINS = 10;

/** Bins in ascending probability, of about equal size. Empty without a pick. */
export function calibrationOf(
  closed: readonly { readonly probability: number; readonly won: boolean }[],
): CalibrationBin[] {
  const p = Float64Array.from(closed, ({ probability }) => probability);
  const won = Uint8Array.from(closed, (one) => (one.won ? 1 : 0));
  const bins = Math.min(MOST_BINS, Math.max(1, Math.floor(closed.length / PICKS_A_BIN)));
  return reliability(
    p,
    won,
    Int32Array.from(closed, (_, i) => i),
    bins,
  ).map(({ count, predicted, observed }) => ({
    picks: count,
    predicted,
    observed,
    ...wilsonInterval(Math.round(observed * count), count),
  }));
}
