import type { ChanceRow } from './chance';
import type { Evaluation, Skill } from './evaluation';
import type { Setups } from './setups';

/** The data a model was fitted on. */
export interface CardData {
  readonly symbols: number;
  readonly rows: number;
  /** YYYY-MM-DD; null without rows. */
  readonly firstEntry: string | null;
  readonly lastEntry: string | null;
  readonly excluded: Setups['excluded'];
  /** Invented prices: the card is no evidence about markets. */
  readonly simulated: boolean;
}

/** The model card in sentences: method, result, and what follows for the reader. */
export function statementsOf(
  data: CardData,
  evaluation: Evaluation | null,
  chance: readonly ChanceRow[],
): readonly string[] {
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
    `Gain over the base rate ${interval(e.skill.base_rate)}; over the shrunk win rate ${interval(e.skill.shrunk_win_rate)} (95 % intervals, errors by year).`,
    e.significant
      ? 'The skill is significant against both baselines. It is still small beside the luck of a single trade.'
      : 'The skill is not significant: treat a predicted probability as the base rate of its direction, and expect no more.',
    `AUC ${area(model.auc)}, calibration error ${model.calibrationError.toFixed(4)}, highest probability ${e.highestProbability.toFixed(4)}.`,
    `Predicted returns: gain in squared error over the mean of the direction ${interval(e.returnSkill)}, ${e.returnSkill.significant ? 'significant' : 'not significant'}.`,
    ...e.suspectedLeak.map(
      (sign) => `Suspected leak: ${sign}. A result this good is taken for an error until it is explained.`,
    ),
  ];
}

function selectionBiasStatements({ selectionBias }: Evaluation): string[] {
  const { claimed, won, baseRate, excess } = selectionBias;
  return [
    `The 50 best-looking setups of each year, one a symbol, had won ${percent(claimed.mean)} of their past years and won ${percent(won.mean)} of the time next; all setups of the same directions won ${percent(baseRate.mean)}. Difference ${interval(excess)}.`,
  ];
}

function chanceStatement(row: ChanceRow): string {
  const next =
    row.wonNext === null || row.excess === null
      ? ''
      : ` Those won ${percent(row.wonNext)} of the time next, ${interval(row.excess)} more than all ${row.direction} windows of the same years, a difference that includes symbols that drift that way at any season.`;
  return `Of ${row.windows} ${row.direction} windows that nobody chose, ${percent(row.observed)} had at least 90 % winners; luck alone at their base rate gives ${percent(row.drift)}.${next}`;
}

function span({ firstYear, lastYear }: Evaluation): string {
  return firstYear === lastYear ? `${firstYear}` : `${firstYear} to ${lastYear}`;
}

function interval({ mean, low, high }: Pick<Skill, 'mean' | 'low' | 'high'>): string {
  if (low === null || high === null) return `${mean.toFixed(4)} (one year: no interval)`;
  return `${mean.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)})`;
}

function area(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(4);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
