import { auc, brier, logLoss, logLossOf } from './metrics';
import { type Rows, rowsWhere } from './rows';
import type { ModelSettings } from './settings';
import { isSignificant, MIN_SKILL_YEARS, meanByYear, meanOfYears, type YearlyMean } from './skill';
import { trainedOn, winForward } from './walkForward';

/**
 * Whether more inputs, or training on what a scan shows, make better predictions (issue 12, part 7). The rule, written
 * before any figure was seen:
 *
 * - Every variant predicts the same rows, walk-forward by year, and is scored apart on the weekly rows (the sample that
 *   models are trained on) and on the selected ones (the windows a scan would have shown, where predictions are read).
 * - A variant beats another when on the selected rows its Brier score is lower and the 95 % interval of the paired
 *   difference (Student's t, errors clustered by calendar year, at least five years) lies above 0, and on the weekly rows
 *   that interval does not lie wholly below 0.
 * - Today's variant is kept until one beats it, in the order of `VARIANTS`; one that was kept is replaced by a later one
 *   only where that beats it too.
 *
 * Log loss and AUC are told beside it and decide nothing. Which kind a row is of is known to nobody but the scoring: it is
 * no input.
 */

/** What is known of a setup at as-of beyond the model's own features. */
export const CANDIDATE_INPUTS = [
  {
    name: 'z',
    meaning:
      'strength of METHOD 9 in the direction of the trade, of the window by itself: its own entry is that of its search; 0 when it has none',
  },
  {
    name: 'log_p_symbol',
    meaning:
      'natural logarithm of the share of shuffled calendars in which a default search finds something as strong in the symbol; 0 when unknown',
  },
] as const;
export type CandidateInput = (typeof CANDIDATE_INPUTS)[number]['name'];

export interface Variant {
  readonly name: VariantName;
  /** Fitted and calibrated on selected rows too. */
  readonly selectedRows: boolean;
  /** Besides the model's features. */
  readonly inputs: readonly CandidateInput[];
}

export type VariantName = 'today' | 'selected_rows' | 'z' | 'z_and_log_p';

export const VARIANTS: readonly Variant[] = [
  { name: 'today', selectedRows: false, inputs: [] },
  { name: 'selected_rows', selectedRows: true, inputs: [] },
  { name: 'z', selectedRows: true, inputs: ['z'] },
  { name: 'z_and_log_p', selectedRows: true, inputs: ['z', 'log_p_symbol'] },
];

export const SETUP_KINDS = ['weekly', 'selected'] as const;
export type SetupKind = (typeof SETUP_KINDS)[number];

/** Setups of both kinds with what might be an input, one element a row in every array. */
export interface TrialRows {
  readonly rows: Rows;
  /** 1 = a window that a scan would have shown, 0 = one of the weekly sample. */
  readonly isSelected: Uint8Array;
  readonly inputs: Readonly<Record<CandidateInput, Float64Array>>;
}

/** Errors of a variant, or differences of them. Above 0 = better than what it is held against, but in `scores`. */
export interface TrialScore {
  readonly kind: SetupKind;
  readonly setups: number;
  readonly brier: number;
  readonly logLoss: number;
  /** Null when all won or all lost. */
  readonly auc: number | null;
  /** Against the base rate of the direction among earlier rows of the same kind. */
  readonly skill: Gain;
  /** Against today's variant, row by row; null of itself. */
  readonly gain: Gain | null;
}

export interface Gain {
  readonly brier: YearlyMean;
  readonly logLoss: YearlyMean;
  /** Each year counts alike; the years that have one. */
  readonly auc: YearlyMean;
}

export interface TriedVariant extends Variant {
  readonly scores: readonly TrialScore[];
  /** Whether it beats today's; null of itself. */
  readonly beatsToday: boolean | null;
}

/** What came out. Plain JSON, nothing rounded. */
export interface InputTrial {
  readonly firstYear: number;
  readonly lastYear: number;
  readonly variants: readonly TriedVariant[];
  readonly kept: VariantName;
}

/** A trial with what it rests on: plain JSON, as it is stored. */
export interface RecordedTrial {
  readonly trial: InputTrial;
  /** Instant, ISO 8601. */
  readonly madeAt: string;
  /** Hash over the prices. */
  readonly dataVersion: string;
  /** Last day, YYYY-MM-DD, that was seen of them. */
  readonly pricesThrough: string;
  /** Invented prices: no evidence about markets. */
  readonly simulated: boolean;
  /** Name of the procedure that today's variant follows. */
  readonly codeVersion: string;
  readonly symbols: number;
  /** Shuffled calendars that log_p_symbol rests on. */
  readonly rotations: number;
}

/**
 * Fits, predicts and scores every variant.
 *
 * @param onProgress share done, 0..1
 * @returns null when there are too few years to test on
 */
