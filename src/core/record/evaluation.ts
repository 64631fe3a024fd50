import { reliability } from '../model/metrics';
import { NORMAL_95, wilsonInterval } from '../statistics/binomial';
import { type CountedPick, setupOfEach } from './trackRecord';

/** The references of closed picks: return in percent in the direction of the pick; null without one. */
export const REFERENCES = {
  random_dates: ({ randomDates }: CountedPick) => randomDates?.figures?.avg_return_pct ?? null,
  benchmark: ({ outcome }: CountedPick) => outcome?.benchmark?.return_pct ?? null,
} as const;

export type Reference = keyof typeof REFERENCES;

/** A pick and the cumulative excess up to it. Percentage points, unrounded. */
interface ExcessPoint {
  readonly pick: CountedPick['pick'];
  readonly returnPct: number;
  readonly against: number;
  readonly excess: number;
  readonly cumulative: number;
  /** Half-width of the 95 % band around 0 of the cumulative excess under chance. */
  readonly band: number;
}

export interface ExcessOfPicks {
  readonly points: readonly ExcessPoint[];
  /** Closed picks whose reference is not known yet. */
  readonly awaited: number;
  /** Number of distinct setups among the points. */
  readonly setups: number;
}

/**
 * The cumulative excess of closed picks over a reference, with the 95 % band of chance. Under chance each setup's excess
 * keeps its size and takes a random sign, so that the sum has mean 0 and a variance of the sum over setups of their
 * squared excess (sign-flip randomisation test, Fisher 1935, section 21, normal approximation). No distribution of
 * returns is assumed.
 *
 * @param picks oldest first
 */
export function excessOfPicks(picks: readonly CountedPick[], reference: Reference): ExcessOfPicks {
  const closed = picks.filter(({ returnPct }) => returnPct !== null);
  const compared = closed.flatMap((counted) => {
    const { pick, returnPct } = counted;
    const against = REFERENCES[reference](counted);
    return returnPct === null || against === null ? [] : [{ pick, returnPct, against, excess: returnPct - against }];
  });
  const setups = setupOfEach(compared.map(({ pick }) => pick));
  const ofSetup = new Map<number, number>();
  let cumulative = 0;
  let variance = 0;
  const points = compared.map((point, i) => {
    const before = ofSetup.get(setups[i]) ?? 0;
    const sum = before + point.excess;
    ofSetup.set(setups[i], sum);
    cumulative += point.excess;
    variance += sum * sum - before * before;
    // When a setup's picks cancel out, rounding may leave the variance below 0.
    return { ...point, cumulative, band: NORMAL_95 * Math.sqrt(Math.max(0, variance)) };
  });
  return { points, awaited: closed.length - compared.length, setups: ofSetup.size };
}

/** Picks of similar published probability and their observed share of wins, 0..1, with Wilson's 95 % interval. */
export interface CalibrationBin {
  readonly picks: number;
  readonly predicted: number;
  readonly observed: number;
  readonly low: number;
  readonly high: number;
}

/** Fewest picks of a bin, unless there are fewer in total, and most bins. */
const PICKS_A_BIN = 10;
const MOST_BINS = 10;

/** Bins in ascending probability, of about equal size. Empty without a pick. */
export function calibrationOf(
  closed: readonly { readonly probability: number; readonly won: boolean }[],
): CalibrationBin[] {
  const p = Float64Array.from(closed, ({ probability }) => probability);
  const won = Uint8Array.from(closed, (pick) => (pick.won ? 1 : 0));
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
