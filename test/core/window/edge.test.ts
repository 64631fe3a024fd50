import type { Significance } from '../../../src/core/significance/significance';
import { biasOf, type EdgeInput, edgeOf, NEUTRAL, neutralReasons, scoredBaseline } from '../../../src/core/window/edge';
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
  type Row = readonly number[];
  // name | n, wins | mean, median, std | p0, m0, nb | significance | f, edge
  const cases: [string, Row, Row, Row, Significance, Row][] = [
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

  test('drift is not clipped; without any date it is a win rate of 50 % and a mean of 0', () => {
    expect(scoredBaseline(baseline(0.9, -3))).toEqual({ share: 0.9, mean: -3 });
    expect(scoredBaseline(baseline(0.2, 3))).toEqual({ share: 0.2, mean: 3 });
    expect(scoredBaseline(baseline(null, null))).toEqual({ share: 0.5, mean: 0 });
    expect(edgeOf({ ...typical, baseline: baseline(null, null) })).toMatchObject(
      (({ parts, score }) => ({ parts, score }))(edgeOf({ ...typical, baseline: baseline(0.5, 0) })),
    );
  });

  test('a record that is all drift scores 0 in every part', () => {
    const { parts } = edgeOf({ ...typical, mean: 4, baseline: baseline(0.9, 4), neighbours: 0.9 });
    expect(parts).toEqual({ winRate: 0, strength: 0, evenness: 0, neighbours: 0 });
  });

  // `confidenceOf` has its own table; that of METHOD 6 above goes through all factors.
  test('without a significance f is that of chance', () => {
    expect(edgeOf({ ...typical, significance: null }).confidence).toBe(0.3);
  });

  test('without spread the ratio is 10, or 0 without a gain beyond drift; two years have a strength of 0', () => {
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

  test('a record that chance explains stays below 40, unless the tilt of a model raises it', () => {
    const perfect = { ...typical, n: 98, wins: 98, mean: 40, median: 40, deviation: 0, neighbours: 1 };
    const drift = baseline(0, 0);
    for (const significance of [null, pending(), judged({ pSymbol: 0.2 }), judged({ pSymbol: 0.06 }), named(0.06)]) {
      expect(edgeOf({ ...perfect, baseline: drift, significance }).score).toBeLessThan(NEUTRAL.edge);
    }
    expect(edgeOf({ ...perfect, baseline: drift, significance: judged({ pSymbol: 0.06 }), tilt: 1 }).score).toBe(40);
  });
});

describe('caps that hold a score below 40', () => {
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
    { change: { missedBandPercent: 75 }, caps: ['out_of_band'] },
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

const good = { winRate: 0.9, yearsTested: 10 };

test.each([
  { direction: 'long', edge: 40, change: {}, want: 'bullish' },
  { direction: 'short', edge: 40, change: {}, want: 'bearish' },
  { direction: 'long', edge: 39, change: {}, want: 'neutral' },
  { direction: 'long', edge: 90, change: { winRate: 11 / 20 }, want: 'bullish' },
  { direction: 'long', edge: 90, change: { winRate: 0.5499 }, want: 'neutral' },
  { direction: 'short', edge: 90, change: { yearsTested: 5 }, want: 'bearish' },
  { direction: 'short', edge: 90, change: { yearsTested: 4 }, want: 'neutral' },
] as const)('$direction, edge $edge, $change: $want', ({ direction, edge, change, want }) =>
  expect(biasOf(direction, edge, { ...good, ...change })).toBe(want),
);

test('every condition that holds is named', () => {
  expect(neutralReasons(90, good)).toEqual([]);
  expect(neutralReasons(0, { winRate: 0, yearsTested: 1 })).toEqual(['edge', 'win_rate', 'years']);
});
