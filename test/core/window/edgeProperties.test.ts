import fc from 'fast-check';
import { type EdgeInput, edgeOf, NEUTRAL, scoredBaseline } from '../../../src/core/window/edge';
import { judged, named, pending } from '../../helpers/significance';

/** Yearly returns in hundredths of a percent, so that ties occur and sums are exact. */
const returns = fc.array(fc.integer({ min: -4000, max: 4000 }), { minLength: 1, maxLength: 40 });
const chance = fc.integer({ min: 1, max: 1000 }).map((count) => count / 1000);
const significance = fc.option(
  fc.oneof(
    fc.tuple(chance, chance).map(([pSymbol, pSearch]) => judged({ pSymbol, pSearch })),
    chance.map(named),
    fc.constant(pending()),
  ),
);
const context = fc.record({
  baseline: fc.record({
    windows: fc.constant(2520),
    positiveShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    mean: fc.option(fc.double({ min: -5, max: 5, noNaN: true })),
  }),
  neighbours: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  significance,
  tilt: fc.double({ min: -10, max: 10, noNaN: true }),
  daysBehind: fc.constantFrom(null, null, 11),
});
type Context = Pick<EdgeInput, 'baseline' | 'neighbours' | 'significance' | 'tilt' | 'daysBehind'>;

/** Statistics of hundredths, rounded only by the last division. */
function inputOf(hundredths: readonly number[], rest: Context): EdgeInput {
  const n = hundredths.length;
  const sorted = [...hundredths].sort((a, b) => a - b);
  const sum = hundredths.reduce((total, r) => total + r, 0);
  const squares = hundredths.reduce((total, r) => total + (n * r - sum) ** 2, 0);
  return {
    n,
    wins: hundredths.filter((r) => r > 0).length,
    mean: sum / (100 * n),
    median: (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 200,
    deviation: n < 2 ? null : Math.sqrt(squares / (n - 1)) / (100 * n),
    ...rest,
  };
}

/** With f fixed, as METHOD 6 requires: the significance of both inputs is the same. */
describe('properties of METHOD 6', () => {
  const arbitrary = fc.tuple(returns, context).map(([values, rest]) => inputOf(values, rest));
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const hold = <T>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 1000 });
  const beyondDrift = ({ mean, baseline: drift }: EdgeInput) => mean > scoredBaseline(drift).mean;

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

  test('does not change when all returns, m0 too, are scaled by c >= 1 while the mean stays above the floors', () => {
    hold(
      // Powers of two scale without rounding, so that equality is exact.
      fc.property(returns, context, fc.integer({ min: 0, max: 6 }), (values, rest, power) => {
        const input = inputOf(values, rest);
        fc.pre(input.mean > NEUTRAL.cost && input.mean > (rest.baseline.mean ?? -Infinity));
        const c = 2 ** power;
        const m0 = rest.baseline.mean === null ? null : rest.baseline.mean * c;
        const scaled = inputOf(
          values.map((r) => r * c),
          { ...rest, baseline: { ...rest.baseline, mean: m0 } },
        );
        expect(edgeOf(scaled).score).toBe(edgeOf(input).score);
      }),
    );
  });

  test('adding c > 0 to every year of the window alone never lowers it while median >= mean', () => {
    hold(
      fc.property(returns, context, fc.integer({ min: 1, max: 2000 }), (values, rest, c) => {
        const input = inputOf(values, rest);
        fc.pre(input.median >= input.mean);
        const raised = inputOf(
          values.map((r) => r + c),
          rest,
        );
        expect(edgeOf(raised).score).toBeGreaterThanOrEqual(edgeOf(input).score);
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
      fc.property(arbitrary, share, (input, other) => {
        const more = Math.max(input.neighbours ?? 0, other);
        expect(edgeOf({ ...input, neighbours: more }).score).toBeGreaterThanOrEqual(edgeOf(input).score);
      }),
    );
  });

  test('non-decreasing in n at the same rates and statistics, where mean > m0 and wins/n > p0', () => {
    hold(
      fc.property(arbitrary, fc.integer({ min: 2, max: 5 }), (input, times) => {
        fc.pre(beyondDrift(input) && input.wins / input.n > scoredBaseline(input.baseline).share);
        const longer = { ...input, n: times * input.n, wins: times * input.wins };
        expect(edgeOf(longer).score).toBeGreaterThanOrEqual(edgeOf(input).score);
      }),
    );
  });

  test('non-increasing in the spread where mean > m0', () => {
    hold(
      fc.property(arbitrary, fc.double({ min: 0, max: 50, noNaN: true }), (input, wider) => {
        const { deviation } = input;
        fc.pre(deviation !== null && beyondDrift(input));
        expect(edgeOf({ ...input, deviation: deviation! + wider }).score).toBeLessThanOrEqual(edgeOf(input).score);
      }),
    );
  });

  test('non-increasing in p0', () => {
    hold(
      fc.property(arbitrary, share, (input, other) => {
        const positiveShare = Math.max(scoredBaseline(input.baseline).share, other);
        const steadier = { ...input, baseline: { ...input.baseline, positiveShare } };
        expect(edgeOf(steadier).score).toBeLessThanOrEqual(edgeOf(input).score);
      }),
    );
  });

  test('non-increasing in m0', () => {
    hold(
      fc.property(arbitrary, fc.double({ min: 0, max: 20, noNaN: true }), (input, more) => {
        const mean = scoredBaseline(input.baseline).mean + more;
        const faster = { ...input, baseline: { ...input.baseline, mean } };
        expect(edgeOf(faster).score).toBeLessThanOrEqual(edgeOf(input).score);
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

test('non-decreasing in n for every win rate >= .55 beyond drift with up to 98 years', () => {
  // Exhaustive over win rates and years, on the unrounded parts, from which the score follows for any f and other parts.
  const drift = { windows: 2520, mean: 0.1 };
  const steady = { mean: 3, median: 2.8, neighbours: 0.78, significance: judged(), tilt: 0, daysBehind: null };
  let compared = 0;
  for (let n = 1; n <= 49; n++) {
    for (let wins = Math.ceil(0.55 * n); wins <= n; wins++) {
      for (const p0 of [0, 0.4, 0.5, 0.55, 0.65, 0.8, 0.95]) {
        if (wins / n <= p0) continue;
        for (const deviation of [0, 1, 3, 8, 40]) {
          const at = (times: number) =>
            edgeOf({
              ...steady,
              deviation,
              baseline: { ...drift, positiveShare: p0 },
              n: times * n,
              wins: times * wins,
            });
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
  expect(compared).toBeGreaterThan(40_000);
});
