import fc from 'fast-check';
import { buildCard } from '../../../src/answers/card';
import type { PatternCard } from '../../../src/answers/shapes';
import { fromIso } from '../../../src/core/calendar/dates';
import { binomialTail } from '../../../src/core/statistics/intervals';
import { AAPL, type Changes, cardInput } from '../../helpers/cardInput';
import { isPrintOf, leavesOf, numbersIn } from '../../helpers/numbers';
import { judged, named, pending, SCANNED } from '../../helpers/significance';

const SEARCHED = {
  kind: 'searched',
  entries: 10,
  holds: 116,
  eitherDirection: false,
  rank: { position: 3, of: 348 },
} as const;

/** The texts whose numbers must all be fields. */
const texts = (card: PatternCard) => ({
  headline: card.headline,
  verdict: card.verdict,
  copy_text: card.next_step.copy_text,
});

/** The fields of a card without its free texts: where a reader can look up a number. */
function fieldsOf(card: PatternCard) {
  const { headline: _h, verdict: _v, edge_basis: _e, tier_notes: _t, disclaimer: _d, next_step, ...fields } = card;
  return leavesOf({ ...fields, ticket: { ...next_step.order_ticket, note: undefined } });
}

/** Numbers that are no field but follow from fields, or are the comparisons stated in edge_basis. */
function derivedFrom(card: PatternCard) {
  const { p_symbol, p_search } = card.significance;
  const tries = [p_symbol, p_search].flatMap((p) =>
    p === null ? [] : [String(Math.round(100 * p)), String(Math.round(1000 * p))],
  );
  return { basis: [...numbersIn(card.edge_basis).numbers, ...tries, '100', '1,000', '1000'] };
}

function checkNumbers(card: PatternCard): number {
  const fields = fieldsOf(card);
  const derived = derivedFrom(card);
  let seen = 0;
  for (const [name, text] of Object.entries(texts(card))) {
    const { dates, numbers } = numbersIn(text, [card.symbol]);
    for (const date of dates) {
      seen += 1;
      if (!fields.texts.includes(date)) throw new Error(`${name}: ${date} is no date of the card: ${text}`);
    }
    for (const number of numbers) {
      seen += 1;
      const found = isPrintOf(number, fields.numbers) || derived.basis.includes(number);
      if (!found) throw new Error(`${name}: ${number} is no field of the card: ${text}`);
    }
  }
  return seen;
}

const chance = fc.integer({ min: 1, max: 1000 }).map((count) => count / 1000);
const ofSearches = fc
  .record({
    z: fc.double({ min: -9, max: 9, noNaN: true }),
    pWindow: chance,
    pSymbol: chance,
    pSearch: chance,
    symbols: fc.integer({ min: 1, max: 9000 }),
  })
  .map(({ symbols, ...chances }) => judged({ ...chances, searched: { ...SCANNED, windows: 1160 * symbols, symbols } }));
const changes: fc.Arbitrary<Changes> = fc.record({
  returns: fc.array(
    fc.integer({ min: -60_0000, max: 90_0000 }).map((r) => r / 1e4),
    { minLength: 1, maxLength: 98 },
  ),
  direction: fc.constantFrom('long', 'short'),
  symbol: fc.constantFrom('AAPL', '0700.HK', 'BRK-B', '^GSPC', 'EUR=X'),
  today: fc.integer({ min: fromIso('2024-06-01'), max: fromIso('2024-07-30') }),
  simulated: fc.boolean(),
  search: fc.oneof(
    fc.record({
      kind: fc.constant('searched' as const),
      entries: fc.integer({ min: 1, max: 366 }),
      holds: fc.integer({ min: 1, max: 365 }),
      eitherDirection: fc.boolean(),
      rank: fc.option(
        fc.record({ position: fc.integer({ min: 1, max: 900 }), of: fc.integer({ min: 900, max: 1e6 }) }),
      ),
    }),
    fc.constant({
      kind: 'named' as const,
      part: 'window' as const,
      entries: 252,
      holds: 116,
    }),
  ),
  edgeInput: fc.record({
    baseline: fc.oneof(
      fc.record({
        windows: fc.integer({ min: 1, max: 30_000 }),
        positiveShare: fc.double({ min: 0, max: 1, noNaN: true }),
        mean: fc.double({ min: -5, max: 5, noNaN: true }),
      }),
      fc.constant({ windows: 0, positiveShare: null, mean: null }),
    ),
    neighbours: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    significance: fc.option(fc.oneof(ofSearches, chance.map(named), fc.constant(pending()))),
    tilt: fc.double({ min: -10, max: 10, noNaN: true }),
  }),
});

