import { toIso } from '../calendar/dates';
import type { ChanceRow } from './chance';
import { type Evaluation, type Skill, skillOf } from './evaluation';
import { FEATURES } from './features';
import { brier } from './metrics';
import type { Rows } from './rows';
import type { ModelSettings } from './settings';
import type { Setups } from './setups';
import { type CardData, statementsOf } from './statements';
import { type Fits, type ForwardOptions, type WinForward, winForward } from './walkForward';

/** The walk-forward evaluation repeated without one feature. */
interface Ablation {
  readonly feature: string;
  /** Brier score without the feature. */
  readonly brier: number;
  /** Brier score without it minus with it, by year: above 0 the feature helps. */
  readonly gain: Skill;
}

/** A model's data, features and evaluation. Plain JSON, nothing rounded. */
export interface ModelCard {
  readonly data: CardData;
  /** Weight per standard deviation of the feature, in log odds. */
  readonly features: readonly { readonly name: string; readonly meaning: string; readonly weight: number }[];
  /** Null when the data holds too few years to test on. */
  readonly evaluation: Evaluation | null;
  readonly ablations: readonly Ablation[];
  /** Observed wins against chance, over windows that no search chose. */
  readonly chance: readonly ChanceRow[];
  /** The card in sentences. */
  readonly statements: readonly string[];
}

export function cardOf(
  setups: Setups,
  symbols: number,
  simulated: boolean,
  fits: Fits,
  evaluation: Evaluation | null,
  ablations: readonly Ablation[],
  chance: readonly ChanceRow[],
): ModelCard {
  const { rows, excluded } = setups;
  const at = (row: number) => (rows.count === 0 ? null : toIso(rows.entry[row]));
  const data = { symbols, rows: rows.count, firstEntry: at(0), lastEntry: at(rows.count - 1), excluded, simulated };
  const features = FEATURES.map(({ name, meaning }, j) => ({ name, meaning, weight: fits.win.weights[j] }));
  return { data, features, evaluation, ablations, chance, statements: statementsOf(data, evaluation, chance) };
}

/**
 * Repeats the walk-forward evaluation with each feature left out.
 *
 * @param tested rows that have a probability
 * @param memory buffers to compute in; `into` must not be the arrays of the full walk-forward
 * @param onProgress share done, 0..1
 */
export function ablationsOf(
  rows: Rows,
  { probability: fullProbability }: WinForward,
  tested: Int32Array,
  settings: ModelSettings,
  memory: Pick<ForwardOptions, 'buffers' | 'into'>,
  onProgress: (share: number) => void,
): Ablation[] {
  if (tested.length === 0) return [];
  onProgress(0);
  return FEATURES.map(({ name }, omitted) => {
    const columns = rows.features.filter((_, j) => j !== omitted);
    const { probability } = winForward(rows, columns, settings, memory);
    const loss = (p: Float64Array, row: number) => (p[row] - rows.won[row]) ** 2;
    const gain = skillOf(rows, tested, (row) => loss(probability, row) - loss(fullProbability, row));
    onProgress((omitted + 1) / FEATURES.length);
    return { feature: name, brier: brier(probability, rows.won, tested), gain };
  });
}
