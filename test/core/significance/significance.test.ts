import {
  chanceOf,
  confidenceOf,
  countFrom,
  type NullDistribution,
  type SearchNull,
  type SearchOrigin,
  significanceOf,
} from '../../../src/core/significance/significance';
import { judged, named, pending, SCANNED } from '../../helpers/significance';

/** What nine shuffled calendars gave a search of two symbols: chances come in tenths. */
const LUCK: NullDistribution = {
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
])('%i of %i shuffled calendars do as well: p %f, the calendar as it was counted among them', (count, of, want) => {
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
])('elements of at least %f: %i', (value, want) => expect(countFrom(LUCK.overall, value)).toBe(want));

test('counts as a walk through the list does, whatever its length and repetitions', () => {
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
  test('searched for: by itself, for its symbol, and for the whole search', () => {
    // z 1.5: of AAA's maxima 1.5 1.5 1.75 2 are as strong, of all 1.5 1.5 1.75 2 2 2.25 2.5 3.
    expect(significanceOf('AAA', { z: 1.5, exceeding: 4 }, 99, by(LUCK))).toEqual({
      status: 'ready',
      z: 1.5,
      pWindow: 0.05,
      pSymbol: 0.5,
      pSearch: 0.9,
      qSymbol: 0.5,
      rotations: 9,
      searched: SEARCHED,
      limited: false,
      named: false,
    });
  });

  test('stronger than anything by luck: one more than the rotations, never 0', () => {
    const found = significanceOf('BBB', { z: 3.5, exceeding: 0 }, 99, by(LUCK));
    expect(found).toMatchObject({ pWindow: 0.01, pSymbol: 0.1, pSearch: 0.1 });
  });

  test('weaker than any date: luck always does as well', () => {
    const found = significanceOf('AAA', { z: -0.5, exceeding: 99 }, 99, by(LUCK));
    expect(found).toMatchObject({ z: -0.5, pWindow: 1, pSymbol: 1, pSearch: 1 });
  });

  test('the chances grow with what was searched: of itself, of its symbol, of all', () => {
    for (const z of [0.4, 1, 1.6, 2.1, 2.9, 3.1]) {
      const { pSymbol, pSearch } = significanceOf('AAA', { z, exceeding: 0 }, 9, by(LUCK));
      expect(pSearch).toBeGreaterThanOrEqual(pSymbol ?? 2);
    }
  });

  test.each([
    ['by the search of its symbol', 'named' as const, null],
    ['by the scan that it came from', 'named in a scan' as const, 0.9],
  ])('named by the caller: judged %s', (_, kind, pSearch) => {
    const found = significanceOf('AAA', { z: 1.5, exceeding: 4 }, 99, by(LUCK, kind));
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
  test.each<[string, string, SearchNull, boolean]>([
    ['while the search is being shuffled', 'AAA', 'pending', false],
    ["when the plan's hour is used up", 'AAA', 'limited', true],
    ['for a symbol that the shuffled search did not know', 'NEW', LUCK, false],
  ])('pending %s', (_, symbol, luck, limited) => {
    expect(significanceOf(symbol, { z: 1.5, exceeding: 4 }, 99, by(luck))).toEqual({ ...unknown, limited });
  });

  test.each<[string, SearchOrigin, boolean]>([
    ['found', by(LUCK), false],
    ['found, its search limited', by('limited'), false],
    ['named', by(LUCK, 'named'), true],
  ])('not applicable without a strength: %s', (_, origin, isNamed) => {
    const none = { z: null, pWindow: null, pSymbol: null, pSearch: null, qSymbol: null, rotations: 0, limited: false };
    const want = { status: 'not_applicable', ...none, searched: SEARCHED, named: isNamed };
    expect(significanceOf('AAA', null, 99, origin)).toEqual(want);
  });
});

describe('f of METHOD 6', () => {
  test.each([
    ['the search is passed, just', judged({ pSymbol: 0.04, pSearch: 0.05 }), 1],
    ['the search is not, just', judged({ pSymbol: 0.04, pSearch: 0.0501 }), 0.85],
    ['the symbol is passed, just', judged({ pSymbol: 0.05, pSearch: 1 }), 0.85],
    ['the symbol is not, just', judged({ pSymbol: 0.0501, pSearch: 1 }), 0.39],
    ['doubtful, just', judged({ pSymbol: 0.2, pSearch: 1 }), 0.39],
    ['luck, just', judged({ pSymbol: 0.2001, pSearch: 1 }), 0.3],
    ['luck for the symbol, whatever the very window', judged({ pSymbol: 0.9, pWindow: 0.001 }), 0.3],
    ['named and passed by its symbol, never 1', named(0.001), 0.85],
    ['named and passed by a whole scan, never 1', named(0.001, { pSearch: 0.01 }), 0.85],
    ['named, whatever the very window', named(0.9, { pWindow: 0.001 }), 0.3],
    ['named, passed just', named(0.05), 0.85],
    ['named, not passed just', named(0.0501), 0.39],
    ['named, doubtful just', named(0.2), 0.39],
    ['named, luck just', named(0.2001), 0.3],
    ['pending, however strong by itself', pending({ pWindow: 0.001 }), 0.3],
    ['not applicable', significanceOf('AAA', null, 99, by(LUCK)), 0.3],
  ])('%s', (_, significance, want) => expect(confidenceOf(significance)).toBe(want));
});
