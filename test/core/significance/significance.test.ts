import { UNOBSERVED } from '../../../src/core/significance/rotation';
import {
  calledByChance,
  chanceOf,
  confidenceOf,
  countFrom,
  falseDiscoveryRate,
  type MissingNull,
  type NullDistribution,
  type SearchNull,
  type SearchOrigin,
  significanceOf,
} from '../../../src/core/significance/significance';
import { judged, named, pending, SCANNED } from '../../helpers/significance';
import { seeded } from '../../helpers/syntheticBars';

/** The null distribution of a search of two symbols over nine shuffled calendars: p-values are tenths. */
const NULLS: NullDistribution = {
  rotations: 9,
  overall: Float32Array.from([1.25, 1.5, 1.5, 1.75, 2, 2, 2.25, 2.5, 3]),
  bySymbol: new Map([
    ['AAA', Float32Array.from([0.5, 0.75, 1, 1, 1.25, 1.5, 1.5, 1.75, 2])],
    ['BBB', Float32Array.from([1.25, 1.5, 1.5, 1.75, 2, 2, 2.25, 2.5, 3])],
  ]),
  byChance: { mean: 0.5, low: 0, high: 2 },
};
const SEARCHED = { ...SCANNED, windows: 480, symbols: 2 };
const by = (nulls: SearchNull, kind: SearchOrigin['kind'] = 'found'): SearchOrigin => ({
  kind,
  searched: SEARCHED,
  nulls,
  strongest: Float64Array.of(0.1, 0.5),
});

test.each([
  [0, 9, 0.1],
  [0, 999, 0.001],
  [49, 999, 0.05],
  [999, 999, 1],
  [0, 0, 1],
])('if %i of %i shuffled calendars do as well, p is %f, counting the unshuffled calendar', (count, of, want) => {
  expect(chanceOf(count, of)).toBeCloseTo(want, 15);
});

test.each([
  [-1, 9],
  [1.25, 9],
  [1.2500001, 8],
  [1.5, 8],
  [1.6, 6],
  [2, 5],
  [3, 1],
  [3.1, 0],
])('elements of at least %f: %i', (value, want) => expect(countFrom(NULLS.overall, value)).toBe(want));

test('the count equals that of a linear scan, for any length and repetitions', () => {
  for (let length = 0; length <= 12; length++) {
    for (const steps of [1, 3, 100]) {
      const list = Float32Array.from({ length }, (_, i) => Math.floor(i / steps));
      for (let value = -0.5; value <= length; value += 0.5) {
        expect(countFrom(list, value)).toBe(list.filter((element) => element >= value).length);
      }
    }
  }
});

