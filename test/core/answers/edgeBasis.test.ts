import { buildCard } from '../../../src/answers/card';
import { type Changes, cardInput } from '../../helpers/cardInput';
import { judged, named } from '../../helpers/significance';

const basis = (change: Changes) => buildCard(cardInput(change)).edge_basis;

test.each([
  [
    'named',
    { kind: 'named', part: 'window', entries: 252, holds: 116 } as const,
    'Named by the caller; judged as the best of 252 entries x 116 holds.',
  ],
  [
    'an entry named',
    { kind: 'named', part: 'entry', entries: 252, holds: 116 } as const,
    'Entry named by the caller; judged as the best of 252 entries x 116 holds.',
  ],
  [
    'over one symbol',
    { kind: 'searched', entries: 1, holds: 116, eitherDirection: true, rank: null } as const,
    'Best of 1 entry x 116 holds, either direction.',
  ],
  [
    'in a scan',
    { kind: 'searched', entries: 10, holds: 116, eitherDirection: false, rank: { position: 3, of: 348 } } as const,
    'Best of 10 entries x 116 holds, rank 3 of 348.',
  ],
])('describes the search: %s', (_, search, text) => expect(basis({ search })).toContain(text));

test('says how often any date won, or that this is unknown', () => {
  expect(basis({ edgeInput: { baseline: { windows: 9, positiveShare: 0.912, mean: 1 } } })).toContain(
    'Any date won 91.2% and made +1.00%.',
  );
  expect(basis({ edgeInput: { baseline: { windows: 0, positiveShare: null, mean: null } } })).toContain(
    'counted as 50%',
  );
  expect(basis({ edgeInput: { neighbours: null } })).toContain('No neighbouring windows.');
});

test('the chance of so many wins is in this text only, and says that it ignores the search', () => {
  const card = buildCard(cardInput());
  expect(card.edge_basis).toMatch(/Chance of such wins, ignoring the search: \d+\.\d\d%\./);
  expect(`${card.headline} ${card.verdict}`).not.toContain('ignoring the search');
});

test('contains the reading of the significance, but no chance that ignores the search', () => {
  const card = buildCard(cardInput());
  expect(card.edge_basis).toContain(card.significance.reading);
  expect(basis({ edgeInput: { significance: named(0.41) } })).not.toContain('before looking');
});

test('says that a window opened by name scores less than in the scan that found it, where it does', () => {
  const opened = (pSearch: number | null) => basis({ edgeInput: { significance: named(0.01, { pSearch }) } });
  expect(opened(0.03)).toContain(
    "Opened by its link: only the symbol's search counts; the scan's card may score higher.",
  );
  expect(opened(0.06)).not.toContain('Opened by name');
  expect(opened(null)).not.toContain('Opened by name');
  expect(basis({ edgeInput: { significance: judged({ pSearch: 0.03 }) } })).not.toContain('Opened by name');
});

test('names the first reason that caps a score below 40', () => {
  const baseline = { windows: 9, positiveShare: 0.5, mean: 0.5 };
  expect(basis({ returns: [0.3, -0.2, -0.1], edgeInput: { baseline } })).toContain(
    'Held below 40: 3 years tested are fewer than 5.',
  );
});

test('tells a window below the detection band the share it was held to, whatever its number of years', () => {
  const baseline = { windows: 9, positiveShare: 0.5, mean: 0.5 };
  const input = { returns: [5, -1, 4, 3, 6, -2], edgeInput: { baseline, missedBandPercent: 75 } };
  expect(basis(input)).toContain("Held below 40: 4 of 6 years won is below the 75% of its market's detection band.");
});
