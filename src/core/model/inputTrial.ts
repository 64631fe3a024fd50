import {
  auc,
  brier,
  isSignificant,
  logLoss,
  logLossOf,
  MIN_SKILL_YEARS,
  meanByYear,
  meanOfYears,
  type YearlyMean,
} from './metrics';
import { type Rows, rowsByYear, rowsWhere } from './rows';
import type { ModelSettings } from './settings';
import { trainedOn, winForward } from './walkForward';

/**
 * Tests whether more inputs, or training on the windows a scan shows, make better predictions. The rule was written
 * before any result was seen:
 *
 * - Every variant predicts the same rows, walk-forward by year, and is scored apart on the weekly rows (the sample that
 *   models are trained on) and on the selected ones (the windows a scan would have shown, where predictions are read).
 * - A variant beats another when on the selected rows its Brier score is lower and the 95 % interval of the paired
 *   difference (Student's t, errors clustered by calendar year, at least five years) lies above 0, and on the weekly rows
 *   that interval does not lie wholly below 0.
 * - Today's variant is kept until one beats it, in the order of `VARIANTS`; one that was kept is replaced by a later one
 *   only where that beats it too.
 *
 * Log loss and AUC are reported and decide nothing. The kind of a row is used for scoring only; it is no input.
 */

/** Inputs on trial, known at as-of, beside the model's features. */
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
type CandidateInput = (typeof CANDIDATE_INPUTS)[number]['name'];

interface Variant {
  readonly name: VariantName;
  /** Fitted and calibrated on selected rows too. */
  readonly selectedRows: boolean;
  /** Besides the model's features. */
  readonly inputs: readonly CandidateInput[];
}

type VariantName = 'today' | 'selected_rows' | 'z' | 'z_and_log_p';

export const VARIANTS: readonly Variant[] = [
  { name: 'today', selectedRows: false, inputs: [] },
  { name: 'selected_rows', selectedRows: true, inputs: [] },
  { name: 'z', selectedRows: true, inputs: ['z'] },
  { name: 'z_and_log_p', selectedRows: true, inputs: ['z', 'log_p_symbol'] },
];

export const SETUP_KINDS = ['weekly', 'selected'] as const;
type SetupKind = (typeof SETUP_KINDS)[number];

/** Setups of both kinds with the inputs on trial, one element a row in every array. */
export interface TrialRows {
  readonly rows: Rows;
  /** 1 = a window that a scan would have shown, 0 = one of the weekly sample. */
  readonly isSelected: Uint8Array;
  readonly inputs: Readonly<Record<CandidateInput, Float64Array>>;
}

/** Errors of a variant on the rows of one kind. A skill or gain above 0 is better. */
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
  /** Each year with an AUC counts alike. */
  readonly auc: YearlyMean;
}

export interface TriedVariant extends Variant {
  readonly scores: readonly TrialScore[];
  /** Whether it beats today's; null of itself. */
  readonly beatsToday: boolean | null;
}

/** The result of a trial. Plain JSON, nothing rounded. */
export interface InputTrial {
  readonly firstYear: number;
  readonly lastYear: number;
  readonly variants: readonly TriedVariant[];
  readonly kept: VariantName;
}

/** A trial with its data and settings: plain JSON, as it is stored. */
export interface RecordedTrial {
  readonly trial: InputTrial;
  /** Instant, ISO 8601. */
  readonly madeAt: string;
  /** Hash over the prices. */
  readonly dataVersion: string;
  /** Last day of prices used, YYYY-MM-DD. */
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
  const kinds = SETUP_KINDS.map((kind, k) => ({ kind, tested: tested.filter((row) => isSelected[row] === k) })).filter(
    (group) => group.tested.length > 0,
  );
  const gainOf = (p: Float64Array, reference: Float64Array) =>
    kinds.map((group) => gain(rows, group.tested, p, reference));
  const [today] = predicted;
  const variants = VARIANTS.map((variant, v): TriedVariant => {
    const p = predicted[v];
    const skills = gainOf(p, baseRate);
    const gains = v === 0 ? null : gainOf(p, today);
    const scores = kinds.map(({ kind, tested }, k) => ({
      kind,
      setups: tested.length,
      brier: brier(p, rows.won, tested),
      logLoss: logLoss(p, rows.won, tested),
      auc: auc(p, rows.won, tested),
      skill: skills[k],
      gain: gains?.[k] ?? null,
    }));
    return { ...variant, scores, beatsToday: v === 0 ? null : beats(rows, kinds, p, today) };
  });
  let kept = 0;
  for (let v = 1; v < VARIANTS.length; v++) if (beats(rows, kinds, predicted[v], predicted[kept])) kept = v;
  return {
    firstYear: rows.year[tested[0]],
    lastYear: rows.year[tested[tested.length - 1]],
    variants,
    kept: VARIANTS[kept].name,
  };
}

interface TestedKind {
  readonly kind: SetupKind;
  readonly tested: Int32Array;
}

/** Whether the predictions `p` beat those of `reference` by the rule above. */
function beats(rows: Rows, kinds: readonly TestedKind[], p: Float64Array, reference: Float64Array): boolean {
  const differences = new Map(kinds.map(({ kind, tested }) => [kind, brierGain(rows, tested, p, reference)]));
  const selected = differences.get('selected');
  const weekly = differences.get('weekly');
  return selected !== undefined && isSignificant(selected) && (weekly === undefined || !isWorse(weekly));
}

function isWorse({ high, years }: YearlyMean): boolean {
  return high !== null && high < 0 && years >= MIN_SKILL_YEARS;
}

function gain(rows: Rows, tested: Int32Array, p: Float64Array, reference: Float64Array): Gain {
  return {
    brier: brierGain(rows, tested, p, reference),
    logLoss: meanByYear(
      (row) => logLossOf(reference[row], rows.won[row]) - logLossOf(p[row], rows.won[row]),
      rows.year,
      tested,
    ),
    auc: meanOfYears(
      rowsByYear(rows, tested).flatMap((group) => {
        const area = auc(p, rows.won, group);
        const otherArea = auc(reference, rows.won, group);
        return area === null || otherArea === null ? [] : [area - otherArea];
      }),
    ),
  };
}

function brierGain(rows: Rows, tested: Int32Array, p: Float64Array, reference: Float64Array): YearlyMean {
  const gain = (row: number) => (reference[row] - rows.won[row]) ** 2 - (p[row] - rows.won[row]) ** 2;
  return meanByYear(gain, rows.year, tested);
}

/** Win rate of the direction among rows of the same kind that were over before the row's year; NaN where not tested. */
function baseRates(rows: Rows, isSelected: Uint8Array, tested: Int32Array): Float64Array {
  const rates = new Float64Array(rows.count).fill(Number.NaN);
  for (const tests of rowsByYear(rows, tested)) {
    const wins = [0, 0, 0, 0];
    const count = [0, 0, 0, 0];
    const group = (row: number) => 2 * isSelected[row] + rows.isLong[row];
    for (const row of trainedOn(rows, rows.year[tests[0]])) {
      wins[group(row)] += rows.won[row];
      count[group(row)] += 1;
    }
    for (const row of tests) rates[row] = (wins[group(row)] + 1) / (count[group(row)] + 2);
  }
  return rates;
}
