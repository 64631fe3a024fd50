import type { ForwardBand, ForwardResult, ForwardTable } from '../core/evidence/forwardResult';
import { BASELINES, CONTENDERS, type Evaluation } from '../core/model/evaluation';
import type { RecordedTrial } from '../core/model/inputTrial';
import { type Model, mayTilt, trainingDataName } from '../core/model/predict';
import { ENGINE_VERSION } from '../core/record/ledger';
import { round4OrNull, round6, round6OrNull } from '../core/statistics/round';
import type { Schema } from '../schema';
import { publishedMean, publishedTrial, trialStatement } from './inputTrial';
import { percent, plural, share } from './phrases';
import type { PublishedEvidence, PublishedModel } from './shapes';

const MOST_SOURCES = 20;

/**
 * Walk-forward evidence as GET /methodology publishes it: the numbers, and sentences that only repeat them.
 *
 * @param dataVersion of the prices in service
 */
export function publishedEvidence(result: ForwardResult, marketName: string, dataVersion: string): PublishedEvidence {
  const { settings, market, tables, sources, unreadable, ...rest } = result;
  const { years, minHold, maxHold, rotations } = settings;
  return {
    ...rest,
    current: result.data_version === dataVersion && result.engine_version === ENGINE_VERSION,
    sources: sources.slice(0, MOST_SOURCES),
    market: { id: market, name: marketName },
    unreadable: unreadable.length,
    settings: { years: String(years), min_hold: minHold, max_hold: maxHold, rotations },
    statements: [
      scopeStatement(result, marketName),
      ...tables.map(rankingStatement),
      'Beyond drift: the return of the next occurrence less what the same symbol, hold and direction made on any date of the years the window was chosen by. Returns are before costs.',
      'Standard errors, in brackets, are clustered by month of entry. Holds overlap later months; the errors ignore this and are too small.',
      "The universe is today's list: companies that failed or were bought are missing, which flatters longs.",
      ...exclusionStatements(result),
      basisStatement(result, dataVersion),
    ],
    tables: tables.map(({ ranking, bands }) => ({ ranking, bands: bands.map(publishedBand) })),
  };
}

function publishedBand(band: ForwardBand): PublishedEvidence['tables'][number]['bands'][number] {
  return {
    p_symbol: band.p_symbol,
    windows: band.windows,
    months: band.months,
    beyond_drift_pct: round4OrNull(band.beyond_drift_pct),
    beyond_drift_error: round4OrNull(band.beyond_drift_error),
    share_above_drift: round4OrNull(band.share_above_drift),
    share_error: round4OrNull(band.share_error),
    beyond_random_pct: round4OrNull(band.beyond_random_pct),
    beyond_random_error: round4OrNull(band.beyond_random_error),
  };
}

function scopeStatement(
  { from, to, months, symbols, market, settings, simulated }: ForwardResult,
  name: string,
): string {
  const { years, minHold, maxHold, rotations } = settings;
  const prices = simulated ? ', simulated prices, which say nothing of markets' : '';
  return (
    `${plural(months, 'month')}, ${from} to ${to}, ${plural(symbols, 'symbol')} of market ${market} (${name})${prices}. ` +
    `For each month: each symbol's best window by each ranking among those that a scan returns (holds of ${minHold} to ` +
    `${maxHold} days, lookback ${years} years, ${rotations} rotations), chosen from the prices before it, and its next return.`
  );
}

/** Results of a ranking: of all its windows, and of those with p_symbol of at most .05. */
function rankingStatement({ ranking, bands }: ForwardTable): string {
  const bandSentence = (name: ForwardBand['p_symbol'], opening: string) => {
    const band = bands.find(({ p_symbol }) => p_symbol === name);
    return band ? `${opening}: ${bandClause(band)}.` : '';
  };
  return `${bandSentence('all', `By ${ranking}`)} ${bandSentence('<= .05', 'With p_symbol of at most .05')}`;
}

function bandClause(band: ForwardBand): string {
  const { windows, beyond_drift_pct: excess, share_above_drift: shareAbove } = band;
  if (excess === null || shareAbove === null) return 'no window';
  const [excessError, shareError] = [band.beyond_drift_error, band.share_error];
  const brackets = (error: string | null) => (error === null ? '' : ` (${error})`);
  // An error of 0 comes from months with equal means and allows no statement.
  const distance =
    excessError === null || excessError === 0
      ? ''
      : `, ${Math.abs(excess / excessError).toFixed(1)} standard errors from zero`;
  return (
    `${plural(windows, 'window')} made ${percent(excess)}${brackets(excessError?.toFixed(2) ?? null)} beyond drift` +
    `${distance}; ${share(shareAbove)}${brackets(shareError === null ? null : share(shareError))} did better than drift`
  );
}

