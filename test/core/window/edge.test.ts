import fc from 'fast-check';
import { baselineShare, type EdgeInput, edgeOf, NEUTRAL } from '../../../src/core/window/edge';

const unproven = { significance: null, tilt: 0, daysBehind: null } as const;
const baseline = (positiveShare: number | null, mean: number | null) => ({ windows: 2520, positiveShare, mean });
const typical: EdgeInput = {
  n: 10,
  wins: 9,
  mean: 4,
  median: 3.8,
  deviation: 3.6,
  baseline: baseline(0.55, 0.5),
  neighbours: 0.78,
  ...unproven,
};

describe('the table of METHOD 6', () => {
  // name | n, wins | mean, median, std | p0 | nb | significance | edge
  const cases = [
    ['strong, unproven', 10, 10, 5, 4.8, 2.5, 0.55, 0.9, null, 61],
    ['typical scan hit', 10, 9, 4, 3.8, 3.6, 0.55, 0.78, null, 44],
    ['outlier-driven', 10, 8, 3, 1.2, 6, 0.55, 0.7, null, 23],
    ['weak', 10, 6, 1, 0.8, 5, 0.55, 0.6, null, 12],
    ['short history', 5, 5, 4, 4, 2.5, 0.55, 0.85, null, 47],
    ["passes the symbol's own test", 20, 18, 4, 3.8, 3.5, 0.57, 0.85, { p: 0.05, falseDiscoveryRate: 0.4 }, 69],
    ['passes false discovery', 75, 60, 3, 2.9, 3.2, 0.6, 0.8, { p: 0.001, falseDiscoveryRate: 0.1 }, 83],
    ['too short', 4, 4, 5, 5, 2, 0.55, 0.9, null, 39],
  ] as const;

  test.each(cases)('%s', (_name, n, wins, mean, median, deviation, p0, neighbours, significance, edge) => {
    expect(
      edgeOf({ n, wins, mean, median, deviation, baseline: baseline(p0, 0), neighbours, ...unproven, significance })
        .score,
    ).toBe(edge);
  });
});

describe('parts, by hand', () => {
  test('W, T, C and R of the typical scan hit', () => {
    // p^ = (9 + 5.5)/20 = .725; sd = sqrt(.725*.275/21) = .0974374; W = (.725 - .0974374 - .4)/.35
    // S = 4/3.6 * (1 - 3/35) = 1.0158730; se = sqrt((1 + S^2/2)/10) = .3893630; T = S - se
    const { parts } = edgeOf(typical);
    expect(parts.winRate).toBeCloseTo(0.650179, 5);
    expect(parts.strength).toBeCloseTo(0.62651, 5);
    expect(parts.evenness).toBeCloseTo(0.95, 12);
    expect(parts.neighbours).toBeCloseTo(0.23 / 0.35, 12);
  });

  test.each([
    { given: null, want: 0.5 },
    { given: 0.2, want: 0.35 },
    { given: 0.58, want: 0.58 },
    { given: 0.9, want: 0.65 },
  ])('p0 $given is used as $want', ({ given, want }) => expect(baselineShare(given)).toBe(want));

  test.each([
    { significance: null, want: 0.65 },
    { significance: { p: 0.5, falseDiscoveryRate: 0.9 }, want: 0.65 },
    { significance: { p: 0.05, falseDiscoveryRate: 0.2 }, want: 0.8 },
    { significance: { p: 0.05, falseDiscoveryRate: 0.1 }, want: 1 },
  ])('confidence of $significance is $want', ({ significance, want }) =>
    expect(edgeOf({ ...typical, significance }).confidence).toBe(want),
  );

  test('no spread counts as a ratio of 10, or 0 without a gain; two years have no strength at all', () => {
    expect(edgeOf({ ...typical, deviation: 0 }).parts.strength).toBe(1);
    expect(edgeOf({ ...typical, deviation: 0, mean: 0, median: 0 }).parts.strength).toBe(0);
    expect(edgeOf({ ...typical, n: 2, wins: 2 }).parts.strength).toBe(0);
    expect(edgeOf({ ...typical, n: 1, wins: 1, deviation: null }).parts.strength).toBe(0);
  });

  test('the model tilts by points, and never past a cap or out of 0..100', () => {
    expect(edgeOf({ ...typical, tilt: 10 }).score).toBe(54);
    expect(edgeOf({ ...typical, tilt: -10 }).score).toBe(34);
    expect(edgeOf({ ...typical, wins: 5, tilt: 10 }).score).toBeLessThanOrEqual(39);
    expect(edgeOf({ ...typical, wins: 0, mean: -9, median: -9, neighbours: 0, tilt: -10 }).score).toBe(0);
  });
});