describe('the significance of a window, by hand', () => {
  test('a found window has p-values by itself, for its symbol, and for the whole search', () => {
    // z 1.5: of AAA's maxima 1.5 1.5 1.75 2 are as strong, of all 1.5 1.5 1.75 2 2 2.25 2.5 3.
    expect(significanceOf('AAA', { z: 1.5, exceeding: 4, rotations: 99 }, by(NULLS))).toEqual({
      status: 'ready',
      z: 1.5,
      pWindow: 0.05,
      pSymbol: 0.5,
      pSearch: 0.9,
      qSymbol: 0.5,
      rotations: 9,
      searched: SEARCHED,
      missing: null,
      named: false,
    });
  });

  test('a window stronger than every rotation has the smallest p-value, which is not 0', () => {
    const found = significanceOf('BBB', { z: 3.5, exceeding: 0, rotations: 99 }, by(NULLS));
    expect(found).toMatchObject({ pWindow: 0.01, pSymbol: 0.1, pSearch: 0.1 });
  });

  test('a window weaker than any date has p-values of 1', () => {
    const found = significanceOf('AAA', { z: -0.5, exceeding: 99, rotations: 99 }, by(NULLS));
    expect(found).toMatchObject({ z: -0.5, pWindow: 1, pSymbol: 1, pSearch: 1 });
  });

  test('calendars in which the symbol has no window of five years are not counted as beaten', () => {
    const some = Float32Array.from([UNOBSERVED, UNOBSERVED, UNOBSERVED, UNOBSERVED, UNOBSERVED, 0, 1, 1.5, 2]);
    const nulls = { ...NULLS, bySymbol: new Map([['NEW', some]]) };
    // Of the four calendars with a window, 1.5 and 2 are as strong; of the 30 with this very window, none.
    expect(significanceOf('NEW', { z: 1.5, exceeding: 0, rotations: 30 }, by(nulls))).toMatchObject({
      pWindow: 1 / 31,
      pSymbol: 3 / 5,
      rotations: 4,
    });
    expect(significanceOf('NEW', { z: -2, exceeding: 0, rotations: 0 }, by(nulls))).toMatchObject({
      pWindow: 1,
      pSymbol: 1,
    });
  });

  test('p_search is never below p_symbol', () => {
    for (const z of [0.4, 1, 1.6, 2.1, 2.9, 3.1]) {
      const { pSymbol, pSearch } = significanceOf('AAA', { z, exceeding: 0, rotations: 9 }, by(NULLS));
      expect(pSearch).toBeGreaterThanOrEqual(pSymbol ?? 2);
    }
  });

  test.each([
    ['by the search of its symbol', 'named' as const, null],
    ['by the scan that it came from', 'named in a scan' as const, 0.9],
  ])('a window named by the caller is judged %s', (_, kind, pSearch) => {
    const found = significanceOf('AAA', { z: 1.5, exceeding: 4, rotations: 99 }, by(NULLS, kind));
    expect(found).toMatchObject({ status: 'ready', pWindow: 0.05, pSymbol: 0.5, pSearch, named: true });
  });

  const unknown = {
    status: 'pending',
    z: 1.5,
    pWindow: 0.05,
    pSymbol: null,
    pSearch: null,
    qSymbol: null,
    rotations: 99,
    searched: SEARCHED,
    named: false,
  };
  test.each<[string, MissingNull]>([
    ['while the null distribution is computed', 'pending'],
    ['when the hourly limit of the plan is reached', 'limited'],
    ['when the service computes none', 'off'],
  ])('pending %s', (_, missing) => {
    expect(significanceOf('AAA', { z: 1.5, exceeding: 4, rotations: 99 }, by(missing))).toEqual({
      ...unknown,
      missing,
    });
  });

  const none = { z: null, pWindow: null, pSymbol: null, pSearch: null, qSymbol: null, rotations: 0, missing: null };
  test.each<[string, SearchOrigin, boolean]>([
    ['found', by(NULLS), false],
    ['found, its search limited', by('limited'), false],
    ['named', by(NULLS, 'named'), true],
  ])('not applicable without a strength: %s', (_, origin, isNamed) => {
    const want = { status: 'not_applicable', ...none, searched: SEARCHED, named: isNamed };
    expect(significanceOf('AAA', null, origin)).toEqual(want);
  });

  test('not applicable for a symbol without five years in the search of the null distribution', () => {
    const want = { status: 'not_applicable', ...none, searched: SEARCHED, named: false };
    expect(significanceOf('NEW', { z: 1.5, exceeding: 4, rotations: 99 }, by(NULLS))).toEqual(want);
  });
});

