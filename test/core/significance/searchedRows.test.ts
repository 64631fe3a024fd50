import { fromIso, toIso } from '../../../src/core/calendar/dates';
import { planDetection } from '../../../src/core/detection/plan';
import { searchedRows } from '../../../src/core/significance/rotation';
import type { Cycle } from '../../../src/core/window/window';

function planOf(entries: readonly string[], asOf: string, years = 5, cycle: Cycle = 'consecutive', hold = 10) {
  return planDetection({
    entries: entries.map((day) => ({ day: fromIso(day), asOf: fromIso(asOf) })),
    years,
    cycle,
    minHold: hold,
    maxHold: hold,
    minWins: 0,
    minObservations: 5,
    gapLimit: 10,
    liveOnly: true,
  });
}

const rows = (...asked: Parameters<typeof planOf>) => searchedRows(planOf(...asked));

test('in a search across New Year the years are counted back from each entry', () => {
  const { back, reach } = rows(['2024-12-30', '2025-01-02'], '2024-12-27');
  expect([...back]).toEqual([5, 4, 3, 2, 1, 5, 4, 3, 2, 1]);
  expect(reach).toBe(6);
});

test('a window whose last year is not over begins one year earlier', () => {
  expect([...rows(['2025-06-02'], '2024-06-04').back]).toEqual([6, 5, 4, 3, 2]);
});

test('the drift of a window whose last year is not over is measured in its own years', () => {
  const { references, lookbacks } = rows(['2024-01-02', '2024-06-03', '2024-12-30'], '2024-01-01', 2);
  expect([...references].map(toIso)).toEqual(['2022-01-02', '2023-01-02', '2021-01-02', '2022-01-02']);
  expect([...lookbacks]).toEqual([0, 0, 1]);
});

test('in a search across New Year the drift is that of the season', () => {
  const { references, lookbacks } = rows(['2024-12-30', '2025-01-02'], '2024-12-27', 2);
  expect([...references].map(toIso)).toEqual(['2022-12-30', '2023-12-30']);
  expect([...lookbacks]).toEqual([0, 0]);
});

test('a cycle has steps of four years, from the requested position', () => {
  expect([...rows(['2024-10-16'], '2024-10-15', 5, 'pe').back]).toEqual([20, 16, 12, 8, 4]);
  expect([...rows(['2024-10-16'], '2024-10-15', 5, 'pe2').back]).toEqual([18, 14, 10, 6, 2]);
});

test('Feb 29 becomes Mar 1 in common years, in the same year', () => {
  const plan = planOf(['2024-02-29'], '2024-02-28');
  expect([...searchedRows(plan).back]).toEqual([5, 4, 3, 2, 1]);
  expect([...plan.occurrences].map(toIso)).toContain('2023-03-01');
});

test('rows reach from the reference before the oldest year to the latest occurrence', () => {
  const { from, to } = rows(['2024-10-16', '2024-10-29'], '2024-10-15');
  expect({ from: toIso(from), to: toIso(to) }).toEqual({ from: '2018-10-17', to: '2023-10-29' });
});
