import { DEMO_KEY, type TestApp } from '../helpers/app';
import { SYMBOLS, startBasketApp } from '../helpers/baskets';
import { syntheticBars } from '../helpers/syntheticBars';

const WINDOW = 'entry_date=2024-07-01&days_out=30';

let service: TestApp;
beforeAll(async () => {
  service = await startBasketApp();
});
afterAll(() => service.close());

const compare = (query: string, key?: string) => service.get(`/v1/compare?${query}`, key);
const bodyOf = async (query: string) => (await compare(query).expect(200)).body;
const messageOf = async (query: string, status: number, key?: string): Promise<string> => {
  const { body } = await compare(query, key).expect(status);
  return body.error.message;
};

interface Entry {
  readonly symbol: string;
  readonly market: { readonly id: string };
}

describe('a comparison', () => {
  test('has the setup, the symbols, the shared years and as_of', async () => {
    const body = await bodyOf(`symbols=aapl,%20brk.b&${WINDOW}&direction=short`);
    expect(body).toMatchObject({
      setup: {
        entry_date: '2024-07-01',
        exit_date: '2024-07-30',
        hold_days: 30,
        direction: 'short',
        period: null,
      },
      years: '10',
      can_compare: true,
      reason: null,
      shared_years: ['2014', '2015', '2016', '2017', '2018', '2019', '2020', '2021', '2022', '2023'],
      as_of: '2024-06-27',
      disclaimer: expect.stringContaining('not personalized advice'),
    });
    expect(body.symbols.map(({ symbol, market }: Entry) => [symbol, market.id])).toEqual([
      ['AAPL', '0'],
      ['BRK-B', '2'],
    ]);
  });

  test.each(['long', 'short'])('%s: each symbol has the receipts of its own analysis', async (direction) => {
    const body = await bodyOf(`symbols=AAPL,KO,SPY&${WINDOW}&direction=${direction}`);
    for (const { symbol, stats, per_year } of body.symbols) {
      const { card } = (await service.get(`/v1/analyze/${symbol}?${WINDOW}&direction=${direction}`).expect(200)).body;
      const { historical_win_rate, avg_return_pct, median_return_pct, best_year, worst_year, wins, losses } =
        card.receipts;
      expect(
        per_year.map(({ year, return_pct, result }: Record<string, unknown>) => ({ year, return_pct, result })),
      ).toEqual(card.receipts.per_year.map(({ excess_pct: _, ...year }: Record<string, unknown>) => year));
      expect(stats).toMatchObject({
        historical_win_rate,
        avg_return_pct,
        median_return_pct,
        best_year,
        worst_year,
        wins,
        losses,
        sharpe_ratio: card.stats.sharpe_ratio,
      });
    }
  });

  // Years are counted from 2024 for the preset that is over, from 2023 for the other windows of the year.
  test('a preset that is over this year has the z of its own analysis', async () => {
    const body = await bodyOf('symbols=AAPL,KO&period=may&years=5');
    expect(body.shared_years).toEqual(['2020', '2021', '2022', '2023', '2024']);
    for (const { symbol, significance } of body.symbols) {
      const { card } = (await service.get(`/v1/analyze/${symbol}?period=may&years=5&direction=long`).expect(200)).body;
      expect(card.receipts.per_year.map(({ year }: { year: string }) => year)).toEqual(body.shared_years);
      expect({ symbol, z: significance.z }).toEqual({ symbol, z: card.significance.z });
    }
  });

  test('years that one symbol lacks are named and replaced by older ones', async () => {
    const body = await bodyOf(`symbols=AAPL,ENDED&${WINDOW}&years=6`);
    expect(body.shared_years).toEqual(['2014', '2015', '2016', '2017', '2018', '2019']);
    expect(body.skipped_years).toEqual(['2020', '2021', '2022', '2023'].map((year) => ({ year, symbols: ['ENDED'] })));
  });

  test('shared years long before the lookback have no significance', async () => {
    const bars = syntheticBars({ seed: 24, fromYear: 1970, toYear: 1999 });
    const old = await startBasketApp({
      symbols: [...SYMBOLS, { symbol: 'OLD', markets: ['0'], bars }],
      nullDistributions: { rotations: 19 },
    });
    try {
      const { body } = await old.get(`/v1/compare?symbols=AAPL,OLD&${WINDOW}&years=5`).expect(200);
      const years = [1995, 1996, 1997, 1998, 1999];
      expect(body.shared_years).toEqual(years.map(String));
      // The p-values are of a search over the ten years before the window, in which the symbol had no prices.
      expect(body.symbols[1].significance).toMatchObject({ status: 'not_applicable', z: null, p_symbol: null });
    } finally {
      await old.close();
    }
  });

  test('with fewer than 5 shared years, nothing is ranked, and the reason is given', async () => {
    const body = await bodyOf(`symbols=AAPL,YOUNG&${WINDOW}`);
    expect(body).toMatchObject({
      can_compare: false,
      reason: expect.stringMatching(/^3 completed years are shared .* at least 5 .* \(YOUNG\)\.$/),
      years: '10',
      shared_years: ['2021', '2022', '2023'],
      findings: [],
    });
    expect(body.symbols.map((entry: Record<string, unknown>) => entry.difference_from_highest)).toEqual([null, null]);
  });

  test('without any shared year, the symbols are still listed', async () => {
    const body = await bodyOf(`symbols=ENDED,YOUNG&${WINDOW}`);
    expect(body).toMatchObject({ can_compare: false, shared_years: [], findings: [] });
    expect(body.symbols.map((entry: Record<string, unknown>) => entry.stats)).toEqual([null, null]);
  });

  test('all symbols have one as_of, even if one market has later prices', async () => {
    const alone = await service.get('/v1/analyze/BTC-USD?period=jun').expect(200);
    expect(alone.body.as_of).toBe('2024-06-27');
    const weekend = await startBasketApp({ now: '2024-06-30T15:00:00Z' });
    try {
      const coins = await weekend.get('/v1/analyze/BTC-USD?period=jan').expect(200);
      expect(coins.body.as_of).toBe('2024-06-29');
      const { body } = await weekend.get('/v1/compare?symbols=BTC-USD,SPY&period=jan').expect(200);
      expect(body.as_of).toBe('2024-06-28');
    } finally {
      await weekend.close();
    }
  });

  test.each([
    { query: 'period=jan', setup: ['2024-01-01', '2024-01-31', 31, 'jan'], newest: '2024' },
    {
      query: 'period=jul&entry_date=2024-03-01&days_out=5',
      setup: ['2024-07-01', '2024-07-31', 31, 'jul'],
      newest: '2023',
    },
    { query: 'period=buy_hold', setup: ['2024-01-01', '2024-12-31', 366, 'buy_hold'], newest: '2023' },
    { query: 'pe_cycle=pe&years=5', setup: ['2024-06-28', '2024-07-27', 30, null], newest: '2020' },
    { query: 'pe_cycle=pe2&years=5', setup: ['2024-06-28', '2024-07-27', 30, null], newest: '2022' },
  ])('$query', async ({ query, setup, newest }) => {
    const body = await bodyOf(`symbols=AAPL,KO&${query}`);
    const { entry_date, exit_date, hold_days, period } = body.setup;
    expect([entry_date, exit_date, hold_days, period]).toEqual(setup);
    expect(body.shared_years.at(-1)).toBe(newest);
  });

  test('for a whole year held long, the window equals buy and hold', async () => {
    const { symbols } = await bodyOf('symbols=AAPL,KO&period=buy_hold');
    for (const { stats, buy_and_hold } of symbols) {
      expect(buy_and_hold.avg_return_pct).toBe(stats.avg_return_pct);
      expect(buy_and_hold.cumulative_return_pct).toBe(stats.cumulative_return_pct);
    }
  });

  test('ten symbols are accepted', async () => {
    const ten = 'AAPL,MSFT,KO,BRK-B,SPY,BTC-USD,YOUNG,ENDED,RY.TO,SHOP.TO';
    expect((await bodyOf(`symbols=${ten}`)).symbols).toHaveLength(10);
  });
});

