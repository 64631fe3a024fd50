import {
  auc,
  brier,
  calibrationError,
  isSignificant,
  logLoss,
  meanByYear,
  meanOfYears,
  type ReliabilityBin,
  reliability,
  type YearlyMean,
} from './metrics';
import { type Rows, rowsAmong, rowsByYear } from './rows';
import { type ClaimRow, claimsOf, type SelectionBias, selectionBiasOf } from './selectionBias';
import { type WalkForward, walkForwardBuffers } from './walkForward';

/** The baselines that the model has to beat, and all that are scored. */
export const BASELINES = ['base_rate', 'shrunk_win_rate', 'raw_win_rate'] as const;
export const CONTENDERS = ['model', ...BASELINES] as const;
export type Contender = (typeof CONTENDERS)[number];

export interface Score {
  readonly brier: number;
  readonly logLoss: number;
  /** Null when all won or all lost. */
  readonly auc: number | null;
  /** Expected calibration error over deciles, 0..1. */
  readonly calibrationError: number;
}

/** Mean over rows of the baseline's error minus the model's: above 0 the model is better. */
export interface Skill extends YearlyMean {
  readonly significant: boolean;
}

interface YearScore {
  readonly year: number;
  readonly rows: number;
  readonly brier: number;
  readonly baseRateBrier: number;
  readonly shrunkBrier: number;
  readonly auc: number | null;
}

interface ReliabilityGroup {
  readonly group: string;
  readonly rows: number;
  readonly calibrationError: number;
  readonly bins: readonly ReliabilityBin[];
}

/** The walk-forward evaluation of a model: calibrated out-of-fold predictions only. */
export interface Evaluation {
  readonly firstYear: number;
  readonly lastYear: number;
  readonly rows: number;
  readonly scores: Readonly<Record<Contender, Score>>;
  /** Brier score. */
  readonly skill: Readonly<Record<(typeof BASELINES)[number], Skill>>;
  /** Mean of the yearly AUC. */
  readonly aucByYear: YearlyMean;
  /** Squared error of the return in units of volatility * sqrt(hold), against the mean of the direction. */
  readonly returnSkill: Skill;
  /** Better than the base rate and than the shrunk win rate, both intervals above 0. */
  readonly significant: boolean;
  readonly highestProbability: number;
  /** Reasons to suspect that the future leaked into the features; empty when there are none. */
  readonly suspectedLeak: readonly string[];
  readonly byYear: readonly YearScore[];
  readonly reliability: readonly ReliabilityGroup[];
  readonly claims: readonly ClaimRow[];
  readonly selectionBias: SelectionBias;
}

/** A result beyond these is a leak until proven otherwise. */
const LEAK_AUC = 0.62;
const LEAK_PROBABILITY = 0.75;

/**
 * Scores out-of-fold predictions.
 *
 * @param walk with at least one tested row
 * @param buffers buffers to compute in; by default new ones
 */
export function evaluate(rows: Rows, walk: WalkForward, buffers = walkForwardBuffers(rows)): Evaluation {
  const { tested, probability } = walk;
  const p = probabilities(rows, walk);
  const scores = recordBy(CONTENDERS, (name) => scoreOf(written(p[name], tested, buffers.target), rows.won, tested));
  const squaredError = (name: Contender, row: number) => (p[name](row) - rows.won[row]) ** 2;
  const skill = recordBy(BASELINES, (name) =>
    skillOf(rows, tested, (row) => squaredError(name, row) - squaredError('model', row)),
  );
  const byYear = yearScores(rows, walk, p, buffers.target);
  const yearlyAuc = byYear.flatMap((year) => year.auc ?? []);
  const highestProbability = tested.reduce((most, row) => Math.max(most, probability[row]), 0);
  return {
    firstYear: byYear[0].year,
    lastYear: byYear[byYear.length - 1].year,
    rows: tested.length,
    scores,
    skill,
    aucByYear: meanOfYears(yearlyAuc),
    returnSkill: skillOf(rows, tested, (row) => {
      const error = (predicted: number) => ((rows.returnPct[row] - predicted) / rows.scale[row]) ** 2;
      return error(walk.baseReturn(row)) - error(walk.predReturn(row));
    }),
    significant: skill.base_rate.significant && skill.shrunk_win_rate.significant,
    highestProbability,
    suspectedLeak: leakSigns(scores.model.auc, highestProbability),
    byYear,
    reliability: reliabilityGroups(rows, tested, probability, buffers.train),
    claims: claimsOf(rows, tested),
    selectionBias: selectionBiasOf(rows, tested),
  };
}

