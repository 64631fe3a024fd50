import {
  CANDIDATE_INPUTS,
  type Gain,
  type RecordedTrial,
  SETUP_KINDS,
  type TrialScore,
} from '../core/model/inputTrial';
import { boundsText, intervalText, type YearlyMean } from '../core/model/metrics';
import { round6, round6OrNull } from '../core/statistics/round';
import type { Schema } from '../schema';

/** The rule of core/model/inputTrial.ts in words. */
export const TRIAL_RULE =
  'All variants predict the same setups walk-forward by year. One beats another when its Brier score on the selected ' +
  'setups is lower and the 95 % interval of the paired difference, clustered by calendar year, lies above 0, and on the ' +
  "weekly setups that interval does not lie below 0. Today's is kept until another beats it, and that one likewise. " +
  'Log loss and AUC decide nothing. Three variants are tried, and luck alone lets each pass in 2.5 % of trials.';

const VARIANT_TITLES = {
  today: "today's model",
  selected_rows: 'trained on selected setups too',
  z: 'and z as an input',
  z_and_log_p: 'and z and log p_symbol as inputs',
} as const;

/**
 * The last trial of inputs as GET /methodology publishes it.
 *
 * @param current whether it was made on the prices in service
 */
export function publishedTrial(recorded: RecordedTrial, current: boolean): Schema<'ModelInputsTried'> {
  const { trial, madeAt, dataVersion, pricesThrough, codeVersion, simulated, symbols, rotations } = recorded;
  return {
    made_at: madeAt,
    data_version: dataVersion,
    current,
    prices_through: pricesThrough,
    code_version: codeVersion,
    simulated,
    symbols,
    rotations,
    first_year: trial.firstYear,
    last_year: trial.lastYear,
    rule: TRIAL_RULE,
    kept: trial.kept,
    inputs: [...CANDIDATE_INPUTS],
    variants: trial.variants.map(({ name, selectedRows, inputs, beatsToday, scores }) => ({
      name,
      trained_on_selected: selectedRows,
      inputs: [...inputs],
      beats_today: beatsToday,
      scores: scores.map(scoreOf),
    })),
  };
}

/** The result of a trial in words. */
export function trialStatement({ trial, madeAt, simulated, symbols }: RecordedTrial): string {
  const { firstYear, lastYear, variants, kept } = trial;
  const gains = variants.flatMap(({ name, scores }) => {
    const gain = scores.find(({ kind }) => kind === 'selected')?.gain;
    return gain ? [`${VARIANT_TITLES[name]} ${intervalText(gain.brier, 5)}`] : [];
  });
  const prices = simulated ? 'simulated prices' : 'prices';
  const outcome =
    kept === 'today'
      ? "none is significantly better, and today's model stays"
      : `by the rule it would be "${VARIANT_TITLES[kept]}"`;
  return `Inputs tried on ${madeAt.slice(0, 10)} over the ${prices} of ${symbols} symbols, ${firstYear} to ${lastYear}: gain in Brier score over today's model on what scans would have shown (95 % intervals, errors by year): ${gains.join('; ')}. Of these, ${outcome}.`;
}

const TABLE_HEAD = [
  'setups',
  'variant',
  'count',
  'Brier',
  'log loss',
  'AUC',
  'Brier over base rate',
  'log loss over base rate',
  'AUC over base rate',
  "Brier over today's",
  '95 % interval',
  "log loss over today's",
  "AUC over today's",
];

/** The scores of a trial as rows of cells, header first; gains with their standard errors. */
export function trialTable({ trial }: RecordedTrial): string[][] {
  const rows = SETUP_KINDS.flatMap((kind) =>
    trial.variants.flatMap(({ name, scores }) =>
      scores
        .filter((score) => score.kind === kind)
        .map(({ setups, brier, logLoss, auc, skill, gain }) => [
          kind,
          VARIANT_TITLES[name],
          String(setups),
          brier.toFixed(5),
          logLoss.toFixed(5),
          auc === null ? '-' : auc.toFixed(4),
          ...[skill.brier, skill.logLoss, skill.auc].map(withError),
          gain ? withError(gain.brier) : '-',
          gain ? boundsText(gain.brier, 5) : '-',
          gain ? withError(gain.logLoss) : '-',
          gain ? withError(gain.auc) : '-',
        ]),
    ),
  );
  return [TABLE_HEAD, ...rows];
}

/** The data and settings of a trial in words. */
export function trialBasis(recorded: RecordedTrial): string {
  const { dataVersion, pricesThrough, simulated, symbols, rotations, trial } = recorded;
  return `${symbols} symbols, prices${simulated ? ' (simulated)' : ''} through ${pricesThrough}, tested ${trial.firstYear} to ${trial.lastYear}, p_symbol from ${rotations} shuffled calendars a quarter, data ${dataVersion}`;
}

function withError({ mean, standardError }: YearlyMean): string {
  return `${mean.toFixed(5)} +- ${standardError === null ? '-' : standardError.toFixed(5)}`;
}

function scoreOf({ kind, setups, brier, logLoss, auc, skill, gain }: TrialScore) {
  return {
    kind,
    setups,
    brier: round6(brier),
    log_loss: round6(logLoss),
    auc: round6OrNull(auc),
    over_base_rate: gainOf(skill),
    over_today: gain && gainOf(gain),
  };
}

function gainOf({ brier, logLoss, auc }: Gain) {
  return { brier: publishedMean(brier), log_loss: publishedMean(logLoss), auc: publishedMean(auc) };
}

/** A mean as the model's card has it, 6 decimals. */
export function publishedMean({ mean, standardError, low, high, years }: YearlyMean) {
  return {
    mean: round6(mean),
    standard_error: round6OrNull(standardError),
    low: round6OrNull(low),
    high: round6OrNull(high),
    years: String(years),
  };
}
