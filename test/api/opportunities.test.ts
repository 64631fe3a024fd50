import type { Opportunity } from '../../src/answers/shapes';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { expectPlainRow } from '../helpers/audit';
import { plainBars } from '../helpers/bruteForce';
import { signIn } from '../helpers/signedIn';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';
import { plusDays } from '../oracle/slowWindow';

/** One market's setups on one entry date (SPEC 4.2). */
describe('the list of a market', () => {
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
});

/** One symbol's setups through the year, under both of its paths (SPEC 4.3, 4.4; METHOD 5). */
describe('the list of a symbol', () => {
  const walk = (seed: number, from = '2008-01-02', to = '2024-12-19') =>
    seasonalWalk({ seed, from, to, season: { month: 4, day: 8, hold: 25, pct: 9 } });

  const APRIL: TestSymbol = { symbol: 'APRIL', markets: ['0', '2'], bars: walk(1) };
  const SYMBOLS: TestSymbol[] = [
    APRIL,
    { symbol: 'FUND', markets: ['11'], bars: walk(2) },
    { symbol: 'COIN-USD', markets: ['16'], bars: walk(3) },
    { symbol: '^INDEX', markets: ['7'], bars: walk(4) },
    { symbol: 'OIL=F', markets: ['9'], bars: walk(5) },
    { symbol: 'BRANDNEW', markets: ['0'], bars: walk(6, '2024-11-04') },
    { symbol: 'YOUNG', markets: ['0'], bars: walk(7, '2021-11-01') },
    { symbol: 'STOPPED', markets: ['0'], bars: walk(8, '2008-01-02', '2024-11-29') },
    { symbol: 'LONGGONE', markets: ['0'], bars: walk(9, '2000-01-03', '2005-12-30') },
  ];

  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS });
  });
  afterAll(() => service.close());

  async function list(symbol: string, query = 'market=0'): Promise<Opportunity[]> {
    const { body } = await service.get(`/v1/opportunities/${symbol}?${query}`).expect(200);
    return body.opportunities;
  }

  test('the list has entries of the year, best first, without overlaps within a direction', async () => {
    const { body } = await service.get('/v1/opportunities/april?market=0').expect(200);
    expect(body).toMatchObject({ symbol: 'APRIL', market: '0', as_of: '2024-12-19' });
    const rows: Opportunity[] = body.opportunities;
    expect(rows.length).toBeGreaterThan(5);
    for (const direction of ['long', 'short'] as const) {
      const own = rows.filter((row) => row.direction === direction);
      const kept: [string, string][] = [];
      for (const { entry_date: entry, days_out, evidence_status } of own) {
        expect([entry.slice(0, 4), evidence_status]).toEqual(['2024', 'verified']);
        const end = plusDays(entry, days_out - 1);
        for (const [from, to] of kept) expect(entry > to || end < from).toBe(true);
        kept.push([entry, end]);
      }
    }
    const sharpes = rows.map((row) => row.sharpe_ratio!);
    expect(sharpes).toEqual([...sharpes].sort((a, b) => b - a));
    // The planted season is first.
    expect(rows[0].direction).toBe('long');
    expect(rows[0].entry_date >= '2024-04-03' && rows[0].entry_date <= '2024-04-15').toBe(true);
  });

  test('each row uses only prices before its entry, and its numbers equal plain loops over the bars', async () => {
    const bars = plainBars(APRIL.bars);
    for (const row of await list('APRIL')) {
      expectPlainRow(row, bars, plusDays(row.entry_date, -1));
      expect(row.win_rate).toBeGreaterThanOrEqual(0.9);
    }
  });

  test('the alias gives the same bytes', async () => {
    for (const query of [
      'market=0',
      'market=2&years=12&min_days=20',
      'market=0&min_sharpe=1&max_days=30',
      'market=11',
    ]) {
      const one = await service.get(`/v1/opportunities/APRIL?${query}`);
      const two = await service.get(`/v1/symbols/APRIL/opportunities?${query}`);
      expect([two.status, two.text]).toEqual([one.status, one.text]);
    }
  });

  test('filters narrow the list, and those that do not apply are 400', async () => {
    const all = await list('APRIL');
    expect(await list('APRIL', 'market=0&min_sharpe=1.5')).toEqual(all.filter((row) => row.sharpe_ratio! >= 1.5));
    expect(await list('APRIL', 'market=0&min_avg_return=3')).toEqual(all.filter((row) => row.avg_profit_pct! >= 3));
    expect(await list('APRIL', 'market=0&min_median_return=3')).toEqual(
      all.filter((row) => row.median_profit_pct! >= 3),
    );
    const short = await list('APRIL', 'market=0&min_days=10&max_days=12');
    expect(new Set(short.map((row) => row.days_out >= 10 && row.days_out <= 12))).toEqual(new Set([true]));
    for (const row of await list('APRIL', 'market=0&years=12&min_winning_years=12')) expect(row.win_rate).toBe(1);
    const { body } = await service.get('/v1/opportunities/APRIL?market=0&min_winning_years=7').expect(400);
    expect(body.error.message).toMatch(/8\.\.10.*got 7/);
    await service.get('/v1/opportunities/APRIL?market=0&min_days=20&max_days=10').expect(400);
    // limit, direction and min_win_rate do not apply here.
    for (const name of ['limit=3', 'direction=long', 'min_win_rate=0.5']) {
      await service.get(`/v1/opportunities/APRIL?market=0&${name}`).expect(400);
    }
  });

  describe('evidence_status', () => {
    const NO_DATA = {
      sharpe_ratio: null,
      avg_profit_pct: null,
      median_profit_pct: null,
      win_rate: null,
      years_tested: null,
      evidence_status: 'no_data',
      significance: null,
      came_true: null,
      ml: null,
      years: '10',
      market: '0',
      direction: 'long',
    };

    // The bars of this universe know no holidays: New Year is its first session.
    test.each(['BRANDNEW', 'LONGGONE'])(
      'is no_data if no window of %s could be observed in any year',
      async (symbol) => {
        expect(await list(symbol)).toEqual([{ ...NO_DATA, symbol, entry_date: '2024-01-01', days_out: 5 }]);
        const asked = await list(symbol, 'market=0&min_days=30&max_days=40');
        expect(asked).toEqual([{ ...NO_DATA, symbol, entry_date: '2024-01-01', days_out: 30 }]);
        // A row without data satisfies no filter.
        expect(await list(symbol, 'market=0&min_sharpe=-1000')).toEqual([]);
      },
    );

    test('is in no row if windows were observed but none qualifies: the list is empty', async () => {
      // Three years are too few for a candidate.
      expect(await list('YOUNG')).toEqual([]);
      // A symbol that stopped trading is no candidate, though it was alive at most entries of the year.
      expect(await list('STOPPED')).toEqual([]);
    });

    test('is no longer no_data for LONGGONE where the lookback reaches its prices', async () => {
      expect(await list('LONGGONE', 'market=0&years=30')).toEqual([]);
    });
  });

  describe('market', () => {
    test.each([
      ['free', 'april', 'APRIL is in 0 (DOW 30 STOCKS).'],
      ['dev', 'APRIL', 'APRIL is in 0 (DOW 30 STOCKS), 2 (S&P 500 STOCKS).'],
      ['business', '%5EINDEX', '^INDEX is in 7 (MARKET INDICES).'],
    ])('is required when the key reaches more than one: %s, %s', async (key, symbol, where) => {
      for (const path of [`opportunities/${symbol}`, `symbols/${symbol}/opportunities`]) {
        const { body } = await service.get(`/v1/${path}`, key).expect(400);
        expect(body.error).toEqual({
          code: 'invalid_request',
          message: `market is required, as this key reaches more than one: ${where}`,
        });
      }
    });

    test('is not demanded of a symbol that has no list in any of them (400)', async () => {
      const { body } = await service.get('/v1/opportunities/FUND', 'free').expect(400);
      expect(body.error.message).toBe(
        'market must be one of 0, 1, 2, 7, 9: per-symbol lists do not exist in 11 (ETFs)',
      );
    });

    test('is not demanded if the symbol is unknown (404) or out of scope (403)', async () => {
      await service.get('/v1/opportunities/NOBODY', 'pro').expect(404);
      const { body } = await service.get('/v1/opportunities/OIL%3DF', 'dev').expect(403);
      expect(body.error.message).toContain('OIL=F is listed in market 9, outside the scope of the Dev');
    });

    test('defaults to the only one that the key reaches', async () => {
      const owner = await signIn(service, 'pro@example.com');
      const keyFor = async (market: string) =>
        (await owner.post('/v1/account/keys', { name: market, markets: [market] })).body.secret;
      const key = await keyFor('2');
      const { body } = await service.get('/v1/opportunities/APRIL', key).expect(200);
      expect(body.market).toBe('2');
      const named = await service.get('/v1/opportunities/APRIL?market=2', key).expect(200);
      expect(named.body).toEqual(body);
      const refused = await service.get('/v1/opportunities/FUND', await keyFor('11')).expect(400);
      expect(refused.body.error.message).toContain('market must be one of 0, 1, 2, 7, 9');
    });

    test.each([
      ['FUND', '11'],
      ['COIN-USD', '16'],
      ['APRIL', '3'],
      ['APRIL', '5'],
    ])('%s in market %s is 400 with the markets that have lists', async (symbol, market) => {
      const { body } = await service.get(`/v1/opportunities/${symbol}?market=${market}`).expect(400);
      expect(body.error.message).toMatch(/market must be one of 0, 1, 2, 7, 9/);
    });

    test.each([
      ['%5EINDEX', '7'],
      ['index', '7'],
      ['OIL%3DF', '9'],
      ['APRIL', '2'],
    ])('%s in market %s has a list', async (symbol, market) => {
      expect((await list(symbol, `market=${market}`)).length).toBeGreaterThan(0);
    });

    test('is 403 out of scope, 400 if unknown, and 404 if it does not list the symbol', async () => {
      await service.get('/v1/opportunities/OIL=F?market=9', 'dev').expect(403);
      await service.get('/v1/opportunities/APRIL?market=17').expect(400);
      const { body } = await service.get('/v1/opportunities/APRIL?market=1').expect(404);
      expect(body.error.message).toMatch(/APRIL is not listed in market 1 .*markets 0, 2/);
      await service.get('/v1/opportunities/NOBODY?market=0').expect(404);
    });
  });
});
