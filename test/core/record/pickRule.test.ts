import { fromIso } from '../../../src/core/calendar/dates';
import type { Rankable } from '../../../src/core/detection/ranking';
import { beatsChance, choosePick, isStillOpen, mayBePicked } from '../../../src/core/record/pickRule';
import type { Evidence } from '../../../src/core/window/evidence';
import { judged, pending } from '../../helpers/significance';

const row = (
  symbol: string,
  edgeScore: number,
  mlWinProb: number,
  sharpe = 1,
  yearsTested = 10,
  significance = judged(),
): Rankable => ({
  symbol,
  direction: 'long',
  entry: fromIso('2024-12-02'),
  hold: 30,
  evidence: { sharpe, yearsTested, winRate: 0.9 } as Evidence,
  edgeScore,
  significance,
  mlWinProb,
});

test.each<[string, Rankable[], string | null]>([
  ['no rows', [], null],
  ['neutral cards only', [row('A', 39, 0.9, 9)], null],
  ['the best edge', [row('A', 50, 0.9, 9), row('B', 51, 0.1, 0)], 'B'],
  ['then the higher win probability', [row('A', 50, 0.5, 9), row('B', 50, 0.6, 0)], 'B'],
  ['then the higher Sharpe ratio', [row('A', 50, 0.5, 1), row('B', 50, 0.5, 2)], 'B'],
  ['then the symbol', [row('B', 50, 0.5), row('A', 50, 0.5)], 'A'],
  ['never a neutral card, even with a higher edge', [row('A', 90, 0.9, 9, 4), row('B', 40, 0.1)], 'B'],
  ['never one with p_symbol above .05', [row('A', 90, 0.9, 9, 10, judged({ pSymbol: 0.051 })), row('B', 40, 0.1)], 'B'],
  ['never one with pending significance', [row('A', 90, 0.9, 9, 10, pending())], null],
])('%s', (_, rows, want) => {
  expect(choosePick(rows)?.symbol ?? null).toBe(want);
  expect(choosePick([...rows].reverse())?.symbol ?? null).toBe(want);
});

test.each([
  ['the same setup', { symbol: 'A', direction: 'long', exit: '2024-12-20' }, true],
  ['on its last day', { symbol: 'A', direction: 'long', exit: '2024-12-02' }, true],
  ['once it is over', { symbol: 'A', direction: 'long', exit: '2024-12-01' }, false],
  ['in the other direction', { symbol: 'A', direction: 'short', exit: '2024-12-20' }, false],
  ['of another symbol', { symbol: 'B', direction: 'long', exit: '2024-12-20' }, false],
] as const)('still open: %s', (_, { exit, ...earlier }, want) => {
  const picks = [
    { symbol: 'C', direction: 'long', exit: fromIso('2024-12-31') } as const,
    { ...earlier, exit: fromIso(exit) },
  ];
  expect(isStillOpen({ symbol: 'A', direction: 'long' }, picks, fromIso('2024-12-02'))).toBe(want);
});

test.each([
  ['p_symbol of exactly .05', judged({ pSymbol: 0.05 }), true],
  ['p_symbol just above', judged({ pSymbol: 0.0501 }), false],
  ['p_symbol of .05 in a search that shuffled calendars always match', judged({ pSymbol: 0.05, pSearch: 1 }), true],
  ['a search that is still being computed', pending(), false],
])('%s decides whether a row may be picked', (_, significance, want) => {
  expect(beatsChance(significance)).toBe(want);
  expect(mayBePicked(row('A', 90, 0.9, 1, 10, significance))).toBe(want);
});
