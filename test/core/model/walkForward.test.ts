import { dayOf } from '../../../src/core/calendar/dates';
import { evaluate } from '../../../src/core/model/evaluation';
import { sigmoid } from '../../../src/core/model/logistic';
import type { Rows } from '../../../src/core/model/rows';
import { DEFAULT_SETTINGS } from '../../../src/core/model/settings';
import { trainedOn, walkForward } from '../../../src/core/model/walkForward';
import { knownRows } from '../../helpers/modelRows';

const settings = { ...DEFAULT_SETTINGS, minFitRows: 100 };
const { rows, truth } = knownRows(24, 800, (x, isLong) => sigmoid(0.9 * x[0] - 0.6 * x[1] + (isLong ? 0.2 : -0.2)));
const walk = walkForward(rows, settings);

test('calibrated probabilities equal the true ones within .02, in every decile and group', () => {
  const groups: ((row: number) => boolean)[] = [
    () => true,
    (row) => rows.isLong[row] === 1,
    (row) => rows.isLong[row] === 0,
    (row) => rows.hold[row] > 60,
  ];
  for (const holds of groups) {
    const of = [...walk.tested].filter(holds).sort((a, b) => walk.probability[a] - walk.probability[b]);
    for (let decile = 0; decile < 10; decile++) {
      const part = of.slice(Math.floor((decile * of.length) / 10), Math.floor(((decile + 1) * of.length) / 10));
      const mean = (p: Float64Array) => part.reduce((sum, row) => sum + p[row], 0) / part.length;
      expect(Math.abs(mean(walk.probability) - mean(truth))).toBeLessThan(0.02);
    }
  }
  const { scores, skill } = evaluate(rows, walk);
  expect(scores.model.calibrationError).toBeLessThan(0.02);
  expect(skill.base_rate.significant).toBe(true);
});

test('each year is predicted from setups that ended before it, without those entered before and still open', () => {
  for (const year of walk.years) {
    const opens = dayOf(year, 1, 1);
    const train = trainedOn(rows, year);
    expect([...train]).toEqual([...rows.end.keys()].filter((row) => rows.end[row] < opens));
    expect(train.length).toBeLessThan([...rows.year].filter((y) => y < year).length);
    expect([...walk.tested].filter((row) => rows.year[row] === year)).toHaveLength(800);
  }
  expect(walk.years[0]).toBe(1980 + settings.minTrainYears + settings.minCalibrationYears);
  expect(walk.years).toHaveLength(24 - settings.minTrainYears - settings.minCalibrationYears);
});

test('no prediction of a year uses an outcome that was open when the year began', () => {
  const year = 1999;
  const opens = dayOf(year, 1, 1);
  const flipped: Rows = {
    ...rows,
    won: rows.won.map((won, row) => (rows.end[row] >= opens ? 1 - won : won)),
    returnPct: rows.returnPct.map((r, row) => (rows.end[row] >= opens ? -7 * r : r)),
    mfePct: rows.mfePct.map((r, row) => (rows.end[row] >= opens ? 50 : r)),
  };
  const changed = walkForward(flipped, settings);
  const known = [...walk.tested].filter((row) => rows.year[row] <= year);
  expect(known.length).toBeGreaterThan(5000);
  expect(known.map((row) => changed.probability[row])).toEqual(known.map((row) => walk.probability[row]));
  for (const name of ['baseRate', 'predReturn', 'baseReturn'] as const) {
    expect(known.map(changed[name])).toEqual(known.map(walk[name]));
  }
  const later = [...walk.tested].filter((row) => rows.year[row] > year);
  expect(later.map((row) => changed.probability[row])).not.toEqual(later.map((row) => walk.probability[row]));
});

test('the base rate is the win rate of the direction in the training rows', () => {
  const year = walk.years[3];
  const long = [...rows.end.keys()].filter((row) => rows.end[row] < dayOf(year, 1, 1) && rows.isLong[row] === 1);
  const wins = long.reduce((sum, row) => sum + rows.won[row], 0);
  const tested = [...walk.tested].find((row) => rows.year[row] === year && rows.isLong[row] === 1)!;
  expect(walk.baseRate(tested)).toBe((wins + 1) / (long.length + 2));
});

test('with too few years nothing is tested', () => {
  const few = walkForward(knownRows(9, 200, () => 0.5).rows, settings);
  expect([few.years.length, few.tested.length]).toEqual([0, 0]);
});

test('a result too good to be true is called a suspected leak', () => {
  const leaking = knownRows(16, 300, (x) => (x[0] > 0 ? 0.97 : 0.03), 'leak').rows;
  const { suspectedLeak, scores } = evaluate(leaking, walkForward(leaking, settings));
  expect(scores.model.auc).toBeGreaterThan(0.62);
  expect(suspectedLeak).toHaveLength(2);
  const fair = knownRows(16, 300, () => 0.5, 'fair').rows;
  expect(evaluate(fair, walkForward(fair, settings)).suspectedLeak).toEqual([]);
});
