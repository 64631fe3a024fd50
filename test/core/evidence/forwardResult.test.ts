import { type ForwardMonth, type ForwardRow, summariseForward } from '../../../src/core/evidence/forwardResult';

function row(ranking: ForwardRow['ranking'], p: number, beyond: number): ForwardRow {
  return {
    ranking,
    symbol: 'AAA',
    direction: 'long',
    entry: '2020-01-02',
    hold: 10,
    p_symbol: p,
    return_pct: 1 + beyond,
    beyond_drift_pct: beyond,
    beyond_random_pct: p > 0.5 ? null : beyond - 1,
  };
}

function month(name: string, ...rows: ForwardRow[]): ForwardMonth {
  return { month: name, symbols: rows.length, unfinished: 0, rows };
}

const months = [
  month('2020-01', row('sharpe', 0.05, 1), row('sharpe', 0.051, 3), row('edge', 0.2, -1)),
  month('2020-02', row('sharpe', 0.9, -2), row('sharpe', 0.01, 0)),
];

test('every ranking counts its windows in bands of p_symbol, with the upper end included', () => {
  const [sharpe, edge, ...rest] = summariseForward(months);
  expect(sharpe.bands.map(({ p_symbol, windows }) => [p_symbol, windows])).toEqual([
    ['all', 4],
    ['<= .05', 2],
    ['.05-.2', 1],
    ['.2-.5', 0],
    ['> .5', 1],
  ]);
  expect(edge.bands.map(({ windows }) => windows)).toEqual([1, 0, 1, 0, 0]);
  expect(rest.flatMap(({ bands }) => bands.map(({ windows }) => windows)).every((windows) => windows === 0)).toBe(true);
});

test('means, shares and errors by hand: months 1 and 3, -2 and 0, mean .5, sums 3 and -3', () => {
  const [{ bands }] = summariseForward(months);
  expect(bands[0]).toEqual({
    p_symbol: 'all',
    windows: 4,
    months: 2,
    beyond_drift_pct: 0.5,
    // sqrt((9 + 9) * 2/1) / 4
    beyond_drift_error: expect.closeTo(1.5, 12),
    share_above_drift: 0.5,
    // Sums 1 and -1: sqrt(2 * 2/1) / 4
    share_error: expect.closeTo(0.5, 12),
    // 0, 2 and -1, without the unknown one: mean 1/3, sums 4/3 and -4/3, sqrt(2 * 16/9 * 2/1) / 3
    beyond_random_pct: expect.closeTo(1 / 3, 12),
    beyond_random_error: expect.closeTo(Math.sqrt(64 / 9) / 3, 12),
  });
});

test('a band of one month has no error, an empty band has no figures, and none is NaN', () => {
  const [{ bands }] = summariseForward(months);
  expect(bands[2]).toMatchObject({ windows: 1, beyond_drift_pct: 3, beyond_drift_error: null, share_error: null });
  expect(bands[3]).toMatchObject({ windows: 0, months: 0, beyond_drift_pct: null, share_above_drift: null });
  expect(JSON.stringify(summariseForward([]))).not.toMatch(/NaN/);
});
