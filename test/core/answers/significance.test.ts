import { chanceOfCards, shuffledMatches, significanceBlock, UNKNOWN } from '../../../src/answers/significance';
import { type Significance, significanceOf } from '../../../src/core/significance/significance';
import { judged, named, pending, SCANNED } from '../../helpers/significance';

const NONE = significanceOf('AAPL', null, {
  kind: 'found',
  searched: { ...SCANNED, windows: 480, symbols: 2 },
  nulls: 'pending',
  strongest: null,
});
const oneSymbol = judged({ searched: { ...SCANNED, windows: 29_000, symbols: 1 }, pSymbol: 0.43, pSearch: 0.43 });

describe('the block', () => {
  test('every field, rounded to 4 decimals', () => {
    const block = significanceBlock(judged({ z: 2.17734, pWindow: 0.00104, pSymbol: 0.012049, pSearch: 0.43211 }));
    expect(block).toEqual({
      status: 'ready',
      z: 2.1773,
      p_window: 0.001,
      p_symbol: 0.012,
      p_search: 0.4321,
      q_symbol: 0.3,
      rotations: 999,
      searched: { from: '2024-07-01', to: '2024-07-12', windows: 69_600, symbols: 30 },
      reading: 'Shuffled calendars match it in 1 of 100 for this symbol, 43 of 100 for all.',
    });
  });

  test('a strength that rounds to nothing is 0, not -0', () => {
    expect(Object.is(significanceBlock(judged({ z: -0.00001 })).z, -0)).toBe(false);
  });

  test('says only in words that the hourly limit of searches is reached', () => {
    expect(significanceBlock(pending({ missing: 'limited' }))).not.toHaveProperty('missing');
  });

  test('a card published before significance existed has an empty block', () => {
    const { searched, ...none } = significanceBlock(NONE);
    expect(significanceBlock(UNKNOWN)).toEqual({ ...none, searched: { windows: 1, symbols: 1 } });
  });
});

describe('the reading', () => {
  const MATCH = 'Shuffled calendars match it in';
  test.each<[string, Significance, string]>([
    ['of a search of several symbols', judged(), `${MATCH} 3 of 100 for this symbol, 52 of 100 for all.`],
    ['of a search of one symbol', oneSymbol, `${MATCH} 43 of 100 for this symbol.`],
    ['below one in a hundred', judged({ pSymbol: 0.001 }), `${MATCH} 1 of 1,000 for this symbol, 52 of 100 for all.`],
    [
      'of a named window: by its search, then by itself',
      named(0.41),
      `${MATCH} 41 of 100 for this symbol. Had it been named before looking: 2 of 1,000.`,
    ],
    [
      'of a window named with its scan',
      named(0.41, { pSearch: 0.98, searched: { ...SCANNED, windows: 69_600, symbols: 30 } }),
      `${MATCH} 41 of 100 for this symbol, 98 of 100 for all. Had it been named before looking: 2 of 1,000.`,
    ],
    [
      'while it is computed, without p_window',
      pending(),
      'Significance is still being computed; ask again in some seconds.',
    ],
    [
      'when the plan does not start the search',
      pending({ missing: 'limited' }),
      "Significance is not computed: your plan's searches of this hour are used up, or it does not reach a market searched.",
    ],
    [
      'when the service computes none',
      pending({ missing: 'off' }),
      'Significance is not computed: this service is set up without it.',
    ],
    ['without five years', NONE, 'No significance: too few years or prices to compare with.'],
  ])('%s', (_, significance, text) => expect(significanceBlock(significance).reading).toBe(text));
});

test.each<[string | null, Significance]>([
  ['shuffled calendars match it in 3 of 100 for KO, 52 of 100 overall', judged()],
  ['shuffled calendars match it in 43 of 100', oneSymbol],
  ['shuffled calendars match it in 80 of 100', named(0.8)],
  [null, pending({ pWindow: 0.001 })],
  [null, NONE],
])('for a verdict: %s', (text, significance) =>
  expect(shuffledMatches(significanceBlock(significance), 'KO')).toBe(text),
);

describe('the summary of the shown cards', () => {
  const cards = (...all: Significance[]) =>
    all.map((significance, i) => ({ symbol: `S${i}`, significance: significanceBlock(significance) }));

  test('counts a p_symbol of at most .05, and gives the lowest p_search', () => {
    const shown = cards(judged({ pSymbol: 0.05 }), judged({ pSymbol: 0.051, pSearch: 0.9 }), judged({ pSearch: 0.07 }));
    expect(chanceOfCards(shown)).toEqual([
      '2 of the 3 shown have p_symbol at most 0.05; 30 symbols were searched. The lowest p_search is 0.07.',
    ]);
  });

  test('the count can be 0', () => {
    expect(chanceOfCards(cards(judged({ pSymbol: 0.4, pSearch: 1 })))[0]).toMatch(/^0 of the 1 shown have .* is 1\.$/);
  });

  test('a pending card does not count', () => {
    expect(chanceOfCards(cards(pending(), judged()))[0]).toMatch(/^1 of the 2 shown have/);
  });

  test('says of pending cards what each of them says, whatever the reason', () => {
    for (const missing of ['pending', 'limited', 'off'] as const) {
      const shown = cards(pending({ missing }), pending({ missing }));
      expect(chanceOfCards(shown)).toEqual([shown[0].significance.reading]);
    }
  });

  test('is empty if no card has a significance, or without cards', () => {
    expect(chanceOfCards(cards(NONE))).toEqual([]);
    expect(chanceOfCards([])).toEqual([]);
  });
});
