import { yearResult, yearReturn } from '../../src/answers/yearReturn';

test.each([
  [2.34567, { year: '2020', return_pct: 2.3457, result: 'win' }],
  [0.00001, { year: '2020', return_pct: 0, result: 'win' }],
  [0, { year: '2020', return_pct: 0, result: 'loss' }],
  [-0.00001, { year: '2020', return_pct: 0, result: 'loss' }],
])('a return of %s', (returnPct, want) => {
  expect(yearResult({ year: 2020, returnPct })).toEqual(want);
  expect(yearReturn({ year: 2020, returnPct })).toEqual({ year: want.year, return_pct: want.return_pct });
});
