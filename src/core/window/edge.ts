import { CONFIDENCE_FACTORS, confidenceOf, type Significance } from '../significance/significance';
import { excessOver } from '../statistics/moments';
import type { Baseline } from './baseline';
import type { Evidence } from './evidence';
import type { Direction } from './window';

/** The inputs of edge_score (METHOD 6). Percent unless said. */
export interface EdgeInput {
  /** Years observed. */
  readonly n: number;
  readonly wins: number;
  readonly mean: number;
  readonly median: number;
  /** Sample standard deviation; null when n < 2. */
  readonly deviation: number | null;
  /** The record of any entry date of the lookback with the same hold and direction. */
  readonly baseline: Baseline;
  /** Mean win share of the neighbouring windows, 0..1; null when none could be observed. */
  readonly neighbours: number | null;
  /** Null when the score is not shown. */
  readonly significance: Significance | null;
  /** Points from the model, at most 10 either way; 0 unless it has proven skill. */
  readonly tilt: number;
  /** Calendar days by which the market's prices end before the last session that is due; null = current. */
  readonly daysBehind: number | null;
  /** Least percent of winning years of the market's detection band, where a search found no window with it; absent otherwise. */
  readonly missedBandPercent?: number;
}

/** Why a score is capped below 40, whatever its parts. */
export type EdgeCap = 'years' | 'win_rate' | 'cost' | 'baseline' | 'old_prices' | 'out_of_band';

export interface Edge {
  /** Integer 0..100. */
  readonly score: number;
  /** Its inputs, for `edge_basis`. */
  readonly input: EdgeInput;
  /** Empty unless the score is capped at 39. */
  readonly caps: readonly EdgeCap[];
  /** f of METHOD 6: .30, .39, .85 or 1. */
  readonly confidence: number;
  /** Each 0..1, before weights. */
  readonly parts: {
    readonly winRate: number;
    readonly strength: number;
    readonly evenness: number;
    readonly neighbours: number;
  };
}

/** Floors below which a setup is neutral (SPEC 2.2), and a round trip's cost in percent (METHOD 6). */
export const NEUTRAL = { edge: 40, winRate: 0.55, years: 5, cost: 0.2 } as const;

export const MAX_TILT = 10;

/** Shares of the four parts; they sum to 1. */
export const WEIGHTS = { winRate: 0.3, strength: 0.3, evenness: 0.1, neighbours: 0.3 } as const;
const PRIOR_YEARS = 10;
/** By how much the shrunk win share, and that of the neighbours, must exceed p0 to count in full. */
const WIN_RATE_SPAN = 0.25;
const NEIGHBOUR_SPAN = 0.35;
const MAX_RATIO = 10;

/**
 * edge_score of METHOD 6: the excess of a window's record over the symbol's baseline less one standard error, the
 * agreement of its neighbours, and the p-value of the search.
 *
 * @throws RangeError naming the first input that is out of range
 */
export function edgeOf(input: EdgeInput): Edge {
  check(input);
  const drift = scoredBaseline(input.baseline);
  const excess = excessOver(input.mean, drift.mean);
  const parts = {
    winRate: winRatePart(input.wins, input.n, drift.share),
    strength: strengthPart(input, excess),
    evenness: excess > 0 ? clamp((input.median - drift.mean) / excess) : 0,
    neighbours: input.neighbours === null ? 0 : clamp((input.neighbours - drift.share) / NEIGHBOUR_SPAN),
  };
  const confidence = input.significance === null ? CONFIDENCE_FACTORS.chance : confidenceOf(input.significance);
  const caps = capsOf(input, excess);
  const blended =
    WEIGHTS.winRate * parts.winRate +
    WEIGHTS.strength * parts.strength +
    WEIGHTS.evenness * parts.evenness +
    WEIGHTS.neighbours * parts.neighbours;
  const raw = 100 * confidence * blended + input.tilt;
  const capped = caps.length > 0 ? Math.min(raw, NEUTRAL.edge - 1) : raw;
  return { score: Math.floor(Math.min(100, Math.max(0, capped)) + 0.5), input, caps, confidence, parts };
}

