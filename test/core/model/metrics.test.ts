import fc from 'fast-check';
import {
  auc,
  brier,
  calibrationError,
  isSignificant,
  LOG_LOSS_FLOOR,
  logLoss,
  meanByYear,
  meanOfClusters,
  meanOfYears,
  reliability,
} from '../../../src/core/model/metrics';
import { percentileIn, referenceOf } from '../../../src/core/model/predict';

const all = (n: number) => Int32Array.from({ length: n }, (_, i) => i);

test('Brier and log loss by hand', () => {
  const p = Float64Array.of(0.8, 0.4, 1);
  const won = Uint8Array.of(1, 0, 0);
  expect(brier(p, won, all(3))).toBeCloseTo((0.04 + 0.16 + 1) / 3, 15);
  expect(logLoss(p, won, all(2))).toBeCloseTo(-(Math.log(0.8) + Math.log(0.6)) / 2, 15);
  expect(logLoss(p, won, Int32Array.of(2))).toBeCloseTo(-Math.log(LOG_LOSS_FLOOR), 12);
});

test.each([
  ['perfect', [0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1], 1],
  ['reversed', [0.9, 0.8, 0.2, 0.1], [0, 0, 1, 1], 0],
  ['all tied', [0.5, 0.5, 0.5, 0.5], [0, 1, 0, 1], 0.5],
  ['one tie and one right pair', [0.3, 0.3, 0.7], [0, 1, 1], 0.75],
  ['one class', [0.3, 0.4], [1, 1], null],
])('AUC: %s', (_, p, won, want) => {
  expect(auc(Float64Array.from(p), Uint8Array.from(won), all(p.length))).toBe(want);
});

const sample = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 1 })), {
  minLength: 1,
  maxLength: 60,
});

test('AUC is the share of pairs in the right order, a tie counting half', () => {
  fc.assert(
    fc.property(sample, (rows) => {
      let pairs = 0;
      let right = 0;
      for (const [p, w] of rows)
        for (const [q, v] of rows) {
          if (w !== 1 || v !== 0) continue;
          pairs += 1;
          right += p > q ? 1 : p === q ? 0.5 : 0;
        }
      const p = Float64Array.from(rows, ([v]) => v / 12);
      const got = auc(
        p,
        Uint8Array.from(rows, ([, w]) => w),
        all(rows.length),
      );
      if (pairs === 0) expect(got).toBeNull();
      else expect(got).toBeCloseTo(right / pairs, 12);
    }),
  );
});

test('reliability bins contain every row once, ascend, and never split equal probabilities', () => {
  fc.assert(
    fc.property(sample, (rows) => {
      const p = Float64Array.from(rows, ([v]) => v / 12);
      const won = Uint8Array.from(rows, ([, w]) => w);
      const bins = reliability(p, won, all(rows.length));
      const count = bins.reduce((sum, bin) => sum + bin.count, 0);
      const wins = bins.reduce((sum, bin) => sum + bin.count * bin.observed, 0);
      expect(count).toBe(rows.length);
      expect(wins).toBeCloseTo(
        won.reduce((sum, w) => sum + w, 0),
        9,
      );
      for (let i = 1; i < bins.length; i++) expect(bins[i].predicted).toBeGreaterThan(bins[i - 1].predicted);
      expect(bins.length).toBeLessThanOrEqual(Math.min(10, new Set(p).size));
    }),
  );
});

test('calibration error by hand: two bins of unequal size', () => {
  const p = Float64Array.of(0.2, 0.2, 0.2, 0.9);
  const won = Uint8Array.of(0, 1, 0, 1);
  expect(calibrationError(reliability(p, won, all(4)))).toBeCloseTo((3 * (1 / 3 - 0.2) + 0.1) / 4, 12);
});

describe('errors by year', () => {
  test('with equal years the error is the textbook standard error of their means', () => {
    const values = Float64Array.of(1, 3, 2, 6, 0, 0);
    const year = Int16Array.of(2001, 2001, 2002, 2002, 2003, 2003);
    const { mean, standardError, low, high, years } = meanByYear((row) => values[row], year, all(6));
    // Yearly means 2, 4, 0: deviation 2, over sqrt(3); t of 2 degrees of freedom is 4.30265.
    expect([mean, years]).toEqual([2, 3]);
    expect(standardError).toBeCloseTo(2 / Math.sqrt(3), 12);
    expect(high! - low!).toBeCloseTo((2 * 4.302653 * 2) / Math.sqrt(3), 5);
    expect(meanOfYears([2, 4, 0]).standardError).toBeCloseTo(2 / Math.sqrt(3), 12);
  });

  test('repeating every row of every year does not change the error', () => {
    const values = Float64Array.of(1, 1, 3, 3, 2, 2);
    const once = meanByYear((row) => values[row], Int16Array.of(1, 1, 2, 2, 3, 3), Int32Array.of(0, 2, 4));
    const twice = meanByYear((row) => values[row], Int16Array.of(1, 1, 2, 2, 3, 3), all(6));
    expect(twice.standardError).toBeCloseTo(once.standardError!, 14);
  });

  test('a single year has no interval, and no rows are refused', () => {
    expect(meanOfClusters([4, 0], [2, 0])).toEqual({ mean: 2, standardError: null, low: null, high: null, years: 1 });
    expect(() => meanOfClusters([], [])).toThrow(/0 rows/);
    expect(meanOfYears([7])).toMatchObject({ mean: 7, low: null });
  });

  test('significance needs an interval above 0 and five years', () => {
    const steady = { mean: 1, standardError: 0.1, low: 0.5, high: 1.5 };
    expect(isSignificant({ ...steady, years: 5 })).toBe(true);
    expect(isSignificant({ ...steady, years: 4 })).toBe(false);
    expect(isSignificant({ ...steady, low: 0, years: 20 })).toBe(false);
    expect(isSignificant({ ...steady, low: null, high: null, years: 20 })).toBe(false);
  });
});

describe('the frozen reference', () => {
  test.each([
    [0.05, 0],
    [0.1, 12.5],
    [0.2, 50],
    [0.25, 75],
    [0.9, 100],
  ])('percentile of %d', (p, want) => {
    expect(percentileIn([0.1, 0.2, 0.2, 0.3], p)).toBe(want);
  });

  test('is thinned to a thousand order statistics that keep the percentiles', () => {
    const reference = referenceOf(Float64Array.from({ length: 50_000 }, (_, i) => ((i * 7919) % 50_000) / 50_000));
    expect(reference).toHaveLength(1000);
    for (const p of [0.0004, 0.25, 0.5, 0.9]) expect(percentileIn(reference, p)).toBeCloseTo(100 * p, 0);
    expect(() => referenceOf(new Float64Array(0))).toThrow(/at least 1/);
  });

  test('a higher probability never scores lower', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(p, { minLength: 1 }), p, p, (values, a, b) => {
        const reference = referenceOf(Float64Array.from(values));
        expect(percentileIn(reference, Math.max(a, b))).toBeGreaterThanOrEqual(percentileIn(reference, Math.min(a, b)));
      }),
    );
  });
});
