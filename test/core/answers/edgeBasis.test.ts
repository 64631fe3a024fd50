import { buildCard } from '../../../src/answers/card';
import { type Changes, cardInput } from '../../helpers/cardInput';
import { judged, pending } from '../../helpers/significance';

const basis = (change: Changes) => buildCard(cardInput(change)).edge_basis;

test('says what search a window comes from, and that a named one was not searched', () => {
  expect(basis({ search: { kind: 'named' } })).toContain('named by the caller, not searched for');
  expect(basis({ search: { kind: 'searched', entries: 1, holds: 116, eitherDirection: true, rank: null } })).toContain(
    'the window is the best of 1 entry date x 116 holds of this symbol in either direction.',
  );
});

test('says what any date won however often that is, and when it is not known', () => {
  expect(basis({ edgeInput: { baseline: { windows: 9, positiveShare: 0.912, mean: 1 } } })).toContain(
    'won 91.2% and made +1.00% on average (9 windows)',
  );
  expect(basis({ edgeInput: { baseline: { windows: 0, positiveShare: null, mean: null } } })).toContain(
    'counted as 50%',
  );
  expect(basis({ edgeInput: { neighbours: null } })).toContain('No neighbouring window');
});

test.each([
  { significance: null, text: 'Counted at 30% for luck' },
  { significance: pending(), text: 'Counted at 30% for luck' },
  { significance: judged({ pSymbol: 0.4 }), text: 'Counted at 30% for luck' },
  { significance: judged({ pSymbol: 0.15 }), text: 'Counted at 39% for luck' },
  { significance: judged(), text: 'Counted at 85% for luck' },
  { significance: judged({ pSearch: 0.05 }), text: 'Counted at 100% for luck' },
])('$text: %#', ({ significance, text }) => expect(basis({ edgeInput: { significance } })).toContain(`${text}: `));

test('carries the reading of the significance word by word', () => {
  const card = buildCard(cardInput());
  expect(card.edge_basis).toContain(` ${card.significance.reading} `);
});

test('names every reason that holds a score below 40', () => {
  const text = basis({
    returns: [0.3, -0.2, -0.1],
    edgeInput: { baseline: { windows: 9, positiveShare: 0.5, mean: 0.5 } },
  });
  expect(text).toContain(
    'Held below 40 because 3 years tested are fewer than 5 and 1 of 3 years won is below 55% and the average of ' +
      "0.00% does not pay a round trip's cost of 0.20% and the average of 0.00% is no better than the +0.50% of any date.",
  );
});