describe('what holds a score below 40', () => {
  const strong: EdgeInput = { ...typical, wins: 10, mean: 8, median: 8, deviation: 1, neighbours: 1 };
  test.each([
    { change: {}, caps: [] },
    { change: { n: 4, wins: 4 }, caps: ['years'] },
    { change: { n: 20, wins: 10 }, caps: ['win_rate'] },
    { change: { n: 20, wins: 11 }, caps: [] },
    { change: { mean: 0.2, baseline: baseline(0.5, 0.1) }, caps: ['cost'] },
    { change: { mean: 0.2001, baseline: baseline(0.5, 0.1) }, caps: [] },
    { change: { baseline: baseline(0.6, 8) }, caps: ['baseline'] },
    { change: { baseline: baseline(null, null) }, caps: [] },
    { change: { daysBehind: 11 }, caps: ['old_prices'] },
    {
      change: { n: 3, wins: 1, mean: 0.1, baseline: baseline(0.6, 1) },
      caps: ['years', 'win_rate', 'cost', 'baseline'],
    },
  ])('$change: $caps', ({ change, caps }) => {
    const edge = edgeOf({ ...strong, significance: { p: 0, falseDiscoveryRate: 0 }, ...change });
    expect(edge.caps).toEqual(caps);
    expect(edge.score < NEUTRAL.edge).toBe(caps.length > 0);
  });
});

test.each([
  { change: { n: 1.5 }, message: 'edge: n is 1.5' },
  { change: { wins: 11 }, message: 'edge: wins is 11, accepted is a whole number 0..10' },
  { change: { mean: NaN }, message: 'edge: mean is NaN' },
  { change: { median: Infinity }, message: 'edge: median is Infinity' },
  { change: { deviation: -1 }, message: 'edge: deviation is -1' },
  { change: { neighbours: 1.1 }, message: 'edge: neighbours is 1.1' },
  { change: { tilt: 11 }, message: 'edge: tilt is 11, accepted is -10..10' },
])('refuses $change', ({ change, message }) => expect(() => edgeOf({ ...typical, ...change })).toThrow(message));