describe('a request that is refused', () => {
  const TICKERS = 'symbols must be 2 to 10 distinct tickers, comma-separated';
  test.each([
    ['', `symbols is required: 2 to 10 distinct tickers, comma-separated.`],
    ['symbols=', `${TICKERS}; got ''.`],
    ['symbols=AAPL', `${TICKERS}; got 1.`],
    ['symbols=A,B,C,D,E,F,G,H,I,J,K', `${TICKERS}; got 11.`],
    ['symbols=AAPL,,KO', `${TICKERS}; an empty one is in 'AAPL,,KO'.`],
    ['symbols=AAPL,KO,', `${TICKERS}; an empty one is in 'AAPL,KO,'.`],
    ['symbols=AAPL,aapl', `${TICKERS}; 'AAPL' and 'aapl' are the same symbol.`],
    ['symbols=BRK.B,KO,brk/b', `${TICKERS}; 'BRK.B' and 'brk/b' are the same symbol.`],
    ['symbols=BTC,BTC-USD', `${TICKERS}; 'BTC' and 'BTC-USD' are the same symbol.`],
    ['symbols=ZZZZ,zzzz', `${TICKERS}; 'ZZZZ' and 'zzzz' are the same symbol.`],
    [
      'symbols=AAPL,KO&entry_date=1899-12-31',
      'entry_date must lie between 1900-01-01 and 2025-06-29, 366 days ahead; got 1899-12-31',
    ],
    [
      'symbols=AAPL,KO&entry_date=2025-06-30',
      'entry_date must lie between 1900-01-01 and 2025-06-29, 366 days ahead; got 2025-06-30',
    ],
  ])('400: %s', async (query, message) => {
    expect(await messageOf(query, 400)).toEqual(message);
  });

  test('404 names every unknown symbol', async () => {
    const message = await messageOf('symbols=AAPL,NOPE,KO,NADA', 404);
    expect(message).toContain("'NOPE'");
    expect(message).toContain("'NADA'");
    expect(message).not.toContain('AAPL');
  });

  test('404 names every symbol that the market does not list', async () => {
    const message = await messageOf('symbols=AAPL,KO,SPY,BRK-B&market=0', 404);
    expect(message).toContain('SPY is not listed in market 0');
    expect(message).toContain('BRK-B is not listed in market 0');
  });

  test('403 names every symbol out of scope, and the tier that includes them', async () => {
    const message = await messageOf('symbols=AAPL,RY.TO,SHOP.TO', 403, 'free');
    expect(message).toMatch(/RY\.TO .*SHOP\.TO /);
    expect(message).toContain('Business');
    expect(await messageOf('symbols=AAPL,KO&market=2', 403, 'free')).toContain('Market 2');
  });

  test('a 404 names both the unknown symbols and those out of scope', async () => {
    const message = await messageOf('symbols=AAPL,RY.TO,NOPE', 404, 'free');
    expect(message).toMatch(/RY\.TO .*'NOPE'/);
  });

  test('the demo token compares its tickers and no others', async () => {
    await compare('symbols=AAPL,MSFT,SPY', DEMO_KEY).expect(200);
    const { body } = await compare('symbols=AAPL,KO', DEMO_KEY).expect(403);
    expect(body.error).toMatchObject({ code: 'demo_restricted', message: expect.stringContaining("'KO'") });
  });
});

