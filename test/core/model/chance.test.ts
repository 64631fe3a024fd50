import { Census, claimsOf, selectionBiasOf } from '../../../src/core/model/selectionBias';
import { DEFAULT_SETTINGS } from '../../../src/core/model/settings';
import { binomialTail } from '../../../src/core/statistics/intervals';
import { knownRows } from '../../helpers/modelRows';
import { modelUniverse } from '../../helpers/modelUniverse';

test('on random walks the census finds as many records as drift predicts, and a 9-of-10 record has no excess', () => {
  let covered = 0;
  for (const seed of [0, 1, 2, 3]) {
    const walks = modelUniverse({ seed, symbols: 16, fromYear: 2000, toYear: 2016 });
    const census = new Census(DEFAULT_SETTINGS);
    for (const walk of walks) census.add(walk);
    const rows = census.rowsFrom(2010);
    expect(rows.map((row) => row.direction)).toEqual(['long', 'short']);
    for (const row of rows) {
      expect(row.windows).toBeGreaterThan(5000);
      expect(row.coin).toBeCloseTo(binomialTail(9, 10, 0.5), 10);
      expect(Math.abs(row.observed - row.drift)).toBeLessThan(0.01);
      if (row.excess!.low! < 0 && row.excess!.high! > 0) covered += 1;
    }
    expect(rows[0].baseRate + rows[1].baseRate).toBeCloseTo(1, 2);
  }
  // Of eight 95 % intervals two or more miss 0 once in eighteen tries.
  expect(covered).toBeGreaterThanOrEqual(7);
});

describe('the selection bias', () => {
  const { rows } = knownRows(5, 400, () => 0.5, 'decay');
  const all = Int32Array.from({ length: rows.count }, (_, row) => row);
  const bias = selectionBiasOf(rows, all);

  test('takes the best Sharpe of each symbol, at most 50 a year', () => {
    expect(bias.years.map(({ year, setups }) => [year, setups])).toEqual(
      [1980, 1981, 1982, 1983, 1984].map((year) => [year, 40]),
    );
    const best = new Map<number, number>();
    for (const row of all.filter((r) => rows.year[r] === 1982)) {
      const kept = best.get(rows.symbol[row]);
      if (kept === undefined || rows.sharpe[row] > rows.sharpe[kept]) best.set(rows.symbol[row], row);
    }
    const won = [...best.values()].reduce((sum, row) => sum + rows.won[row], 0) / best.size;
    expect(bias.years[2].won).toBeCloseTo(won, 14);
  });

  test('claims contain every row once', () => {
    const claims = claimsOf(rows, all);
    expect(claims.reduce((sum, { setups }) => sum + setups, 0)).toBe(rows.count);
    for (const { tenth, claimed } of claims) expect(claimed).toBeCloseTo(tenth / 10, 12);
  });
});