/** The probability of a tested row, by contender. */
function probabilities(rows: Rows, { probability, baseRate }: WalkForward): Record<Contender, (row: number) => number> {
  return {
    model: (row) => probability[row],
    base_rate: baseRate,
    shrunk_win_rate: (row) => rows.shrunkWinRate[row],
    raw_win_rate: (row) => rows.wins[row] / rows.yearsTested[row],
  };
}

/** Writes the values of the tested rows to a buffer that all contenders share. */
function written(value: (row: number) => number, tested: Int32Array, buffer: Float64Array): Float64Array {
  for (const row of tested) buffer[row] = value(row);
  return buffer;
}

function scoreOf(p: Float64Array, won: Uint8Array, rows: Int32Array): Score {
  return {
    brier: brier(p, won, rows),
    logLoss: logLoss(p, won, rows),
    auc: auc(p, won, rows),
    calibrationError: calibrationError(reliability(p, won, rows)),
  };
}

/** Mean gain with its error by year. */
export function skillOf(rows: Rows, tested: Int32Array, gain: (row: number) => number): Skill {
  const mean = meanByYear(gain, rows.year, tested);
  return { ...mean, significant: isSignificant(mean) };
}

function yearScores(
  rows: Rows,
  { tested, probability }: WalkForward,
  p: Record<Contender, (row: number) => number>,
  buffer: Float64Array,
): YearScore[] {
  const groups = rowsByYear(rows, tested);
  const brierByYear = (name: Contender) => {
    const values = written(p[name], tested, buffer);
    return groups.map((group) => brier(values, rows.won, group));
  };
  const baseRate = brierByYear('base_rate');
  const shrunk = brierByYear('shrunk_win_rate');
  return groups.map((group, i) => ({
    year: rows.year[group[0]],
    rows: group.length,
    brier: brier(probability, rows.won, group),
    baseRateBrier: baseRate[i],
    shrunkBrier: shrunk[i],
    auc: auc(probability, rows.won, group),
  }));
}

/** All rows, each direction, and holds in thirds of the range the model covers. */
function reliabilityGroups(rows: Rows, tested: Int32Array, p: Float64Array, buffer: Int32Array): ReliabilityGroup[] {
  const groups: readonly (readonly [string, (row: number) => boolean])[] = [
    ['all', () => true],
    ['long', (row) => rows.isLong[row] === 1],
    ['short', (row) => rows.isLong[row] === 0],
    ['held up to 30 days', (row) => rows.hold[row] <= 30],
    ['held 31 to 60 days', (row) => rows.hold[row] > 30 && rows.hold[row] <= 60],
    ['held 61 days and more', (row) => rows.hold[row] > 60],
  ];
  return groups.flatMap(([group, isMember]) => {
    const members = rowsAmong(tested, isMember, buffer);
    if (members.length === 0) return [];
    const bins = reliability(p, rows.won, members);
    return { group, rows: members.length, calibrationError: calibrationError(bins), bins };
  });
}

function leakSigns(area: number | null, highest: number): string[] {
  const signs: string[] = [];
  if (area !== null && area > LEAK_AUC) signs.push(`AUC ${area.toFixed(4)} is above ${LEAK_AUC}`);
  if (highest > LEAK_PROBABILITY) signs.push(`a probability of ${highest.toFixed(4)} is above ${LEAK_PROBABILITY}`);
  return signs;
}

function recordBy<K extends string, V>(names: readonly K[], scoreFor: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, scoreFor(name)])) as Record<K, V>;
}
