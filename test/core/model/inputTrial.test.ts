import { dayOf } from '../../../src/core/calendar/dates';
import { logit } from '../../../src/core/model/features';
import { type InputTrial, type TrialRows, tryInputs, VARIANTS } from '../../../src/core/model/inputTrial';
import { joinedRows, type Rows } from '../../../src/core/model/rows';
import { DEFAULT_SETTINGS } from '../../../src/core/model/settings';
import { winForward } from '../../../src/core/model/walkForward';
import { clusteredMean } from '../../../src/core/statistics/moments';
import { keyOf, normalAt } from '../../../src/core/statistics/random';
import { knownRows } from '../../helpers/modelRows';

const settings = { ...DEFAULT_SETTINGS, minFitRows: 100 };
const YEARS = 22;
/** Setups a year. */
const WEEKLY = 160;
const SELECTED = 80;
const TESTED = YEARS - settings.minTrainYears - settings.minCalibrationYears;
/** Two-sided 95 % of Student's t with 11 degrees of freedom, from a printed table. */
const T_11 = 2.201;

/** Setups of both kinds. Their probability of a win is hidden from the features; only z may reveal it. */
function universe(inform: (truth: number, noise: number) => number): TrialRows {
  const chance = (x: readonly number[]) => 0.5 + 0.3 * x[2];
  const weekly = knownRows(YEARS, WEEKLY, chance, 'weekly');
  const selected = knownRows(YEARS, SELECTED, chance, 'selected');
  const { rows, isSecond } = joinedRows(weekly.rows, selected.rows);
  const key = keyOf('noise');
  const truth = rows.features[2].map((x) => 0.5 + 0.3 * x);
  const z = truth.map((p, row) => inform(p, normalAt(key, row)));
  const hidden = { ...rows, features: rows.features.map((column, j) => (j === 2 ? column.map(() => 5) : column)) };
  const logP = z.map((_, row) => -Math.abs(normalAt(key, rows.count + row)));
  return { rows: hidden, isSelected: isSecond, inputs: { z, log_p_symbol: logP } };
}

const telling = universe((truth, noise) => logit(truth) + 0.5 * noise);
const silent = universe((_, noise) => noise);
const found = tryInputs(telling, settings)!;

function scoreIn({ variants }: InputTrial, name: string, kind: string) {
  return variants.find((v) => v.name === name)!.scores.find((score) => score.kind === kind)!;
}

test('an input that predicts the outcome is kept, without the one that is only noise', () => {
  expect(found.variants.map(({ name, beatsToday }) => [name, beatsToday])).toEqual([
    ['today', null],
    ['selected_rows', false],
    ['z', true],
    ['z_and_log_p', true],
  ]);
  expect(found.kept).toBe('z');
});

test('inputs of pure noise are dropped', () => {
  const { kept, variants } = tryInputs(silent, settings)!;
  expect(kept).toBe('today');
  expect(variants.some(({ beatsToday }) => beatsToday === true)).toBe(false);
});

test('all variants are scored on the same setups, each kind apart', () => {
  for (const { scores } of found.variants) {
    expect(scores.map(({ kind, setups }) => [kind, setups])).toEqual([
      ['weekly', WEEKLY * TESTED],
      ['selected', SELECTED * TESTED],
    ]);
  }
  expect([found.firstYear, found.lastYear]).toEqual([1980 + YEARS - TESTED, 1980 + YEARS - 1]);
});