/** Inputs as they come: statistics of real vectors of yearly returns, on a grid of .01 % so that ties occur. */
const returns = fc.array(
  fc.integer({ min: -4000, max: 4000 }).map((hundredths) => hundredths / 100),
  { minLength: 1, maxLength: 40 },
);
const context = fc.record({
  baseline: fc.record({
    windows: fc.constant(2520),
    positiveShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    mean: fc.option(fc.double({ min: -5, max: 5, noNaN: true })),
  }),
  neighbours: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  significance: fc.option(
    fc.record({
      p: fc.double({ min: 0, max: 1, noNaN: true }),
      falseDiscoveryRate: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  ),
  tilt: fc.double({ min: -10, max: 10, noNaN: true }),
  daysBehind: fc.constantFrom(null, null, 11),
});
type Context = Pick<EdgeInput, 'baseline' | 'neighbours' | 'significance' | 'tilt' | 'daysBehind'>;

function inputOf(values: readonly number[], rest: Context): EdgeInput {
  const n = values.length;
  const sorted = [...values].sort((a, b) => a - b);
  const mean = values.reduce((sum, r) => sum + r, 0) / n;
  return {
    n,
    wins: values.filter((r) => r > 0).length,
    mean,
    median: (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2,
    deviation: n < 2 ? null : Math.sqrt(values.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (n - 1)),
    ...rest,
  };
}

describe('properties of METHOD 6', () => {
  const arbitrary = fc.tuple(returns, context).map(([values, rest]) => inputOf(values, rest));
  const hold = <T>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 3000 });

  test('a deterministic integer 0..100', () => {
    hold(
      fc.property(arbitrary, (input) => {
        const { score } = edgeOf(input);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        expect(Object.is(score, -0)).toBe(false);
        expect(edgeOf({ ...input })).toEqual(edgeOf(input));
      }),
    );
  });

  test('does not change when all returns are scaled by c >= 1 while the mean stays above the floors', () => {
    hold(
      // Powers of two scale without rounding, so that equality is exact; m0 is one of the returns and scales too.
      fc.property(returns, context, fc.integer({ min: 0, max: 6 }), (values, rest, power) => {
        const input = inputOf(values, rest);
        fc.pre(input.mean > NEUTRAL.cost && input.mean > (rest.baseline.mean ?? -Infinity));
        const c = 2 ** power;
        const scaled = inputOf(
          values.map((r) => r * c),
          {
            ...rest,
            baseline: { ...rest.baseline, mean: rest.baseline.mean === null ? null : rest.baseline.mean * c },
          },
        );
        expect(edgeOf(scaled).score).toBe(edgeOf(input).score);
      }),
    );
  });

  test('adding c > 0 to every year never lowers it', () => {
    hold(
      fc.property(returns, context, fc.integer({ min: 1, max: 2000 }), (values, rest, c) => {
        const before = edgeOf(inputOf(values, rest)).score;
        expect(
          edgeOf(
            inputOf(
              values.map((r) => r + c / 100),
              rest,
            ),
          ).score,
        ).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  test('non-decreasing in wins', () => {
    hold(
      fc.property(arbitrary, (input) => {
        fc.pre(input.wins < input.n);
        expect(edgeOf({ ...input, wins: input.wins + 1 }).score).toBeGreaterThanOrEqual(edgeOf(input).score);
      }),
    );
  });

  test('non-decreasing in the neighbours', () => {
    hold(
      fc.property(arbitrary, fc.double({ min: 0, max: 1, noNaN: true }), (input, share) => {
        const more = Math.max(input.neighbours ?? 0, share);
        expect(edgeOf({ ...input, neighbours: more }).score).toBeGreaterThanOrEqual(edgeOf(input).score);
      }),
    );
  });

  test('non-increasing in the spread', () => {
    hold(
      fc.property(arbitrary, fc.double({ min: 0, max: 50, noNaN: true }), (input, wider) => {
        fc.pre(input.deviation !== null);
        const deviation = input.deviation! + wider;
        expect(edgeOf({ ...input, deviation }).score).toBeLessThanOrEqual(edgeOf(input).score);
      }),
    );
  });

  test('each neutral condition of SPEC 2.2 gives less than 40', () => {
    hold(
      fc.property(arbitrary, (input) => {
        fc.pre(input.n < NEUTRAL.years || input.wins / input.n < NEUTRAL.winRate);
        expect(edgeOf(input).score).toBeLessThan(NEUTRAL.edge);
      }),
    );
  });
});

test('non-decreasing in n at the same rates and statistics, for every win rate >= .55 with up to 98 years', () => {
  // Exhaustive over win rates and years, on the unrounded parts: whatever f and the other parts are, the score follows.
  let compared = 0;
  for (let n = 1; n <= 49; n++) {
    for (let wins = Math.ceil(0.55 * n); wins <= n; wins++) {
      for (const p0 of [0, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65]) {
        for (const deviation of [0, 1, 3, 8, 40]) {
          const at = (times: number) =>
            edgeOf({ ...typical, mean: 3, deviation, baseline: baseline(p0, 0.1), n: times * n, wins: times * wins });
          for (let times = 1; (times + 1) * n <= 98; times++) {
            const [fewer, more] = [at(times), at(times + 1)];
            const lower =
              more.parts.winRate < fewer.parts.winRate - 1e-12 || more.parts.strength < fewer.parts.strength;
            if (lower || more.score < fewer.score)
              throw new Error(`${wins}/${n} x${times}, p0 ${p0}, std ${deviation}`);
            compared += 1;
          }
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(50_000);
});
