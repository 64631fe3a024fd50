import { type RecordReference, ruleVersionOf } from '../core/record/ledger';
import {
  type CalibrationBin,
  type CountedPick,
  calibrationOf,
  type ExcessOfPicks,
  excessOfPicks,
  type REFERENCES,
  type Reference,
} from '../core/record/trackRecord';
import { round4 } from '../core/statistics/round';
import type { Schema } from '../schema';
import { plural, share, signed } from './phrases';

/** A pick with its fields from the ledger. */
export interface EvaluatedPick extends CountedPick {
  /** Published win probability, 0..1; null in a replay. */
  readonly probability: number | null;
  /** Null in a replay. */
  readonly record: RecordReference | null;
}

/**
 * The picks one by one, their excess over the references, and the calibration of their probabilities.
 *
 * @param picks oldest first
 */
export function evaluatedPicks(
  picks: readonly EvaluatedPick[],
): Pick<Schema<'PickEvaluation'>, 'picks' | 'excess' | 'calibration'> {
  return {
    picks: picks.map(publishedPick).reverse(),
    excess: [publishedExcess(picks, 'random_dates'), publishedExcess(picks, 'benchmark')],
    calibration: publishedCalibration(picks),
  };
}

function publishedPick(evaluated: EvaluatedPick): Schema<'PickEvaluation'>['picks'][number] {
  const { pick, outcome, randomDates, returnPct, result, corrected, probability, record } = evaluated;
  return {
    featured_date: pick.session,
    symbol: pick.symbol,
    market: pick.market,
    direction: pick.direction,
    entry_date: pick.entry_date,
    exit_date: pick.exit_date,
    hold_days: pick.hold_days,
    edge_score: pick.edge_score,
    rule_version: ruleVersionOf(pick),
    ml_win_prob: probability,
    return_pct: returnPct,
    result,
    corrected,
    convention: outcome?.convention ?? null,
    benchmark: outcome?.benchmark ?? null,
    random_dates: randomDates?.figures ?? null,
    record,
  };
}

function publishedExcess(picks: readonly CountedPick[], over: Reference): Schema<'PickExcess'> {
  const excess = excessOfPicks(picks, over);
  const last = excess.points.at(-1);
  return {
    over,
    picks: excess.points.length,
    awaited: excess.awaited,
    setups: excess.setups,
    sum_pct: last === undefined ? null : round4(last.cumulative),
    confidence_pct: 95,
    points: excess.points.map(({ pick, returnPct, against, excess: excessPct, cumulative, band }) => ({
      featured_date: pick.session,
      symbol: pick.symbol,
      return_pct: returnPct,
      against_pct: against,
      excess_pct: round4(excessPct),
      cumulative_pct: round4(cumulative),
      band_low_pct: round4(-band),
      band_high_pct: round4(band),
    })),
    reading: excessReading(excess, over),
  };
}

const AGAINST = {
  random_dates: 'random dates of the same symbols, holds and directions',
  benchmark: "the market's benchmark over the same sessions in the same directions",
} as const satisfies Record<keyof typeof REFERENCES, string>;

const WHY_AWAITED = {
  random_dates: 'not over yet, as they reach 126 sessions beyond each entry, or without a whole window',
  benchmark: 'without prices of the benchmark',
} as const satisfies Record<keyof typeof REFERENCES, string>;

function excessReading({ points, awaited, setups }: ExcessOfPicks, over: Reference): string {
  const waiting = awaited === 0 ? '' : ` ${plural(awaited, 'closed pick')}: ${WHY_AWAITED[over]}.`;
  const last = points.at(-1);
  if (last === undefined) return `No closed pick can be compared with ${AGAINST[over]}.${waiting}`;
  const { cumulative, band } = last;
  const inside = Math.abs(cumulative) <= band;
  return (
    `${plural(points.length, 'closed pick')} of ${plural(setups, 'setup')} came to ${signed(cumulative)} points in total beyond ${AGAINST[over]}. ` +
    `With luck alone the sum lies between ${signed(-band)} points and ${signed(band)} points in 95% of tries, and so this ` +
    `${inside ? 'is no more than luck gives' : `is ${cumulative > 0 ? 'more' : 'less'} than luck gives`}; ` +
    `picks of one time share their market, which makes the band too narrow.${waiting}`
  );
}

function publishedCalibration(picks: readonly EvaluatedPick[]): Schema<'PickCalibration'> | null {
  const closed = picks.flatMap(({ probability, result }) =>
    probability === null || result === 'open' ? [] : [{ probability, won: result === 'win' }],
  );
  if (closed.length === 0) return null;
  const bins = calibrationOf(closed);
  return {
    picks: closed.length,
    bins: bins.map(({ picks: count, predicted, observed, low, high }) => ({
      picks: count,
      predicted: round4(predicted),
      observed: round4(observed),
      observed_low: round4(low),
      observed_high: round4(high),
    })),
    reading: calibrationReading(bins),
  };
}

function calibrationReading(bins: readonly CalibrationBin[]): string {
  const outside = bins.filter(({ predicted, low, high }) => predicted < low || predicted > high).length;
  const picks = bins.reduce((sum, bin) => sum + bin.picks, 0);
  const predicted = bins.reduce((sum, bin) => sum + bin.predicted * bin.picks, 0) / picks;
  const observed = bins.reduce((sum, bin) => sum + bin.observed * bin.picks, 0) / picks;
  return (
    `Of ${plural(picks, 'closed pick')} the model gave ${share(predicted)} on average, and ${share(observed)} won; ` +
    `${outside} of ${plural(bins.length, 'bin')} lie outside the 95% interval of the observed share.`
  );
}