/** p0 and m0 as the score uses them: .5 and 0 without an observed date. */
export function scoredBaseline({ positiveShare, mean }: Baseline): { readonly share: number; readonly mean: number } {
  return { share: positiveShare ?? 0.5, mean: mean ?? 0 };
}

/** W: the win share, shrunk by ten years at p0, beyond p0. */
function winRatePart(wins: number, n: number, p0: number): number {
  return clamp(((wins + PRIOR_YEARS * p0) / (n + PRIOR_YEARS) - p0) / WIN_RATE_SPAN);
}

/** T: the ratio of excess return to deviation with Hedges' correction for few years, less its standard error (Lo 2002). */
function strengthPart({ deviation, n }: EdgeInput, excess: number): number {
  if (n < 3) return 0;
  const s = ratioOf(excess, deviation) * (1 - 3 / (4 * (n - 1) - 1));
  return clamp(s - Math.sqrt((1 + (s * s) / 2) / n));
}

function ratioOf(excess: number, deviation: number | null): number {
  if (deviation === null || deviation === 0) return excess > 0 ? MAX_RATIO : 0;
  return Math.min(excess / deviation, MAX_RATIO);
}

function capsOf({ n, wins, mean, baseline, daysBehind, missedBandPercent }: EdgeInput, excess: number): EdgeCap[] {
  const caps: EdgeCap[] = [];
  if (n < NEUTRAL.years) caps.push('years');
  if (n === 0 || wins / n < NEUTRAL.winRate) caps.push('win_rate');
  if (mean <= NEUTRAL.cost) caps.push('cost');
  if (baseline.mean !== null && excess <= 0) caps.push('baseline');
  if (daysBehind !== null) caps.push('old_prices');
  if (missedBandPercent !== undefined) caps.push('out_of_band');
  return caps;
}

function clamp(x: number): number {
  return Math.min(1, Math.max(0, x));
}

function check({ n, wins, mean, median, deviation, neighbours, tilt }: EdgeInput): void {
  const need = (holds: boolean, name: string, value: unknown, accepted: string) => {
    if (!holds) throw new RangeError(`edge: ${name} is ${value}, accepted is ${accepted}`);
  };
  need(Number.isInteger(n) && n >= 0, 'n', n, 'a whole number of years');
  need(Number.isInteger(wins) && wins >= 0 && wins <= n, 'wins', wins, `a whole number 0..${n}`);
  need(Number.isFinite(mean), 'mean', mean, 'a finite percentage');
  need(Number.isFinite(median), 'median', median, 'a finite percentage');
  need(deviation === null || deviation >= 0, 'deviation', deviation, 'null or a number >= 0');
  need(neighbours === null || (neighbours >= 0 && neighbours <= 1), 'neighbours', neighbours, 'null or a share 0..1');
  need(Math.abs(tilt) <= MAX_TILT, 'tilt', tilt, `-${MAX_TILT}..${MAX_TILT}`);
}

export type Bias = 'bullish' | 'bearish' | 'neutral';

/** The statistics that decide a bias together with the edge score. */
type WinRecord = Pick<Evidence, 'winRate' | 'yearsTested'>;

/** The conditions of SPEC 2.2, each enough to make a setup neutral. */
export type NeutralReason = 'edge' | 'win_rate' | 'years';

/** Bullish for long, bearish for short, neutral by SPEC 2.2. @param edgeScore 0..100 */
export function biasOf(direction: Direction, edgeScore: number, record: WinRecord): Bias {
  if (isNeutral(edgeScore, record)) return 'neutral';
  return direction === 'long' ? 'bullish' : 'bearish';
}

export function isNeutral(edgeScore: number, record: WinRecord): boolean {
  return neutralReasons(edgeScore, record).length > 0;
}

/** Which of the conditions hold; empty when the setup is not neutral. */
export function neutralReasons(edgeScore: number, { winRate, yearsTested }: WinRecord): NeutralReason[] {
  const reasons: NeutralReason[] = [];
  if (edgeScore < NEUTRAL.edge) reasons.push('edge');
  if (winRate < NEUTRAL.winRate) reasons.push('win_rate');
  if (yearsTested < NEUTRAL.years) reasons.push('years');
  return reasons;
}