describe('f of METHOD 6', () => {
  test.each([
    ['p_search just passes', judged({ pSymbol: 0.04, pSearch: 0.05 }), 1],
    ['p_search just fails', judged({ pSymbol: 0.04, pSearch: 0.0501 }), 0.85],
    ['p_symbol just passes', judged({ pSymbol: 0.05, pSearch: 1 }), 0.85],
    ['p_symbol just fails', judged({ pSymbol: 0.0501, pSearch: 1 }), 0.39],
    ['p_symbol is just doubtful', judged({ pSymbol: 0.2, pSearch: 1 }), 0.39],
    ['p_symbol is just chance', judged({ pSymbol: 0.2001, pSearch: 1 }), 0.3],
    ['p_symbol is chance, p_window is not', judged({ pSymbol: 0.9, pWindow: 0.001 }), 0.3],
    ['named, p_symbol passes: never 1', named(0.001), 0.85],
    ['named, p_search passes: never 1', named(0.001, { pSearch: 0.01 }), 0.85],
    ['named, p_symbol is chance, p_window is not', named(0.9, { pWindow: 0.001 }), 0.3],
    ['named, p_symbol just passes', named(0.05), 0.85],
    ['named, p_symbol just fails', named(0.0501), 0.39],
    ['named, p_symbol is just doubtful', named(0.2), 0.39],
    ['named, p_symbol is just chance', named(0.2001), 0.3],
    ['pending, with a small p_window', pending({ pWindow: 0.001 }), 0.3],
    ['not applicable', significanceOf('AAA', null, by(NULLS)), 0.3],
  ])('%s', (_, significance, want) => expect(confidenceOf(significance)).toBe(want));
});

test.each([
  ['the best of four', 0.01, [0.01, 0.04, 0.2, 0.9], 0.04],
  ['the second of four', 0.04, [0.01, 0.04, 0.2, 0.9], 0.08],
  ['a later symbol has a lower rate, which applies to this one too', 0.03, [0.03, 0.031, 0.032, 0.9], (0.032 * 4) / 3],
  ['weaker than the strongest of its symbol', 0.1, [0.01, 0.04, 0.2, 0.9], 0.2],
  ['weaker than all', 0.95, [0.01, 0.04, 0.2, 0.9], 0.95],
  ['one symbol', 0.3, [0.3], 0.3],
  ['no symbols', 0.3, [], 0.3],
  ['equal p-values', 0.02, [0.02, 0.02], 0.02],
])('%s: p %f of %j is called at %f', (_, chance, strongest, want) =>
  expect(falseDiscoveryRate(chance, Float64Array.from(strongest))).toBeCloseTo(want, 12),
);

/** The step-up procedure directly: the lowest level q at which k symbols, including this one, have p of at most q k / M. */
function slowRate(own: number, others: readonly number[]): number {
  const all = [own, ...others].sort((a, b) => a - b);
  const levels = all.map((p, i) => (p * all.length) / (i + 1)).sort((a, b) => a - b);
  const calls = (level: number) => {
    const most = all.findLastIndex((p, i) => p <= (level * (i + 1)) / all.length + 1e-12);
    return most >= 0 && own <= all[most];
  };
  return levels.find(calls)!;
}

test('equals the step-up procedure with the window in place of its symbol, is at least p, and never falls as p grows', () => {
  const random = seeded(36);
  for (let n = 0; n < 300; n++) {
    const strongest = Array.from({ length: 1 + Math.floor(30 * random()) }, () => Math.ceil(40 * random() ** 3) / 40);
    const sorted = Float64Array.from(strongest).sort();
    const [own, ...others] = strongest;
    const chances = [0, 0.1, 0.2, 0.5, 1].map((share) => own + share * (1 - own));
    const rates = chances.map((chance) => falseDiscoveryRate(chance, sorted));
    for (const [i, rate] of rates.entries()) {
      expect(rate).toBeCloseTo(slowRate(chances[i], others), 10);
      expect(rate).toBeGreaterThanOrEqual(chances[i]);
      expect(rate).toBeLessThanOrEqual(1);
      if (i > 0) expect(rate).toBeGreaterThanOrEqual(rates[i - 1]);
    }
  }
});

test('the number of symbols called in shuffled calendars: mean, 5th and 95th percentile', () => {
  const counts = Uint32Array.from({ length: 100 }, (_, i) => (37 * i) % 100);
  expect(calledByChance(counts)).toEqual({ mean: 49.5, low: 5, high: 95 });
  expect(calledByChance(Uint32Array.of(3))).toEqual({ mean: 3, low: 3, high: 3 });
});
