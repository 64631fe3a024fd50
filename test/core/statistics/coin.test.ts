import { coinProbability } from '../../../src/core/statistics/coin';

/** P(at least `wins` of n) by walking the tosses: an independent route. */
function walked(wins: number, n: number): number {
  let heads = [1];
  for (let toss = 0; toss < n; toss++) {
    heads = Array.from({ length: toss + 2 }, (_, k) => 0.5 * ((heads[k] ?? 0) + (k > 0 ? heads[k - 1] : 0)));
  }
  return heads.slice(wins).reduce((sum, p) => sum + p, 0);
}

test.each([
  { wins: 5, n: 5, want: 1 / 32 },
  { wins: 9, n: 10, want: 11 / 1024 },
  { wins: 18, n: 20, want: 211 / 1048576 },
  { wins: 0, n: 10, want: 1 },
  { wins: 0, n: 0, want: 1 },
  { wins: 98, n: 98, want: 2 ** -98 },
])('$wins of $n: $want', ({ wins, n, want }) => expect(coinProbability(wins, n)).toBe(want));

test('METHOD 7: at least 90 % winners by 5, 10 and 20 years', () => {
  const percent = [coinProbability(5, 5), coinProbability(9, 10), coinProbability(18, 20)].map((p) => 100 * p);
  expect(percent.map((p) => p.toFixed(2))).toEqual(['3.13', '1.07', '0.02']);
});

test('equals the walk over tosses for every n up to 98', () => {
  for (let n = 0; n <= 98; n += 7) {
    for (let wins = 0; wins <= n; wins++) expect(coinProbability(wins, n) / walked(wins, n)).toBeCloseTo(1, 10);
  }
});

test.each([
  [1, 99, 'coin: n is 99, accepted is 0..98'],
  [0, -1, 'coin: n is -1'],
  [11, 10, 'coin: wins is 11, accepted is 0..10'],
  [0.5, 10, 'coin: wins is 0.5'],
])('refuses %p of %p', (wins, n, message) => expect(() => coinProbability(wins, n)).toThrow(message));
