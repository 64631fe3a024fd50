import {
  fitLogistic,
  fitRidge,
  linearAt,
  linearAtRow,
  scalingOf,
  sigmoid,
  solveSymmetric,
} from '../../../src/core/model/logistic';
import { calibrated, fitPlatt } from '../../../src/core/model/platt';

// Golden values by an independent program: Newton's method and Gaussian elimination in 50-digit decimals.
const columns = [Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8), Float64Array.of(2, 0, 1, 5, 3, 7, 4, 6)];
const rows = Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7);
const won = Uint8Array.of(0, 0, 1, 0, 1, 1, 0, 1);
const target = Float64Array.of(1.5, -2, 0.5, 3, 2.5, 4, -1, 6);

test('logistic regression agrees with 50-digit arithmetic', () => {
  const fit = fitLogistic({ columns, rows }, won, { l2: 0.1 });
  expect(fit.intercept).toBeCloseTo(-0.0011783313432584, 11);
  expect(fit.weights[0]).toBeCloseTo(0.5487869721507795, 11);
  expect(fit.weights[1]).toBeCloseTo(0.1939119396909737, 11);
});

test('logistic regression of one flag, unpenalised, gives the log odds of the two groups', () => {
  const flag = [Float64Array.of(0, 0, 0, 0, 1, 1, 1, 1, 1)];
  const outcome = Uint8Array.of(1, 0, 0, 0, 1, 1, 1, 0, 0);
  const fit = fitLogistic({ columns: flag, rows: Int32Array.from(outcome.keys()) }, outcome, { l2: 0 });
  expect(linearAt(fit, [0])).toBeCloseTo(Math.log(1 / 3), 9);
  expect(linearAt(fit, [1])).toBeCloseTo(Math.log(3 / 2), 9);
  expect(linearAtRow(fit, flag, 8)).toBe(linearAt(fit, [1]));
});

test('the logistic optimum does not depend on where it starts', () => {
  const cold = fitLogistic({ columns, rows }, won, { l2: 0.1 });
  const warm = fitLogistic({ columns, rows }, won, { l2: 0.1, start: { intercept: 3, weights: [-4, 5] } });
  expect(warm.weights[0]).toBeCloseTo(cold.weights[0], 10);
});

test('only the selected rows are fitted', () => {
  const some = Int32Array.of(1, 2, 4, 5, 6);
  const copy = columns.map((column) => Float64Array.from(some, (row) => column[row]));
  const same = { columns: copy, rows: Int32Array.from(some.keys()) };
  const chosen = fitLogistic({ columns, rows: some }, won, { l2: 0.2 });
  expect(chosen).toEqual(
    fitLogistic(
      same,
      Uint8Array.from(some, (row) => won[row]),
      { l2: 0.2 },
    ),
  );
});

test('a penalty keeps perfectly separable outcomes finite', () => {
  const fit = fitLogistic({ columns: [columns[0]], rows }, Uint8Array.of(0, 0, 0, 0, 1, 1, 1, 1), { l2: 0.01 });
  expect(fit.weights[0]).toBeGreaterThan(1);
  expect(Number.isFinite(fit.weights[0])).toBe(true);
});

test('a constant column gets no weight', () => {
  const fit = fitLogistic({ columns: [columns[0], new Float64Array(8).fill(7)], rows }, won, { l2: 0.1 });
  expect(fit.weights[1]).toBe(0);
});

test('ridge regression agrees with 50-digit arithmetic', () => {
  const fit = fitRidge({ columns, rows }, target, 0.1);
  expect(fit.intercept).toBeCloseTo(1.8125, 12);
  expect(fit.weights[0]).toBeCloseTo(-0.1111143786126995, 10);
  expect(fit.weights[1]).toBeCloseTo(1.8251852108052611, 10);
});

test('ridge regression without a penalty fits points on a line exactly', () => {
  const fit = fitRidge(
    { columns: [columns[0]], rows },
    Float64Array.from(columns[0], (x) => 3 * x - 2),
    0,
  );
  for (const x of [-5, 0, 4.5, 20]) expect(linearAt(fit, [x])).toBeCloseTo(3 * x - 2, 9);
});

describe('Platt scaling', () => {
  const data = {
    logOdds: Float64Array.of(-1.2, -0.4, 0.1, 0.3, 0.8, 1.5, -0.7, 0.2, 0.9),
    won: Uint8Array.of(0, 1, 0, 1, 1, 1, 0, 0, 1),
    year: Int16Array.of(1, 1, 1, 1, 2, 2, 3, 3, 3),
    rows: Int32Array.from({ length: 9 }, (_, i) => i),
  };
  test.each([
    [0, 2.91532113723475, -0.18796135147445],
    [2, 1.56696753273991, 0.03421076810322],
    [20, 1.09715345205793, 0.0177250216422],
  ])('with a prior of %d years agrees with 50-digit arithmetic', (prior, slope, offset) => {
    const platt = fitPlatt(data, prior);
    expect(platt.slope).toBeCloseTo(slope, 6);
    expect(platt.offset).toBeCloseTo(offset, 6);
  });

  test('never reverses a ranking: a slope below 0 becomes 0 with the best constant', () => {
    const reversed = { ...data, logOdds: data.logOdds.map((z) => -z) };
    const platt = fitPlatt(reversed, 0);
    expect(platt.slope).toBe(0);
    // Every year counts alike: win shares 1/2, 1 and 1/3.
    expect(calibrated(platt, 123)).toBeCloseTo((1 / 2 + 1 + 1 / 3) / 3, 6);
  });

  test('repeating the rows of a year changes nothing', () => {
    const rowsAgain = Int32Array.of(0, 1, 2, 3, 4, 5, 4, 5, 4, 5, 6, 7, 8);
    const again = fitPlatt({ ...data, rows: rowsAgain }, 5);
    expect(again.slope).toBeCloseTo(fitPlatt(data, 5).slope, 10);
  });

  test('with equal outcomes the fit stays finite under a prior', () => {
    const { slope, offset } = fitPlatt({ ...data, won: new Uint8Array(9).fill(1) }, 20);
    expect(Number.isFinite(slope + offset)).toBe(true);
  });
});

test('sigmoid neither overflows nor loses its tails', () => {
  expect([sigmoid(0), sigmoid(800), sigmoid(-800)]).toEqual([0.5, 1, 0]);
  expect(sigmoid(-40)).toBeCloseTo(Math.exp(-40), 30);
});

test('a matrix that is not positive definite is refused', () => {
  expect(() => solveSymmetric(Float64Array.of(1, 2, 2, 1), Float64Array.of(1, 1))).toThrow(/positive definite/);
  expect(() => scalingOf({ columns, rows: new Int32Array(0) })).toThrow(/0 rows/);
});