test('every number in headline, verdict and copy_text is a field or follows from fields', () => {
  const seen = { bullish: 0, bearish: 0, neutral: 0 };
  fc.assert(
    fc.property(changes, (change) => {
      const card = buildCard(cardInput(change));
      seen[card.bias] += 1;
      expect(checkNumbers(card)).toBeGreaterThanOrEqual(15);
      expect(JSON.stringify(card)).not.toMatch(/NaN|undefined|Infinity|-0\.00%|\b1 years|\b1 windows/);
    }),
    { numRuns: 1500 },
  );
  // Strong records are rare among random ones, so two are added.
  for (const direction of ['long', 'short'] as const) {
    const card = buildCard(cardInput({ direction }));
    checkNumbers(card);
    seen[card.bias] += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});

test('the check detects a number that is no field', () => {
  const card = buildCard(cardInput());
  expect(() => checkNumbers({ ...card, headline: `${card.headline} of 77777` })).toThrow('77777 is no field');
  expect(() => checkNumbers({ ...card, verdict: '+3.58%' })).toThrow('+3.58 is no field');
  expect(() => checkNumbers({ ...card, headline: '2024-07-03' })).toThrow('2024-07-03 is no date');
});

describe('each text changes with its numbers', () => {
  const base = buildCard(cardInput());
  const replaced = (index: number, value: number) => AAPL.map((r, i) => (i === index ? value : r));
  const all = (card: PatternCard) => ({
    ...texts(card),
    edge_basis: card.edge_basis,
    framing: card.next_step.framing,
    step: card.next_step.headline,
    reminder: card.next_step.set_reminder?.message,
    source: card.receipts.source,
    tier_notes: card.tier_notes,
  });
  const cases: { what: string; change: Changes; texts: (keyof ReturnType<typeof all>)[] }[] = [
    {
      what: 'a win becomes a loss',
      change: { returns: replaced(1, -0.2) },
      texts: ['headline', 'verdict', 'copy_text', 'edge_basis', 'reminder'],
    },
    { what: 'the best year', change: { returns: replaced(7, 9) }, texts: ['headline', 'copy_text'] },
    {
      what: 'the worst year',
      change: { returns: replaced(9, -2) },
      texts: ['headline', 'verdict', 'copy_text'],
    },
    {
      what: 'the year of the worst return',
      change: { returns: [...AAPL.slice(8), ...AAPL.slice(0, 8)] },
      texts: ['verdict', 'copy_text'],
    },
    {
      what: 'the median alone',
      change: { returns: AAPL.map((r, i) => (i === 2 ? r + 0.5 : i === 7 ? r - 0.5 : r)) },
      texts: ['headline'],
    },
    {
      what: 'one year fewer',
      change: { returns: AAPL.slice(1) },
      texts: ['headline', 'verdict', 'copy_text', 'edge_basis', 'framing', 'reminder', 'source'],
    },
    {
      what: 'the neighbours',
      change: { edgeInput: { neighbours: 0.9 } },
      texts: ['headline', 'copy_text', 'edge_basis'],
    },
    {
      what: 'the win rate of any date',
      change: { edgeInput: { baseline: { windows: 2517, positiveShare: 0.6, mean: 0.8 } } },
      texts: ['headline', 'copy_text', 'edge_basis'],
    },
    {
      what: 'the average return of any date',
      change: { edgeInput: { baseline: { windows: 2517, positiveShare: 0.58, mean: 0.9 } } },
      texts: ['headline', 'copy_text', 'edge_basis'],
    },
    { what: 'the search', change: { search: { ...SEARCHED, rank: { position: 4, of: 348 } } }, texts: ['edge_basis'] },
    {
      what: 'named, not searched',
      change: {
        search: { kind: 'named', part: 'window', entries: 252, holds: 116 },
      },
      texts: ['edge_basis'],
    },
    {
      what: 'significance',
      change: { edgeInput: { significance: judged({ pSymbol: 0.15 }) } },
      texts: ['headline', 'verdict', 'copy_text', 'edge_basis'],
    },
    {
      what: 'significance, with the same score',
      change: { edgeInput: { significance: judged({ pSymbol: 0.04 }) } },
      texts: ['verdict', 'edge_basis'],
    },
    {
      what: 'the significance of the whole search',
      change: { edgeInput: { significance: judged({ pSearch: 0.6 }) } },
      texts: ['verdict', 'edge_basis'],
    },
    {
      what: 'pending significance',
      change: { edgeInput: { significance: pending() } },
      texts: ['headline', 'verdict', 'copy_text', 'edge_basis'],
    },
    {
      what: 'the model',
      change: { edgeInput: { tilt: 4 } },
      texts: ['headline', 'copy_text', 'edge_basis'],
    },
    {
      what: 'the entry',
      change: { window: { entry: fromIso('2024-07-02'), end: fromIso('2024-07-15') } },
      texts: ['headline', 'copy_text', 'step', 'reminder'],
    },
    {
      what: 'the exit',
      change: { window: { entry: fromIso('2024-07-01'), end: fromIso('2024-07-16') } },
      texts: ['headline', 'copy_text', 'step', 'reminder'],
    },
    { what: 'as-of', change: { asOf: fromIso('2024-06-17') }, texts: ['framing'] },
    {
      what: 'the direction',
      change: { direction: 'short' },
      texts: ['headline', 'verdict', 'copy_text', 'framing', 'step', 'reminder'],
    },
    { what: 'the hold, without a prediction for it', change: { ml: { reason: 'hold' } }, texts: ['tier_notes'] },
  ];
  test.each(cases)('$what', ({ change, texts: names }) => {
    const before = all(base);
    const after = all(buildCard(cardInput(change)));
    for (const name of names) {
      if (after[name] === before[name]) throw new Error(`${name} stands unchanged: ${after[name]}`);
    }
  });
});

test.each([
  ['too few years', { returns: [5, -4, -3, 2] }, 'Neutral: 4 years tested are fewer than 5. Won 2 of 4 years, worst '],
  ['too few wins', { returns: [5, -4, -3, 2, -1] }, 'Neutral: 2 of 5 years won is below 55%. Won 2 of 5 years, worst '],
  [
    'shuffled calendars are often as strong',
    { edgeInput: { significance: judged({ pSymbol: 0.47, pSearch: 0.99 }) } },
    'Neutral: shuffled calendars match it in 47 of 100 for AAPL, 99 of 100 overall. Won 9 of 10 years, worst ',
  ],
  [
    'pending, even with a significant p_window',
    { edgeInput: { significance: pending({ pWindow: 0.001 }) } },
    'Neutral: its significance is pending. Won ',
  ],
  [
    'not computed, as the plan does not start the search',
    { edgeInput: { significance: pending({ missing: 'limited' }) } },
    'Neutral: its significance is not computed. Won ',
  ],
  ['unknown', { edgeInput: { significance: null } }, 'Neutral: its significance is unknown. Won '],
  [
    'shuffled calendars are rarely as strong, and the score is low all the same',
    { edgeInput: { neighbours: 0.6 } },
    'Neutral: edge 34 is too low, though shuffled calendars match it in 3 of 100 for AAPL, 52 of 100 overall. Won 9 of 10 years, worst ',
  ],
  [
    'shuffled calendars are rarely as strong',
    {},
    'Bullish: shuffled calendars match it in 3 of 100 for AAPL, 52 of 100 overall. Won 9 of 10 years, worst ',
  ],
])('the verdict begins with the conclusion: %s', (_, change, text) => {
  expect(buildCard(cardInput(change)).verdict.slice(0, text.length)).toBe(text);
});

test('headline, verdict and basis are short, and their chances account for the search', () => {
  const words = (text: string) => text.split(/\s+/).length;
  fc.assert(
    fc.property(changes, (change) => {
      const { headline, verdict, edge_basis, significance } = buildCard(cardInput(change));
      expect({ headline, isShort: words(headline) <= 20 }).toEqual({ headline, isShort: true });
      expect({ verdict, isShort: words(verdict) <= 35 }).toEqual({ verdict, isShort: true });
      expect({ edge_basis, isShort: words(edge_basis) <= 70 }).toEqual({ edge_basis, isShort: true });
      expect(`${headline} ${verdict} ${edge_basis}`).not.toMatch(/luck|p_window/);
      if (significance.p_search !== null && significance.searched.symbols > 1 && verdict.includes('shuffled'))
        expect(verdict).toContain(' overall');
    }),
    { numRuns: 500 },
  );
});

test('no text praises a window', () => {
  const praise =
    /(?<!as )\bstrong\b|\b(excellent|great|impressive|powerful|proven|reliable|robust|significant|solid)\b/;
  for (const significance of [judged({ pSearch: 0.001 }), judged({ pSymbol: 0.7 }), named(0.01), pending(), null]) {
    const card = buildCard(cardInput({ edgeInput: { significance } }));
    expect(Object.values({ ...texts(card), basis: card.edge_basis }).filter((text) => praise.test(text))).toEqual([]);
  }
});

test('the chance of so many wins uses the win rate of any date, and is left out if that is unknown', () => {
  const years = fc.array(fc.integer({ min: -50, max: 90 }), { minLength: 1, maxLength: 98 });
  fc.assert(
    fc.property(years, fc.double({ min: 0.3, max: 0.8, noNaN: true }), (returns, positiveShare) => {
      const card = buildCard(cardInput({ returns, edgeInput: { baseline: { windows: 9, positiveShare, mean: 1 } } }));
      const chance = 100 * binomialTail(card.receipts.wins, card.receipts.years_tested, positiveShare);
      const text = chance < 0.01 ? 'less than 0.01%' : `${chance.toFixed(2)}%`;
      expect(card.edge_basis).toContain(`ignoring the search: ${text}.`);
    }),
  );
  const unknown = buildCard(cardInput({ edgeInput: { baseline: { windows: 0, positiveShare: null, mean: null } } }));
  expect(`${unknown.verdict} ${unknown.edge_basis}`).not.toMatch(/ignoring the search|coin/);
});
