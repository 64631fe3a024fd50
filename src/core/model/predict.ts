import { type Features, scaleOf } from './features';
import { linearAt } from './logistic';
import type { ModelCard } from './modelCard';
import { calibrated, type Platt } from './platt';
import type { ModelSettings } from './settings';
import type { Fits } from './walkForward';

/** A fitted model: plain JSON, and everything a prediction needs. */
export interface Model {
  /** Hash of data version, code version and settings: equal inputs, equal version, equal bytes. */
  readonly version: string;
  /** Hash over the prices it was trained on. */
  readonly dataVersion: string;
  /** Last day of the prices used, YYYY-MM-DD; null = all of them. The same prices cut at a day are other training data. */
  readonly pricesThrough: string | null;
  readonly codeVersion: string;
  readonly settings: ModelSettings;
  readonly fits: Fits;
  readonly platt: Platt;
  /** Out-of-fold probabilities, thinned, ascending. Never changed after training. */
  readonly reference: readonly number[];
  /** Simulated prices. */
  readonly simulated: boolean;
  /** Last day, YYYY-MM-DD, whose price may have entered an outcome that the model was fitted on. */
  readonly trainedThrough: string;
  readonly card: ModelCard;
}

/** The published name of a model's training data: the prices' hash and the day they were cut after. */
export function trainingDataName({ dataVersion, pricesThrough }: Pick<Model, 'dataVersion' | 'pricesThrough'>): string {
  return pricesThrough === null ? dataVersion : `${dataVersion} through ${pricesThrough}`;
}

/** The model's prediction for a setup. Not rounded. */
export interface Prediction {
  /** Probability of a return above 0 in the direction of the trade, 0..1. */
  readonly winProb: number;
  /** Percent, in the direction of the trade. */
  readonly predReturnPct: number;
  /** Maximum favourable excursion, percent, >= max(0, predReturnPct). */
  readonly predMfePct: number;
  /** Percentile of the probability in the model's frozen reference, 0..100. */
  readonly score: number;
}

export function predict(model: Pick<Model, 'fits' | 'platt' | 'reference'>, features: Features): Prediction {
  const { fits, platt, reference } = model;
  const scale = scaleOf(features);
  const winProb = calibrated(platt, linearAt(fits.win, features.values));
  const predReturnPct = linearAt(fits.returns, features.values) * scale;
  const predMfePct = Math.max(0, predReturnPct, linearAt(fits.mfe, features.values) * scale);
  return { winProb, predReturnPct, predMfePct, score: percentileIn(reference, winProb) };
}

/** Whether the model may move edge_score (METHOD 6): proven on real prices, and not too good to be true. */
export function mayTilt({ card, simulated }: Model): boolean {
  const { evaluation } = card;
  return !simulated && evaluation !== null && evaluation.significant && evaluation.suspectedLeak.length === 0;
}

/** Order statistics kept: a score moves in steps of a tenth of a point. */
const MOST_KEPT = 1000;

/**
 * The reference that ml_score is a percentile in: the out-of-fold probabilities of a model version, thinned to order
 * statistics at the middle of equal shares, the (i + 1/2)/K quantile for i = 0..K-1. It never depends on the request.
 *
 * @throws RangeError without probabilities
 */
export function referenceOf(probabilities: Float64Array): number[] {
  if (probabilities.length === 0) throw new RangeError('a reference needs at least 1 probability, got 0');
  const sorted = probabilities.slice().sort();
  const kept = Math.min(MOST_KEPT, sorted.length);
  return Array.from({ length: kept }, (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / kept)]);
}

/** Share of the reference below a probability, ties counting half, 0..100. @param reference ascending */
export function percentileIn(reference: readonly number[], probability: number): number {
  const below = countWhile(reference, (kept) => kept < probability);
  const upTo = countWhile(reference, (kept) => kept <= probability);
  return (50 * (below + upTo)) / reference.length;
}

/** Length of the leading part of an array for which `matches` is true. */
function countWhile(sorted: readonly number[], matches: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (matches(sorted[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
