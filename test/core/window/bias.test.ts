import { biasOf, neutralReasons } from '../../../src/core/window/edge';

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
