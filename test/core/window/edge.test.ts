import fc from 'fast-check';
import type { Significance } from '../../../src/core/significance/significance';
import { driftOf, type EdgeInput, edgeOf, NEUTRAL } from '../../../src/core/window/edge';
import { judged, named, pending } from '../../helpers/significance';

const BEATS_LUCK = judged({ pSymbol: 0.03, pSearch: 0.5 });
const BEATS_SEARCH = judged({ pSymbol: 0.001, pSearch: 0.05 });

const baseline = (positiveShare: number | null, mean: number | null) => ({ windows: 2520, positiveShare, mean });
const typical: EdgeInput = {
  n: 10,
  wins: 9,
  mean: 4,
  median: 3.8,
  deviation: 3.6,
  baseline: baseline(0.55, 1),
  neighbours: 0.78,
  significance: BEATS_LUCK,
  tilt: 0,
  daysBehind: null,
};

describe('the table of METHOD 6', () => {
  // name | n, wins | mean, median, std | p0, m0 | nb | significance | f, edge
  const cases: [string, ...(readonly number[])[], Significance, readonly number[]][] = [
    ['strong, significance pending', [10, 10], [5, 4.8, 2.5], [0.55, 1, 0.9], pending(), [0.3, 29]],
    ['strong, p_symbol .15', [10, 10], [5, 4.8, 2.5], [0.55, 1, 0.9], judged({ pSymbol: 0.15 }), [0.39, 38]],
    ['typical scan hit, p_symbol .6', [10, 9], [4, 3.8, 3.6], [0.55, 1, 0.78], judged({ pSymbol: 0.6 }), [0.3, 19]],
    ['the same, p_symbol .03', [10, 9], [4, 3.8, 3.6], [0.55, 1, 0.78], BEATS_LUCK, [0.85, 53]],
    ['strong, p_symbol .03', [10, 10], [5, 4.8, 2.5], [0.55, 1, 0.9], BEATS_LUCK, [0.85, 82]],
    ["passes the symbol's own search", [20, 18], [4, 3.8, 3.5], [0.57, 0.8, 0.85], BEATS_LUCK, [0.85, 66]],
    ['passes the whole search', [30, 26], [3, 2.9, 3.2], [0.6, 0.6, 0.85], BEATS_SEARCH, [1, 71]],
    ['all drift', [10, 9], [4, 3.8, 3.6], [0.8, 3.5, 0.85], BEATS_LUCK, [0.85, 14]],
    ['outlier-driven', [10, 8], [3, 1.2, 6], [0.55, 0.6, 0.7], BEATS_LUCK, [0.85, 27]],
    ['too short', [4, 4], [5, 5, 2], [0.55, 1, 0.9], BEATS_LUCK, [0.85, 39]],
  ];

  test.each(cases)('%s', (_, [n, wins], [mean, median, deviation], [p0, m0, neighbours], significance, [f, score]) => {
    const record = { n, wins, mean, median, deviation, baseline: baseline(p0, m0), neighbours };
    expect(edgeOf({ ...typical, ...record, significance })).toMatchObject({ confidence: f, score });
  });
});

