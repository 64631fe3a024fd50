import { BASELINES, CONTENDERS, type Evaluation, type Skill } from '../core/model/evaluation';
import type { RecordedTrial } from '../core/model/inputTrial';
import type { ModelCard } from '../core/model/modelCard';
import { type Model, trainingDataName } from '../core/model/predict';
import { TRIAL_RULE, trialBasis, trialStatement, trialTable } from './inputTrial';

const TITLES = {
  model: 'the model',
  base_rate: 'base rate of the direction',
  shrunk_win_rate: 'shrunk win rate',
  raw_win_rate: 'historical win rate as a probability',
} as const;

/**
 * The model card as Markdown.
 *
 * @param trial the last trial of inputs on such prices
 */
export function modelCardMarkdown(model: Model, trial: RecordedTrial | null): string {
  const { card } = model;
  return [
    `# Model card ${model.version}`,
    ...card.statements,
    '## What it is',
    'Logistic regression with an L2 penalty for the win, Platt scaling on out-of-fold predictions, ridge regression for the return and the maximum favourable excursion in units of daily volatility * sqrt(hold). Weights are per standard deviation of the feature, in log odds.',
    table(
      ['feature', 'meaning', 'weight'],
      card.features.map(({ name, meaning, weight }) => [name, meaning, number(weight)]),
    ),
    ...(card.evaluation === null ? [] : evaluationSections(card, card.evaluation)),
    ...chanceSection(card),
    ...inputsSection(trial),
    '## Where it comes from',
    table(['what', 'value'], provenance(model)),
    '',
  ].join('\n\n');
}

function evaluationSections({ ablations }: ModelCard, e: Evaluation): string[] {
  return [
    '## How good it is',
    table(
      ['out of sample', 'Brier', 'log loss', 'AUC', 'calibration error'],
      CONTENDERS.map((name) => {
        const { brier, logLoss, auc, calibrationError } = e.scores[name];
        return [TITLES[name], number(brier), number(logLoss), number(auc), number(calibrationError)];
      }),
    ),
    table(
      ['gain in Brier score over', 'mean', 'standard error', '95 % interval', 'significant'],
      BASELINES.map((name) => gainRow(TITLES[name], e.skill[name])),
    ),
    `AUC by year: mean ${number(e.aucByYear.mean)}, standard error ${number(e.aucByYear.standardError)}.`,
    table(
      ['deciles of', 'setups', 'calibration error', 'predicted : observed'],
      e.reliability.map(({ group, rows, calibrationError, bins }) => [
        group,
        String(rows),
        number(calibrationError),
        bins.map((bin) => `${bin.predicted.toFixed(3)} : ${bin.observed.toFixed(3)}`).join(', '),
      ]),
    ),
    '## What each feature is worth',
    'The evaluation repeated without the feature. A gain above 0 says that it helps.',
    table(
      ['without', 'Brier', 'gain from having it', 'standard error', '95 % interval', 'significant'],
      ablations.map(({ feature, brier, gain }) => [feature, number(brier), ...gainRow('', gain).slice(1)]),
    ),
    '## What a win rate is worth',
    table(
      ['won in the lookback', 'setups', 'claimed', 'won next'],
      e.claims.map(({ tenth, setups, claimed, won }) => [
        tenth === 10 ? '100 %' : `${10 * tenth} to ${10 * tenth + 9} %`,
        String(setups),
        number(claimed),
        number(won),
      ]),
    ),
    'The best-looking setups of each year, 50 at most and one a symbol: what they had won before, and what they won then.',
    table(
      ['year', 'setups', 'won in the lookback', 'won in the year', 'all setups, same directions'],
      e.selectionBias.years.map(({ year, setups, claimed, won, baseRate }) => [
        String(year),
        String(setups),
        number(claimed),
        number(won),
        number(baseRate),
      ]),
    ),
    '## Year by year',
    table(
      ['year', 'setups', 'Brier', 'base rate', 'shrunk', 'AUC'],
      e.byYear.map((y) => [
        String(y.year),
        String(y.rows),
        number(y.brier),
        number(y.baseRateBrier),
        number(y.shrunkBrier),
        number(y.auc),
      ]),
    ),
  ];
}

function chanceSection({ chance }: ModelCard): string[] {
  if (chance.length === 0) return [];
  return [
    '## Observed against chance',
    'Windows entered every fourth Monday and held 10, 30, 50, 70 and 90 days, none of them chosen: the share with at least 90 % winners.',
    table(
      [
        'direction',
        'windows',
        'observed',
        'fair coin',
        'coin with base rate',
        'those won next',
        'all won next',
        'difference within years',
      ],
      chance.map((row) => [
        row.direction,
        String(row.windows),
        number(row.observed),
        number(row.coin),
        number(row.drift),
        number(row.wonNext),
        number(row.baseRate),
        row.excess === null ? 'unknown' : `${number(row.excess.mean)} (${intervalOf(row.excess)})`,
      ]),
    ),
  ];
}

function inputsSection(trial: RecordedTrial | null): string[] {
  const title = '## Inputs tried';
  if (trial === null) return [title, 'None on such prices: `npm run evidence -- inputs` tries them.'];
  const [head, ...rows] = trialTable(trial);
  return [
    title,
    trialStatement(trial),
    TRIAL_RULE,
    `${trialBasis(trial)}.`,
    table(head, rows),
    "Gains are errors less the variant's own (of AUC the reverse) with their standard errors, clustered by year: above 0 = better. The base rate is that of the direction among earlier setups of the same kind.",
  ];
}

function provenance(model: Model): string[][] {
  const { codeVersion, trainedThrough, settings, card } = model;
  const { symbols, rows, firstEntry, lastEntry, excluded, simulated } = card.data;
  return [
    ['prices', simulated ? 'simulated' : 'imported'],
    ['symbols', String(symbols)],
    ['setups', `${rows}, entered ${firstEntry} to ${lastEntry}`],
    ['outcomes through', trainedThrough],
    ...Object.entries(excluded).map(([reason, count]) => [`left out: ${reason.replaceAll('_', ' ')}`, String(count)]),
    ['data version', trainingDataName(model)],
    ['code version', codeVersion],
    ...Object.entries(settings).map(([name, value]) => [`setting ${name}`, String(value)]),
  ];
}

function gainRow(name: string, { mean, standardError, low, high, significant }: Skill): string[] {
  return [name, number(mean), number(standardError), intervalOf({ low, high }), significant ? 'yes' : 'no'];
}

function intervalOf({ low, high }: Pick<Skill, 'low' | 'high'>): string {
  return low === null ? 'unknown' : `${number(low)} to ${number(high)}`;
}

function number(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(5);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