describe('the entry date', () => {
  const PAST = 'symbols=AAPL,BRK.B,KO&entry_date=2019-07-01&days_out=30';
  // These bars trade on holidays too, which the calendar of 2019 did not expect of the months to come.
  const withoutSearch = (body: { readonly symbols: readonly { readonly significance: object }[] }) => ({
    ...body,
    symbols: body.symbols.map((one) => ({ ...one, significance: { ...one.significance, searched: null } })),
  });

  test('may lie in a past year, whose comparison is the one that was made on that day', async () => {
    const then = await startBasketApp({ now: '2019-07-01T15:00:00Z' });
    try {
      const { body } = await then.get(`/v1/compare?${PAST}`).expect(200);
      expect(body).toMatchObject({ as_of: '2019-06-28', can_compare: true });
      expect(withoutSearch(await bodyOf(PAST))).toEqual(withoutSearch(body));
    } finally {
      await then.close();
    }
  });

  test('may lie before the prices of the symbols: then no year is shared', async () => {
    const body = await bodyOf('symbols=AAPL,KO&entry_date=1950-07-03');
    expect(body).toMatchObject({ can_compare: false, shared_years: [] });
  });

  test('may lie 366 days ahead', async () => {
    const body = await bodyOf('symbols=AAPL,KO&entry_date=2025-06-29');
    expect(body).toMatchObject({ setup: { entry_date: '2025-06-29' }, as_of: '2024-06-27' });
    expect(body.shared_years.at(-1)).toBe('2023');
  });
});
