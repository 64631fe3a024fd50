import { toIso } from '../calendar/dates';
import { type Evaluation, type Skill, skillOf } from './evaluation';
import { FEATURES } from './features';
import { brier, intervalText } from './metrics';
import type { Rows } from './rows';
import type { ChanceRow } from './selectionBias';
import type { ModelSettings } from './settings';
import type { Setups } from './setups';
import { type Fits, type ForwardOptions, type WinForward, winForward } from './walkForward';

/** The data a model was fitted on. */
interface CardData {
  readonly symbols: number;
  readonly rows: number;
  /** YYYY-MM-DD; null without rows. */
  readonly firstEntry: string | null;
  readonly lastEntry: string | null;
  readonly excluded: Setups['excluded'];
  /** Invented prices: the card is no evidence about markets. */
  readonly simulated: boolean;
}

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

/** The model card in sentences: method, result, and what follows for the reader. */
function statementsOf(data: CardData, evaluation: Evaluation | null, chance: readonly ChanceRow[]): readonly string[] {
  const statements = [
    `Fitted on ${data.rows} setups of ${data.symbols} symbols: in every week the best hold of each symbol and direction by the Sharpe ratio of its lookback, as known the day before entry.`,
  ];
  if (data.simulated) statements.push('The prices are simulated: nothing here is evidence about real markets.');
  if (evaluation === null) {
    statements.push(
      'Not tested: the data holds too few years for a walk-forward evaluation. Its skill is unknown, and ml_score ranks among the setups it was fitted on.',
    );
    return statements;
  }
  statements.push(
    ...testStatements(evaluation),
    ...selectionBiasStatements(evaluation),
    ...chance.map(chanceStatement),
  );
  if (!data.simulated) {
    statements.push(
      "The symbols are today's lists: companies that disappeared are missing, which flatters long setups. No costs and no borrow fees are counted.",
    );
  }
  return statements;
}

function testStatements(e: Evaluation): string[] {
  const { model, base_rate, shrunk_win_rate, raw_win_rate } = e.scores;
  return [
    `Tested walk-forward on ${e.rows} setups of ${span(e)}, each year by a model fitted and calibrated on earlier years only.`,
    `Brier score ${model.brier.toFixed(4)} (lower is better): base rate of the direction ${base_rate.brier.toFixed(4)}, shrunk win rate ${shrunk_win_rate.brier.toFixed(4)}, historical win rate taken as a probability ${raw_win_rate.brier.toFixed(4)}.`,
    `Gain over the base rate ${intervalText(e.skill.base_rate, 4)}; over the shrunk win rate ${intervalText(e.skill.shrunk_win_rate, 4)} (95 % intervals, errors by year).`,
    e.significant
      ? 'The skill is significant against both baselines. It is still small beside the luck of a single trade.'
      : 'The skill is not significant: treat a predicted probability as the base rate of its direction, and expect no more.',
    `AUC ${area(model.auc)}, calibration error ${model.calibrationError.toFixed(4)}, highest probability ${e.highestProbability.toFixed(4)}.`,
    `Predicted returns: gain in squared error over the mean of the direction ${intervalText(e.returnSkill, 4)}, ${e.returnSkill.significant ? 'significant' : 'not significant'}.`,
    ...e.suspectedLeak.map(
      (sign) => `Suspected leak: ${sign}. A result this good is taken for an error until it is explained.`,
    ),
  ];
}

function selectionBiasStatements({ selectionBias }: Evaluation): string[] {
  const { claimed, won, baseRate, excess } = selectionBias;
  return [
    `The 50 best-looking setups of each year, one a symbol, had won ${percent(claimed.mean)} of their past years and won ${percent(won.mean)} of the time next; all setups of the same directions won ${percent(baseRate.mean)}. Difference ${intervalText(excess, 4)}.`,
  ];
}

function chanceStatement(row: ChanceRow): string {
  const next =
    row.wonNext === null || row.excess === null
      ? ''
      : ` Those won ${percent(row.wonNext)} of the time next, ${intervalText(row.excess, 4)} more than all ${row.direction} windows of the same years, a difference that includes symbols that drift that way at any season.`;
  return `Of ${row.windows} ${row.direction} windows that nobody chose, ${percent(row.observed)} had at least 90 % winners; luck alone at their base rate gives ${percent(row.drift)}.${next}`;
}

function span({ firstYear, lastYear }: Evaluation): string {
  return firstYear === lastYear ? `${firstYear}` : `${firstYear} to ${lastYear}`;
}

function area(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(4);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