function exclusionStatements({ unfinished, unreadable }: ForwardResult): string[] {
  return [
    ...(unfinished > 0 ? [`Left out: ${plural(unfinished, 'window')} not over or lacking prices.`] : []),
    ...(unreadable.length > 0 ? [`Left out: ${plural(unreadable.length, 'symbol')} whose prices cannot be read.`] : []),
  ];
}

function basisStatement(result: ForwardResult, dataVersion: string): string {
  const made = `Made at ${result.made_at} over prices through ${result.prices_through}, data version ${result.data_version}`;
  const data =
    result.data_version === dataVersion
      ? 'that of the prices in service'
      : `which is not that of the prices in service, ${dataVersion}`;
  const engine =
    result.engine_version === ENGINE_VERSION
      ? 'as in service'
      : `where version ${ENGINE_VERSION} is in service, which computes other numbers`;
  return `${made}, ${data}; by engine version ${result.engine_version}, ${engine}.`;
}

const DESCRIPTION =
  'Logistic regression with an L2 penalty for the win, calibrated on out-of-fold predictions (Platt); ridge regression ' +
  'for the return and the maximum favourable excursion, in units of daily volatility times the square root of the hold. ' +
  'Evaluated walk-forward: each year by a model fitted and calibrated on earlier years only. ml_score is the percentile ' +
  'of the probability among the out-of-fold probabilities of this version.';

const MOVED_ON =
  'Prices have changed since this model was trained; it stays in service until the next training, and its features are computed from the prices of today.';

/** The last trial of inputs, and whether it was made on the prices in service. */
interface TrialInService {
  readonly recorded: RecordedTrial;
  readonly isCurrent: boolean;
}

/**
 * The model's card as GET /methodology publishes it. Scores carry 6 decimals: a skill is a small difference of them.
 *
 * @param current whether the model was trained on the prices in service
 */
export function publishedModel(model: Model, current: boolean, trial: TrialInService | null = null): PublishedModel {
  const { card } = model;
  const { symbols, rows, firstEntry, lastEntry } = card.data;
  return {
    version: model.version,
    trained_through: model.trainedThrough,
    description: DESCRIPTION,
    simulated: model.simulated,
    current,
    data_version: trainingDataName(model),
    code_version: model.codeVersion,
    statements: [
      ...card.statements,
      ...(trial === null ? [] : [trialStatement(trial.recorded)]),
      ...(current ? [] : [MOVED_ON]),
    ],
    training: { symbols, setups: rows, first_entry: firstEntry, last_entry: lastEntry },
    features: card.features.map((feature) => ({ ...feature, weight: round6(feature.weight) })),
    evaluation: card.evaluation && evaluationOf(card.evaluation, mayTilt(model)),
    chance: card.chance.map(({ direction, windows, observed, coin, drift, wonNext, baseRate }) => ({
      direction,
      windows,
      observed: round6(observed),
      coin: round6(coin),
      drift: round6(drift),
      won_next: round6OrNull(wonNext),
      base_rate: round6(baseRate),
    })),
    ...(trial === null ? {} : { inputs_tried: publishedTrial(trial.recorded, trial.isCurrent) }),
  };
}

function evaluationOf(e: Evaluation, tilts: boolean): Schema<'ModelEvaluation'> {
  return {
    first_year: e.firstYear,
    last_year: e.lastYear,
    setups: e.rows,
    scores: CONTENDERS.map((name) => {
      const { brier, logLoss, auc, calibrationError } = e.scores[name];
      return {
        name,
        brier: round6(brier),
        log_loss: round6(logLoss),
        auc: round6OrNull(auc),
        calibration_error: round6(calibrationError),
      };
    }),
    skill: BASELINES.map((against) => ({
      against,
      ...publishedMean(e.skill[against]),
      significant: e.skill[against].significant,
    })),
    significant: e.significant,
    moves_edge_score: tilts,
    highest_probability: round6(e.highestProbability),
    suspected_leak: [...e.suspectedLeak],
    calibration: e.reliability.map(({ group, rows, calibrationError, bins }) => ({
      group,
      setups: rows,
      calibration_error: round6(calibrationError),
      deciles: bins.map(({ count, predicted, observed }) => ({
        setups: count,
        predicted: round6(predicted),
        observed: round6(observed),
      })),
    })),
  };
}
