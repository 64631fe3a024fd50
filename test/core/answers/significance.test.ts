import { chanceInShort, chanceOfCards, significanceBlock, UNKNOWN } from '../../../src/answers/significance';
import { type Significance, significanceOf } from '../../../src/core/significance/significance';
import { numbersIn } from '../../helpers/numbers';
import { judged, named, pending } from '../../helpers/significance';

const NONE = significanceOf('AAPL', null, 99, { kind: 'named' });
const oneSymbol = judged({ searched: { windows: 29_000, symbols: 1 }, pSymbol: 0.43, pSearch: 0.43 });

describe('the block', () => {
  test('every field, rounded to 4 decimals', () => {
    const block = significanceBlock(judged({ z: 2.17734, pWindow: 0.00104, pSymbol: 0.012049, pSearch: 0.43211 }));
    expect(block).toEqual({
      status: 'ready',
      z: 2.1773,
      p_window: 0.001,
      p_symbol: 0.012,
      p_search: 0.4321,
      rotations: 999,
      searched: { windows: 69_600, symbols: 30 },
      reading:
        'A search like this over shuffled calendars finds something at least as strong in 43.2% of tries; for this ' +
        'symbol alone in 1.2%.',
    });
  });

  test('a strength that rounds to nothing is 0, not -0', () => {
    expect(Object.is(significanceBlock(judged({ z: -0.00001 })).z, -0)).toBe(false);
  });

  test('does not publish whose hour is used up but in words', () => {
    expect(significanceBlock(pending({ limited: true }))).not.toHaveProperty('limited');
  });

  test('a card that was published before shuffled calendars were asked has none', () => {
    expect(significanceBlock(UNKNOWN)).toEqual(significanceBlock(NONE));
  });
});

describe('the reading', () => {
  const BY_ITSELF = 'Over shuffled calendars this very window is at least as strong in 0.2% of tries';
  test.each<[string, Significance, string]>([
    [
      'of a search of several symbols: the search first, then the symbol',
      judged(),
      'A search like this over shuffled calendars finds something at least as strong in 52.0% of tries; for this ' +
        'symbol alone in 3.0%.',
    ],
    [
      'of a search of one symbol: the search is the symbol',
      oneSymbol,
      'A search like this over shuffled calendars finds something at least as strong in 43.0% of tries.',
    ],
    ['of a window that was named', named(0.002), `${BY_ITSELF}; it was named rather than searched for.`],
    [
      'while the search is shuffled: that its own chance is no search-adjusted one',
      pending(),
      'What luck alone finds in the whole search is still being computed. ' +
        `${BY_ITSELF}, which says nothing of having searched.`,
    ],
    [
      "when the plan's hour is used up: why it stays pending",
      pending({ limited: true }),
      'What luck alone finds in the whole search is not computed, as the searches of your plan for this hour are used ' +
        `up. ${BY_ITSELF}, which says nothing of having searched.`,
    ],
    [
      'without five years',
      NONE,
      'No significance: fewer than five years were observed, or there is nothing to compare with.',
    ],
  ])('%s', (_, significance, text) => expect(significanceBlock(significance).reading).toBe(text));

  test('every number in it is one of the block, in percent', () => {
    for (const significance of [judged(), judged({ pSymbol: 0.001, pSearch: 1 }), oneSymbol, named(0.123), pending()]) {
      const { reading, p_window, p_symbol, p_search } = significanceBlock(significance);
      const published = [p_window, p_symbol, p_search].flatMap((p) => (p === null ? [] : [(100 * p).toFixed(1)]));
      const { numbers } = numbersIn(reading);
      expect(numbers.length).toBeGreaterThan(0);
      expect(numbers.filter((number) => !published.includes(number))).toEqual([]);
    }
  });
});

test.each<[string, Significance]>([
  ['p_symbol 0.03', judged()],
  ['p_symbol 0.5', judged({ pSymbol: 0.5 })],
  ['explained by luck (p_symbol 0.501)', judged({ pSymbol: 0.501 })],
  ['p_window 0.002', named(0.002)],
  ['explained by luck (p_window 0.8)', named(0.8)],
  ['significance pending', pending()],
  ['significance pending', pending({ pWindow: 0.9 })],
  ['significance unknown', NONE],
])('in short: %s', (text, significance) => expect(chanceInShort(significanceBlock(significance))).toBe(text));

describe('of the cards that are shown', () => {
  const cards = (...all: Significance[]) =>
    all.map((significance, i) => ({ symbol: `S${i}`, significance: significanceBlock(significance) }));

  test('how many beat luck, how many luck alone would give, and what of the best', () => {
    const shown = cards(judged({ pSymbol: 0.05 }), judged({ pSymbol: 0.051, pSearch: 0.9 }), judged({ pSearch: 0.07 }));
    expect(chanceOfCards(shown)).toEqual([
      '2 of 3 shown beat luck (p_symbol at most 0.05); luck alone gives 1.5 of the 30 symbols searched one. ' +
        'Of the best, p_search is 0.07.',
    ]);
  });

  test('none may beat it', () => {
    expect(chanceOfCards(cards(judged({ pSymbol: 0.4, pSearch: 1 })))[0]).toMatch(/^0 of 1 shown beat luck .* is 1\.$/);
  });

  test('a symbol that the shuffled search did not know beats nothing', () => {
    expect(chanceOfCards(cards(pending(), judged()))[0]).toMatch(/^1 of 2 shown beat luck/);
  });

  test('what is not known is said, whether it is being computed or not', () => {
    for (const limited of [false, true]) {
      expect(chanceOfCards(cards(pending({ limited }), pending({ limited })))).toEqual([
        'What luck alone finds in this search is not known yet.',
      ]);
    }
  });

  test('nothing is awaited where there is nothing to compare with, nor without a card', () => {
    expect(chanceOfCards(cards(NONE))).toEqual([]);
    expect(chanceOfCards([])).toEqual([]);
  });
});
