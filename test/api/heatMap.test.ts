import { DEMO_KEY, startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { describeWithRealData } from '../helpers/realData';
import { realSymbols } from '../helpers/realSymbols';
import { seeded } from '../helpers/syntheticBars';
import { seasonalWalk } from '../helpers/universe';
import { plusDays } from '../oracle/slowWindow';

/** Windows of the year as a heat map: each cell is what a pinned analysis says (METHOD 1, 2, 6, 9). */

interface HeatMap {
  readonly entry_dates: readonly string[];
  readonly rows: readonly {
    readonly hold_days: number;
    readonly values: readonly (number | null)[];
    readonly any_date: readonly (number | null)[] | null;
    readonly years_tested: readonly number[];
  }[];
}

const LAST = '2024-12-19';
const walk = (symbol: string, seed: number, from: string, markets = ['0']): TestSymbol => ({
  symbol,
  markets,
  bars: seasonalWalk({ seed, from, to: LAST, season: { month: 7, day: 1, hold: 40, pct: 9 } }),
});

/** The number of a card that a cell must equal. */
const ON_CARD = {
  z: (card: Card) => card.significance.z,
  avg_return: (card: Card) => card.stats.avg_return_pct,
  win_rate: (card: Card) => card.stats.historical_win_rate,
};
interface Card {
  readonly significance: { readonly z: number | null };
  readonly stats: { readonly avg_return_pct: number; readonly historical_win_rate: number };
}

const CYCLES = ['consecutive', 'pe'];

/** Compares random cells of random maps with the analyses of their windows. @returns the number of empty cells */
async function expectCards(app: TestApp, symbol: string, cells: number, seed: number, cycles = CYCLES) {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  let missing = 0;
  for (const measure of ['z', 'avg_return', 'win_rate'] as const) {
    const direction = pick(['long', 'short']);
    const shared = `direction=${direction}&years=${pick([5, 10, 25, 60])}&pe_cycle=${pick(cycles)}`;
    const cut = `min_days=${pick([2, 7])}&max_days=${pick([90, 366])}&days_step=${pick([4, 13])}&entry_step=${pick([1, 5, 9])}`;
    const path = `/v1/symbols/${symbol}/heatmap?${shared}&measure=${measure}&${cut}`;
    const map: HeatMap = (await app.get(path).expect(200)).body;
    for (let i = 0; i < cells / 3; i++) {
      const at = Math.floor(random() * map.entry_dates.length);
      const row = pick(map.rows);
      const pinned = `/v1/analyze/${symbol}?${shared}&entry_date=${map.entry_dates[at]}&days_out=${row.hold_days}`;
      const { status, body } = await app.get(pinned);
      const [value, n] = [row.values[at], row.years_tested[at]];
      if (status === 404) {
        missing += 1;
        expect([pinned, value, n]).toEqual([pinned, null, 0]);
        continue;
      }
      const { years_tested } = body.card.receipts;
      expect([pinned, measure, value, n]).toEqual([pinned, measure, ON_CARD[measure](body.card), years_tested]);
      expect(row.any_date === null).toBe(measure === 'z');
      if (measure === 'z') continue;
      const { any_date: any } = body.card.receipts;
      const drift = any && (measure === 'win_rate' ? any.win_rate : any.avg_return_pct);
      expect([pinned, measure, row.any_date![at]]).toEqual([pinned, measure, drift ?? null]);
    }
  }
  return missing;
}

describe('heat map', () => {
  let service: TestApp;
  beforeAll(async () => {
    const symbols = [
      walk('STOCK', 11, '1999-01-04'),
      walk('YOUNG', 12, '2021-02-01'),
      walk('FRESH', 16, '2023-10-02'),
      walk('AAPL', 13, '2004-01-05', ['0', '11']),
      walk('ABROAD', 14, '2004-01-05', ['8']),
      { symbol: 'NEW', markets: ['0'], bars: seasonalWalk({ seed: 15, from: '2024-11-01', to: LAST }) },
    ];
    service = await startTestApp({ now: '2024-12-20T15:00:00Z', symbols });
  });
  afterAll(() => service.close());

  const map = async (query: string, key?: string): Promise<HeatMap & Record<string, unknown>> =>
    (await service.get(`/v1/symbols/${query}`, key).expect(200)).body;

  test('by default has the whole market year, holds of 5 to 120 days and the measure z', async () => {
    const { entry_dates, rows, ...rest } = await map('STOCK/heatmap');
    expect(entry_dates).toEqual(Array.from({ length: 366 }, (_, i) => plusDays('2024-01-01', i)));
    expect(rows.map(({ hold_days }) => hold_days)).toEqual(Array.from({ length: 24 }, (_, i) => 5 + 5 * i));
    for (const { values, years_tested, any_date } of rows) {
      expect([values.length, years_tested.length, any_date]).toEqual([366, 366, null]);
    }
    expect(rest).toMatchObject({ symbol: 'STOCK', market: '0', direction: 'long', measure: 'z', years: '10' });
    expect(rest).toMatchObject({ as_of: LAST, disclaimer: expect.stringContaining('not personalized advice') });
    expect(rest.note).toMatch(/taken as STOCK in market 0/);
    // The planted rise of July 1 stands out, and the weeks before it do not.
    const of40 = rows.find(({ hold_days }) => hold_days === 40)!;
    const at = (date: string) => of40.values[entry_dates.indexOf(date)]!;
    expect(at('2024-07-01')).toBeGreaterThan(2);
    expect(Math.abs(at('2024-04-15'))).toBeLessThan(at('2024-07-01') / 2);
  });

  test('cells equal the numbers of the cards', async () => {
    expect(await expectCards(service, 'STOCK', 45, 1)).toBeLessThan(10);
  });

  test('of a young symbol has null for missing cells, and for z with fewer than five years', async () => {
    await expectCards(service, 'YOUNG', 15, 2, ['consecutive']);
    expect(await expectCards(service, 'FRESH', 30, 3, ['consecutive'])).toBeGreaterThan(5);
    const { rows } = await map('YOUNG/heatmap?entry_step=30');
    expect(rows.every(({ values }) => values.every((value) => value === null))).toBe(true);
    const averages = await map('YOUNG/heatmap?entry_step=30&measure=avg_return');
    expect(averages.rows.some(({ values }) => values.some((value) => value !== null))).toBe(true);
  });

  test('for shorts has the negated values of longs', async () => {
    const query = 'STOCK/heatmap?market=0&entry_step=11&days_step=23&measure=';
    for (const measure of ['z', 'avg_return']) {
      const [long, short] = [await map(query + measure), await map(`${query}${measure}&direction=short`)];
      for (const [i, { values }] of long.rows.entries()) {
        expect(short.rows[i].values).toEqual(values.map((value) => value && 0 - value));
      }
    }
  });

  test.each([
    ['min_days=30&max_days=30', [30], 366],
    ['min_days=10&max_days=45&days_step=20', [10, 30], 366],
    ['min_days=10&max_days=10&entry_step=92', [10], 4],
    ['min_days=2&max_days=121&days_step=1&entry_step=92', Array.from({ length: 120 }, (_, i) => 2 + i), 4],
    ['min_days=200&days_step=60&entry_step=31', [200, 260, 320], 12],
  ])('%s', async (query, holds, entries) => {
    const { entry_dates, rows } = await map(`STOCK/heatmap?${query}`);
    expect(rows.map(({ hold_days }) => hold_days)).toEqual(holds);
    expect(entry_dates).toHaveLength(entries);
    expect(new Set(rows.map(({ values }) => values.length))).toEqual(new Set([entries]));
  });

  test.each([
    ['STOCK/heatmap?min_days=2&max_days=366&days_step=3', 400, /days_step must be at least 4 .* got 3/],
    ['STOCK/heatmap?min_days=2&max_days=122&days_step=1', 400, /days_step must be at least 2/],
    ['STOCK/heatmap?min_days=50&max_days=20', 400, /min_days must not be above max_days/],
    ['NOBODY/heatmap', 404, /Unknown symbol 'NOBODY'/],
    ['NEW/heatmap', 404, /No year of this window could be observed for NEW/],
    ['STOCK/heatmap?market=11', 404, /not listed in market 11/],
  ])('%s: %i', async (path, status, message) => {
    const { body } = await service.get(`/v1/symbols/${path}`).expect(status);
    expect(body.error.message).toMatch(message);
  });

  test('markets out of scope are refused, and the demo token has its five tickers', async () => {
    const refused = await service.get('/v1/symbols/ABROAD/heatmap', 'free').expect(403);
    expect(refused.body.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('market 8') });
    await map('AAPL/heatmap?entry_step=31', DEMO_KEY);
    const other = await service.get('/v1/symbols/STOCK/heatmap', DEMO_KEY).expect(403);
    expect(other.body.error.code).toBe('demo_restricted');
  });

  test('requested again is the same answer, computed once', async () => {
    const path = '/v1/symbols/STOCK/heatmap?years=7&entry_step=9';
    const { headers, text } = await service.get(path).expect(200);
    const again = await service.get(path).set('If-None-Match', headers.etag);
    expect([again.status, again.headers.etag]).toEqual([304, headers.etag]);
    expect((await service.get(path)).text).toBe(text);
    const readings = (await service.get('/metrics')).text.split('\n');
    const counted = readings.filter((line) => line.includes('operation="getHeatMap",result="hit"'));
    expect(counted).toEqual([expect.stringMatching(/ [2-9]$|\d\d$/)]);
  });
});

describeWithRealData('heat map of real prices', (folder) => {
  test('cells equal the numbers of the cards', async () => {
    const wanted = { dow30: { AAPL: ['0'], KO: ['0'] }, commodities: { 'CL=F': ['9'] } };
    const service = await startTestApp({ now: '2024-02-28T15:00:00Z', symbols: realSymbols(folder, wanted) });
    for (const [i, symbol] of ['AAPL', 'KO', 'CL%3DF'].entries()) await expectCards(service, symbol, 21, 60 + i);
    await service.close();
  });
});