test('gains are means of paired differences of errors, with cluster-robust standard errors', () => {
  const { rows, isSelected, inputs } = telling;
  const p = VARIANTS.filter(({ name }) => name === 'today' || name === 'z').map(
    ({ selectedRows, inputs: names }) =>
      winForward(rows, [...rows.features, ...names.map((name) => inputs[name])], settings, {
        mayFit: (row) => selectedRows || isSelected[row] === 0,
      }).probability,
  );
  const tested = [...rows.won.keys()].filter((row) => isSelected[row] === 1 && rows.year[row] >= found.firstYear);
  const squared = (of: Float64Array, row: number) => (of[row] - rows.won[row]) ** 2;
  const log = (of: Float64Array, row: number) => Math.log(rows.won[row] === 1 ? of[row] : 1 - of[row]);
  const { gain, skill, brier, logLoss } = scoreIn(found, 'z', 'selected');
  const expected = clusteredMean(
    tested.map((row) => ({ cluster: String(rows.year[row]), value: squared(p[0], row) - squared(p[1], row) })),
  )!;
  expect(gain!.brier.mean).toBeCloseTo(expected.mean, 12);
  expect(gain!.brier.standardError).toBeCloseTo(expected.standardError!, 12);
  expect(gain!.brier.high! - gain!.brier.mean).toBeCloseTo(T_11 * expected.standardError!, 5);
  expect(gain!.brier.years).toBe(TESTED);
  const mean = (of: (row: number) => number) => tested.reduce((sum, row) => sum + of(row), 0) / tested.length;
  expect(gain!.logLoss.mean).toBeCloseTo(
    mean((row) => log(p[1], row) - log(p[0], row)),
    12,
  );
  expect(brier).toBeCloseTo(
    mean((row) => squared(p[1], row)),
    12,
  );
  expect(logLoss).toBeCloseTo(
    mean((row) => -log(p[1], row)),
    12,
  );
  expect(skill.brier.mean).toBeCloseTo(
    mean((row) => (baseRateAt(rows, isSelected, row) - rows.won[row]) ** 2) - brier,
    12,
  );
  expect(gain!.auc.mean).toBeGreaterThan(0.05);
});

/** Win rate of the direction among selected setups that were over before the year, one win and one loss added. */
function baseRateAt(rows: Rows, isSelected: Uint8Array, row: number): number {
  const earlier = [...rows.end.keys()].filter(
    (other) =>
      isSelected[other] === 1 &&
      rows.isLong[other] === rows.isLong[row] &&
      rows.end[other] < dayOf(rows.year[row], 1, 1),
  );
  return (earlier.reduce((sum, other) => sum + rows.won[other], 0) + 1) / (earlier.length + 2);
}

test("today's model uses no selected setup, and no variant an outcome of the year that it predicts", () => {
  const flip = (holds: (row: number) => boolean): TrialRows => {
    const won = telling.rows.won.map((value, row) => (holds(row) ? 1 - value : value));
    return { ...telling, rows: { ...telling.rows, won } };
  };
  const weeklyOf = (trial: InputTrial) => scoreIn(trial, 'today', 'weekly').brier;
  expect(
    weeklyOf(
      tryInputs(
        flip((row) => telling.isSelected[row] === 1),
        settings,
      )!,
    ),
  ).toBe(weeklyOf(found));
  const last = 1980 + YEARS - 1;
  const { rows, inputs } = telling;
  const columns = [...rows.features, inputs.z];
  const flipped = flip((row) => rows.end[row] >= dayOf(last, 1, 1)).rows;
  const before = winForward(rows, columns, settings).probability;
  expect(winForward(flipped, columns, settings).probability).toEqual(before);
});

test('a better score on selected setups does not outweigh a worse one on the weekly ones', () => {
  const { rows, isSelected, inputs } = universe((truth) => logit(truth));
  // z is right for selected setups; for weekly ones its sign is reversed in the tested years.
  const z = inputs.z.map((value, row) => (isSelected[row] === 0 && rows.year[row] >= found.firstYear ? -value : value));
  const { variants, kept } = tryInputs({ rows, isSelected, inputs: { ...inputs, z } }, settings)!;
  const withZ = variants.find(({ name }) => name === 'z')!;
  expect(withZ.scores.find(({ kind }) => kind === 'selected')!.gain!.brier.low).toBeGreaterThan(0);
  expect(withZ.scores.find(({ kind }) => kind === 'weekly')!.gain!.brier.high).toBeLessThan(0);
  expect(withZ.beatsToday).toBe(false);
  expect(kept).toBe('today');
});

test('with too few years nothing is tested', () => {
  const { rows } = knownRows(6, 100, () => 0.5);
  const nothing = new Float64Array(rows.count);
  const trial = { rows, isSelected: new Uint8Array(rows.count), inputs: { z: nothing, log_p_symbol: nothing } };
  expect(tryInputs(trial, settings)).toBeNull();
});