export function tryInputs(
  { rows, isSelected, inputs }: TrialRows,
  settings: ModelSettings,
  onProgress: (share: number) => void = () => {},
): InputTrial | null {
  const predicted = VARIANTS.map(({ selectedRows, inputs: names }, v) => {
    const columns = [...rows.features, ...names.map((name) => inputs[name])];
    const report = (share: number) => onProgress((v + share) / VARIANTS.length);
    const mayFit = (row: number) => selectedRows || isSelected[row] === 0;
    return winForward(rows, columns, settings, { onProgress: report, mayFit }).probability;
  });
  const tested = rowsWhere(rows.count, (row) => predicted.every((p) => !Number.isNaN(p[row])));
  if (tested.length === 0) return null;
  const baseRate = baseRates(rows, isSelected, tested);
  const ofKind = SETUP_KINDS.map((kind, k) => ({ kind, tested: tested.filter((row) => isSelected[row] === k) })).filter(
    (one) => one.tested.length > 0,
  );
  const gainOf = (p: Float64Array, over: Float64Array) => ofKind.map((one) => gain(rows, one.tested, p, over));
  const [today] = predicted;
  const variants = VARIANTS.map((variant, v): TriedVariant => {
    const p = predicted[v];
    const skills = gainOf(p, baseRate);
    const gains = v === 0 ? null : gainOf(p, today);
    const scores = ofKind.map(({ kind, tested }, k) => ({
      kind,
      setups: tested.length,
      brier: brier(p, rows.won, tested),
      logLoss: logLoss(p, rows.won, tested),
      auc: auc(p, rows.won, tested),
      skill: skills[k],
      gain: gains?.[k] ?? null,
    }));
    return { ...variant, scores, beatsToday: v === 0 ? null : beats(rows, ofKind, p, today) };
  });
  let kept = 0;
  for (let v = 1; v < VARIANTS.length; v++) if (beats(rows, ofKind, predicted[v], predicted[kept])) kept = v;
  const years = { firstYear: rows.year[tested[0]], lastYear: rows.year[tested[tested.length - 1]] };
  return { ...years, variants, kept: VARIANTS[kept].name };
}

interface TestedKind {
  readonly kind: SetupKind;
  readonly tested: Int32Array;
}

/** The rule above. */
function beats(rows: Rows, ofKind: readonly TestedKind[], p: Float64Array, over: Float64Array): boolean {
  const differences = new Map(ofKind.map(({ kind, tested }) => [kind, brierGain(rows, tested, p, over)]));
  const selected = differences.get('selected');
  const weekly = differences.get('weekly');
  return selected !== undefined && isSignificant(selected) && (weekly === undefined || !isWorse(weekly));
}

function isWorse({ high, years }: YearlyMean): boolean {
  return high !== null && high < 0 && years >= MIN_SKILL_YEARS;
}

function gain(rows: Rows, tested: Int32Array, p: Float64Array, over: Float64Array): Gain {
  return {
    brier: brierGain(rows, tested, p, over),
    logLoss: paired(rows, tested, (row) => logLossOf(over[row], rows.won[row]) - logLossOf(p[row], rows.won[row])),
    auc: meanOfYears(
      byYear(rows, tested).flatMap((of) => {
        const area = auc(p, rows.won, of);
        const before = auc(over, rows.won, of);
        return area === null || before === null ? [] : [area - before];
      }),
    ),
  };
}

function brierGain(rows: Rows, tested: Int32Array, p: Float64Array, over: Float64Array): YearlyMean {
  return paired(rows, tested, (row) => (over[row] - rows.won[row]) ** 2 - (p[row] - rows.won[row]) ** 2);
}

/** Mean of a number a row, its error by year. */
function paired(rows: Rows, tested: Int32Array, numberOf: (row: number) => number): YearlyMean {
  return meanByYear(numberOf, rows.year, tested);
}

/** Win rate of the direction among rows of the same kind that were over before the row's year; NaN where not tested. */
function baseRates(rows: Rows, isSelected: Uint8Array, tested: Int32Array): Float64Array {
  const rates = new Float64Array(rows.count).fill(Number.NaN);
  for (const of of byYear(rows, tested)) {
    const wins = [0, 0, 0, 0];
    const count = [0, 0, 0, 0];
    const group = (row: number) => 2 * isSelected[row] + rows.isLong[row];
    for (const row of trainedOn(rows, rows.year[of[0]])) {
      wins[group(row)] += rows.won[row];
      count[group(row)] += 1;
    }
    for (const row of of) rates[row] = (wins[group(row)] + 1) / (count[group(row)] + 2);
  }
  return rates;
}

/** The rows of each year. @param tested ascending by year */
function byYear({ year }: Rows, tested: Int32Array): Int32Array[] {
  const found: Int32Array[] = [];
  for (let from = 0, at = 0; from < tested.length; from = at) {
    while (at < tested.length && year[tested[at]] === year[tested[from]]) at += 1;
    found.push(tested.subarray(from, at));
  }
  return found;
}
