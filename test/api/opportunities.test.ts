import type { Opportunity } from '../../src/answers/shapes';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { expectPlainRow } from '../helpers/audit';
import { plainBars } from '../helpers/bruteForce';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** One market's setups on one entry date (SPEC 4.2). */

// All seventy in one market, and a symbol that stopped.
const symbols: TestSymbol[] = plantedUniverse().map((one) => ({ ...one, markets: ['0'] }));
const stopped = {
  symbol: 'STOPPED',
  markets: ['0'],
  bars: seasonalWalk({ seed: 5, from: '2013-01-02', to: '2024-12-06' }),
};

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ now: UNIVERSE_NOW, symbols: [...symbols, stopped] });
});
afterAll(() => service.close());

async function list(query: string, key?: string) {
  const { body } = await service.get(`/v1/opportunities?market=0&${query}`, key).expect(200);
  return body as { opportunities: Opportunity[] } & Record<string, unknown>;
}

test('the first 50 rows are verified, the others are listed as not evaluated', async () => {
  const { opportunities: rows, ...rest } = await list('limit=500');
  expect(rest).toEqual({
    entry_date: '2024-12-20',
    window_supported: false,
    evaluated_count: 50,
    enrichment_capped: true,
    evidence_failures: 0,
    ml_remaining_today: null,
    tier_notes: expect.stringContaining('predictions did not reach this row'),
    disclaimer: expect.any(String),
    as_of: '2024-12-19',
  });
  expect(rows.length).toBeGreaterThan(60);
  const verified = rows.slice(0, 50);
  const others = rows.slice(50);
  expect(new Set(verified.map((row) => row.evidence_status))).toEqual(new Set(['verified']));
  const sharpes = verified.map((row) => row.sharpe_ratio!);
  expect(sharpes).toEqual([...sharpes].sort((a, b) => b - a));
  for (const row of others) {
    expect(row).toMatchObject({
      sharpe_ratio: null,
      avg_profit_pct: null,
      median_profit_pct: null,
      win_rate: null,
      years_tested: null,
      evidence_status: 'not_evaluated',
      years: '10',
      entry_date: '2024-12-20',
      market: '0',
    });
  }
  expect(rows.map((row) => row.symbol)).not.toContain('STOPPED');
});

test('verified numbers equal those computed from the bars', async () => {
  const { opportunities } = await list('limit=50');
  for (const row of opportunities.filter((_, i) => i % 7 === 0)) {
    const { bars } = symbols.find((one) => one.symbol === row.symbol)!;
    expectPlainRow(row, plainBars(bars), '2024-12-19');
  }
});

test.each(['min_win_rate=0', 'min_avg_return=-1000', 'min_median_return=-1000', 'min_sharpe=-1000'])(
  'with %s, rows after the first 50 are left out',
  async (filter) => {
    const body = await list(`limit=500&${filter}`);
    expect(body.opportunities.length).toBe(50);
    expect(body).toMatchObject({ evaluated_count: 50, enrichment_capped: true });
  },
);

test.each([
  ['min_win_rate', 1, 'win_rate'],
  ['min_avg_return', 7, 'avg_profit_pct'],
  ['min_median_return', 7, 'median_profit_pct'],
  ['min_sharpe', 3, 'sharpe_ratio'],
] as const)('%s keeps exactly the rows that reach it', async (name, floor, field) => {
  const { opportunities: all } = await list('limit=50&direction=short');
  const verified = all.filter((row) => row.evidence_status === 'verified');
  const { opportunities: kept } = await list(`limit=500&direction=short&${name}=${floor}`);
  expect(kept).toEqual(verified.filter((row) => row[field]! >= floor));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(verified.length);
});

test('direction, hold bounds, years and min_winning_years restrict the list', async () => {
  const { opportunities: long } = await list('limit=500&direction=long&min_days=10&max_days=20');
  for (const row of long) {
    expect(row.direction).toBe('long');
    expect(row.days_out).toBeGreaterThanOrEqual(10);
    expect(row.days_out).toBeLessThanOrEqual(20);
  }
  const { opportunities: all } = await list('limit=50&years=8&min_winning_years=8');
  for (const row of all) expect([row.years, row.win_rate, row.years_tested]).toEqual(['8', 1, 8]);
  const { body } = await service.get('/v1/opportunities?market=0&years=8&min_winning_years=5').expect(400);
  expect(body.error.message).toMatch(/min_winning_years.*6\.\.8.*got 5/);
  await service.get('/v1/opportunities?market=0&min_days=9&max_days=8').expect(400);
});

test('the parameter to is ignored, but must be valid text', async () => {
  const want = await list('from=2024-12-23');
  for (const to of ['', '2024-12-31', '1999-01-01', 'never', '2024-02-30']) {
    expect(await list(`from=2024-12-23&to=${to}`)).toEqual(want);
  }
  await service.get('/v1/opportunities?market=0&from=2024-12-23&to=%00').expect(400);
});

test('from must lie in the market year, and a past one uses only what was known then', async () => {
  const past = await list('from=2024-03-04&limit=500');
  expect(past).toMatchObject({ entry_date: '2024-03-04', as_of: '2024-03-01' });
  for (const from of ['2023-12-31', '2025-01-01']) {
    const { body } = await service.get(`/v1/opportunities?market=0&from=${from}`).expect(400);
    expect(body.error.message).toMatch(/^from must lie in .*2024-01-01 to 2024-12-31; got /);
  }
  await service.get('/v1/opportunities?market=0&from=2024-02-30').expect(400);
  service.clock.set('2025-01-01T04:59:59Z');
  await list('from=2025-01-01');
  service.clock.set('2025-01-01T05:00:00Z');
  await service.get('/v1/opportunities?market=0&from=2024-12-31').expect(400);
  service.clock.set(UNIVERSE_NOW);
});

test('a day without a session is an entry date like any other', async () => {
  const { opportunities, entry_date } = await list('from=2024-12-25&limit=5');
  expect(entry_date).toBe('2024-12-25');
  for (const row of opportunities) expect(row.entry_date).toBe('2024-12-25');
  expect(opportunities.length).toBe(5);
});

test.each([
  ['free', 25, 3],
  ['free', 2, 2],
  ['business', 7, 7],
  ['business', 1_000_000, 67],
])('%s with limit=%i gets %i rows, without an error', async (tier, limit, want) => {
  const { opportunities, evaluated_count } = await list(`limit=${limit}`, tier);
  expect(opportunities.length).toBe(want);
  expect(evaluated_count).toBe(50);
});

test('a market out of scope is 403, one without prices is empty and says so', async () => {
  const { body } = await service.get('/v1/opportunities?market=16', 'free').expect(403);
  expect(body.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('Pro') });
  const empty = await service.get('/v1/opportunities?market=5').expect(200);
  expect(empty.body).toMatchObject({ opportunities: [], evaluated_count: 0, enrichment_capped: false, as_of: null });
  expect(empty.body.note).toBe('Market 5 holds no prices.');
});