describe('parts, by hand', () => {
  test('W, T, C and R of the typical scan hit', () => {
    // p^ = (9 + 5.5)/20 = .725; W = (.725 - .55)/.25 = .7
    // S = (4 - 1)/3.6 * (1 - 3/35) = .7619048; se = sqrt((1 + S^2/2)/10) = .3592045; T = S - se
    // C = (3.8 - 1)/(4 - 1); R = (.78 - .55)/.35; E = 85*(.21 + .12081 + .0933333 + .1971429) = 52.8
    const { parts, score } = edgeOf(typical);
    expect(parts.winRate).toBeCloseTo(0.7, 12);
    expect(parts.strength).toBeCloseTo(0.4027, 4);
    expect(parts.evenness).toBeCloseTo(2.8 / 3, 12);
    expect(parts.neighbours).toBeCloseTo(0.23 / 0.35, 12);
    expect(score).toBe(53);
  });

  test('drift is taken as it is, however high or low; without any date it is a coin that gains nothing', () => {
    expect(driftOf(baseline(0.9, -3))).toEqual({ share: 0.9, mean: -3 });
    expect(driftOf(baseline(0.2, 3))).toEqual({ share: 0.2, mean: 3 });
    expect(driftOf(baseline(null, null))).toEqual({ share: 0.5, mean: 0 });
    expect(edgeOf({ ...typical, baseline: baseline(null, null) })).toMatchObject(
      (({ parts, score }) => ({ parts, score }))(edgeOf({ ...typical, baseline: baseline(0.5, 0) })),
    );
  });

  test('a record that is all drift has no part in anything', () => {
    const { parts } = edgeOf({ ...typical, mean: 4, baseline: baseline(0.9, 4), neighbours: 0.9 });
    expect(parts).toEqual({ winRate: 0, strength: 0, evenness: 0, neighbours: 0 });
  });

  test.each<[string, Significance | null, number]>([
    ['no significance', null, 0.3],
    ['pending', pending(), 0.3],
    ['pending with a strong window by itself', pending({ pWindow: 0.001 }), 0.3],
    ['p_symbol above .20', judged({ pSymbol: 0.201 }), 0.3],
    ['p_symbol .20', judged({ pSymbol: 0.2 }), 0.39],
    ['p_symbol above .05', judged({ pSymbol: 0.051 }), 0.39],
    ['p_symbol .05', judged({ pSymbol: 0.05 }), 0.85],
    ['p_search above .05', judged({ pSymbol: 0.001, pSearch: 0.051 }), 0.85],
    ['p_search .05', BEATS_SEARCH, 1],
    ['named, p_window .05', named(0.05), 0.85],
    ['named, p_window .001, never 1', named(0.001), 0.85],
    ['named, p_window .20', named(0.2), 0.39],
    ['named, p_window above', named(0.21), 0.3],
  ])('f of %s', (_, significance, want) => expect(edgeOf({ ...typical, significance }).confidence).toBe(want));

  test('no spread counts as a ratio of 10, or 0 without a gain beyond drift; two years have no strength at all', () => {
    expect(edgeOf({ ...typical, deviation: 0 }).parts.strength).toBe(1);
    expect(edgeOf({ ...typical, deviation: 0, mean: 1, median: 1 }).parts.strength).toBe(0);
    expect(edgeOf({ ...typical, n: 2, wins: 2 }).parts.strength).toBe(0);
    expect(edgeOf({ ...typical, n: 1, wins: 1, deviation: null }).parts.strength).toBe(0);
  });

  test('the model tilts by points, and never past a cap or out of 0..100', () => {
    expect(edgeOf({ ...typical, tilt: 10 }).score).toBe(63);
    expect(edgeOf({ ...typical, tilt: -10 }).score).toBe(43);
    expect(edgeOf({ ...typical, wins: 5, tilt: 10 }).score).toBeLessThanOrEqual(39);
    expect(edgeOf({ ...typical, wins: 0, mean: -9, median: -9, neighbours: 0, tilt: -10 }).score).toBe(0);
  });

  test('what luck explains stays below 40 however strong its record, unless a model with skill speaks for it', () => {
    const perfect = { ...typical, n: 98, wins: 98, mean: 40, median: 40, deviation: 0, neighbours: 1 };
    const drift = baseline(0, 0);
    for (const significance of [null, pending(), judged({ pSymbol: 0.2 }), judged({ pSymbol: 0.06 }), named(0.06)]) {
      expect(edgeOf({ ...perfect, baseline: drift, significance }).score).toBeLessThan(NEUTRAL.edge);
    }
    expect(edgeOf({ ...perfect, baseline: drift, significance: judged({ pSymbol: 0.06 }), tilt: 1 }).score).toBe(40);
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
    const edge = edgeOf({ ...strong, significance: BEATS_SEARCH, ...change });
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

/** With f held, as METHOD 6 asks: the significance of both inputs is the same. */
describe('properties of METHOD 6', () => {
  const arbitrary = fc.tuple(returns, context).map(([values, rest]) => inputOf(values, rest));
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const hold = <T>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 3000 });
  const beyondDrift = ({ mean, baseline: drift }: EdgeInput) => mean > driftOf(drift).mean;

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
        fc.pre(beyondDrift(input) && input.wins / input.n > driftOf(input.baseline).share);
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
        const positiveShare = Math.max(driftOf(input.baseline).share, other);
        const steadier = { ...input, baseline: { ...input.baseline, positiveShare } };
        expect(edgeOf(steadier).score).toBeLessThanOrEqual(edgeOf(input).score);
      }),
    );
  });

  test('non-increasing in m0', () => {
    hold(
      fc.property(arbitrary, fc.double({ min: 0, max: 20, noNaN: true }), (input, more) => {
        const mean = driftOf(input.baseline).mean + more;
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
  // Exhaustive over win rates and years, on the unrounded parts: whatever f and the other parts are, the score follows.
  let compared = 0;
  for (let n = 1; n <= 49; n++) {
    for (let wins = Math.ceil(0.55 * n); wins <= n; wins++) {
      for (const p0 of [0, 0.4, 0.5, 0.55, 0.65, 0.8, 0.95]) {
        if (wins / n <= p0) continue;
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
  expect(compared).toBeGreaterThan(40_000);
});
