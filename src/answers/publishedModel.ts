import { BASELINES, CONTENDERS, type Evaluation } from '../core/model/evaluation';
import type { RecordedTrial } from '../core/model/inputTrial';
import { type Model, mayTilt, trainingDataName } from '../core/model/predict';
import { round6, round6OrNull } from '../core/statistics/round';
import type { Schema } from '../schema';
import { publishedMean, publishedTrial, trialStatement } from './inputTrial';
import type { PublishedModel } from './shapes';

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
