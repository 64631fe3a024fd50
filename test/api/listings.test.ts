import type { JsonObject } from '../../src/openapi/document';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { listen } from '../helpers/listen';
import { callTool, connectClient } from '../helpers/mcp';
import { enrol } from '../helpers/storage';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** Which symbol a ticker means, in which market, and who may ask (DESIGN 5 "Paths", "Analyze"). */

const LAST = '2024-12-19';
function symbol(ticker: string, markets: string[], from = '2008-01-02', to = LAST): TestSymbol {
  const bars = seasonalWalk({
    seed: ticker.length * 31 + ticker.charCodeAt(0),
    from,
    to,
    daily: markets.includes('16'),
  });
  return { symbol: ticker, markets, bars };
}

const SYMBOLS = [
  { ...symbol('AAPL', ['0', '1', '2']), name: 'Apple Inc.' },
  { ...symbol('BRK-B', ['2']), name: 'Berkshire Hathaway Inc. Class B' },
  { ...symbol('APLE', ['2']), name: 'Apple Hospitality REIT Inc' },
  { ...symbol('KO', ['2']), name: 'Coca-Cola Co' },
  { ...symbol('PNPL', ['2']), name: 'Pineapple Express' },
  symbol('BTC-USD', ['16']),
  symbol('ETH-USD', ['16']),
  symbol('ETH=F', ['9']),
  symbol('EURUSD=X', ['10']),
  symbol('^GSPC', ['7']),
  symbol('CL=F', ['9']),
  symbol('BMW.DE', ['6']),
  symbol('NEW', ['0'], '2024-12-16'),
  symbol('YOUNG', ['0'], '2021-06-01'),
  symbol('STALE', ['0'], '2008-01-02', '2024-12-06'),
  symbol('DELISTED', ['0'], '2008-01-02', '2017-03-31'),
];

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS });
  // A member without prices.
  await enrol(service.storage.prices, '0', 'PENDING');
});
afterAll(() => service.close());

const tickers = ({ symbols }: { symbols: { symbol: string }[] }) => symbols.map(({ symbol }) => symbol);

describe('spellings', () => {
  test.each([
    ['AAPL', 'AAPL', '0'],
    ['aapl', 'AAPL', '0'],
    ['%41APL', 'AAPL', '0'],
    ['BRK-B', 'BRK-B', '2'],
    ['BRK.B', 'BRK-B', '2'],
    ['brk%2Fb', 'BRK-B', '2'],
    ['BTC', 'BTC-USD', '16'],
    ['BTC-USD', 'BTC-USD', '16'],
    ['BTC%2FUSD', 'BTC-USD', '16'],
    ['btcusd', 'BTC-USD', '16'],
    ['EURUSD=X', 'EURUSD=X', '10'],
    ['EURUSD%3DX', 'EURUSD=X', '10'],
    ['EUR%2FUSD', 'EURUSD=X', '10'],
    ['eurusd', 'EURUSD=X', '10'],
    ['^GSPC', '^GSPC', '7'],
    ['%5EGSPC', '^GSPC', '7'],
    ['gspc', '^GSPC', '7'],
    ['CL=F', 'CL=F', '9'],
    ['cl', 'CL=F', '9'],
    ['BMW.DE', 'BMW.DE', '6'],
  ])('%s is %s of market %s, in every operation', async (asked, ticker, market) => {
    const { body } = await service.get(`/v1/analyze/${asked}`).expect(200);
    expect([body.card.symbol, body.card.market.id]).toEqual([ticker, market]);
    const pattern = await service.get(`/v1/patterns/${market}/${asked}`).expect(200);
    expect(pattern.body.symbol).toBe(ticker);
    const chart = await service.get(`/v1/seasonal-chart?market=${market}&symbol=${asked}`).expect(200);
    expect(chart.body.symbol).toBe(ticker);
  });

  test('a raw slash is another path', async () => {
    const { body } = await service.get('/v1/analyze/BTC/USD').expect(404);
    expect(body.error.message).toMatch(/No such endpoint/);
  });

  test('an ambiguous ticker is 400 with the candidates; a market resolves it', async () => {
    const { body } = await service.get('/v1/analyze/ETH').expect(400);
    expect(body.error.message).toMatch(/'ETH' could mean .*ETH-USD/);
    expect(body.error.message).toContain('ETH=F');
    const coin = await service.get('/v1/analyze/ETH?market=16').expect(200);
    expect(coin.body.card.symbol).toBe('ETH-USD');
    expect((await service.get('/v1/patterns/9/ETH').expect(200)).body.symbol).toBe('ETH=F');
    await service.get('/v1/analyze/ETH?market=0').expect(400);
  });

  test.each([
    'NOBODY',
    '...',
    '%F0%9F%98%80',
    "'%20OR%201=1",
    '..%2F..%2Fetc',
    'X'.repeat(40),
    'constructor',
    '__proto__',
  ])('%s is unknown: 404', async (asked) => {
    const { body } = await service.get(`/v1/analyze/${asked}`).expect(404);
    expect(body.error.code).toBe('not_found');
  });

  test.each(['%20', 'A%00'])('%s is no symbol: 400', async (asked) => {
    const { body } = await service.get(`/v1/analyze/${asked}`).expect(400);
    expect(body.error.code).toBe('invalid_request');
  });

  test('a ticker that is too long is 400', async () => {
    await service.get(`/v1/analyze/${'X'.repeat(41)}`).expect(400);
  });
});

describe('markets', () => {
  test('without a market, the lowest in scope is used, and a note says so', async () => {
    const { body } = await service.get('/v1/analyze/AAPL').expect(200);
    expect(body.card.market).toEqual({ id: '0', name: 'DOW 30 STOCKS' });
    expect(body.card.note).toContain('market 0');
    expect(body.card.note).toContain('markets 1, 2');
  });

  test('a named market is used, without a note, and the numbers are the same', async () => {
    const query = 'entry_date=2024-12-23&days_out=20';
    const free = await service.get(`/v1/analyze/AAPL?${query}`).expect(200);
    const named = await service.get(`/v1/analyze/AAPL?${query}&market=2`).expect(200);
    expect(named.body.card.market.id).toBe('2');
    expect(named.body.card).not.toHaveProperty('note');
    expect(named.body.card.receipts).toEqual(free.body.card.receipts);
  });

  test('a symbol that the named market does not list is 404 with its markets', async () => {
    const { body } = await service.get('/v1/analyze/AAPL?market=11').expect(404);
    expect(body.error.message).toBe('AAPL is not listed in market 11 (ETFs); it is in markets 0, 1, 2.');
  });

  test('a symbol without a market in scope is 403 with the tier that includes one', async () => {
    for (const [asked, key, tier] of [
      ['BRK-B', 'free', 'Dev'],
      ['BTC', 'dev', 'Pro'],
      ['BMW.DE', 'pro', 'Business'],
    ]) {
      const { body } = await service.get(`/v1/analyze/${asked}`, key).expect(403);
      expect(body.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining(`The ${tier} tier`) });
    }
    const named = await service.get('/v1/analyze/AAPL?market=2', 'free').expect(403);
    expect(named.body.error.message).toContain('S&P 500 STOCKS');
    await service.get('/v1/analyze/AAPL', 'free').expect(200);
  });
});

describe('stopped and new symbols', () => {
  test.each([
    ['STALE', '2024-12-06', 13],
    ['DELISTED', '2017-03-31', 2820],
  ])('%s is answered, with a note when its prices end', async (asked, last, days) => {
    const query = asked === 'DELISTED' ? '?years=15' : '';
    const { body } = await service.get(`/v1/analyze/${asked}${query}`).expect(200);
    expect(body.card.note).toContain(
      `The last bar of ${asked} is of ${last}, ${days} days before the last of its market.`,
    );
    // Also where the market is named, and no other note is due.
    const named = await service.get(`/v1/analyze/${asked}${query || '?'}&market=0`).expect(200);
    expect(named.body.card.note).toBe(
      `The last bar of ${asked} is of ${last}, ${days} days before the last of its market.`,
    );
    const list = await service.get(`/v1/opportunities/${asked}?market=0`).expect(200);
    expect(list.body.note).toBe(named.body.card.note);
    expect((await service.get('/v1/opportunities/AAPL?market=0').expect(200)).body).not.toHaveProperty('note');
  });

  test('a delisted symbol without a year in the lookback is 404 with the reason', async () => {
    const { body } = await service.get('/v1/analyze/DELISTED?entry_date=2024-12-20&days_out=20&years=5').expect(404);
    expect(body.error.message).toMatch(/DELISTED .*2008-01-02 to 2017-03-31/);
  });

  test('a new listing is 404 with the reason, in every operation', async () => {
    for (const path of [
      'analyze/NEW',
      'analyze/NEW?entry_date=2024-12-20&days_out=20',
      'analyze/NEW?period=q1',
      'patterns/0/NEW',
      'seasonal-chart?market=0&symbol=NEW',
    ]) {
      const { body } = await service.get(`/v1/${path}`).expect(404);
      expect(body.error.message).toMatch(/No year of this window could be observed for NEW .*2024-12-16 to 2024-12-19/);
    }
  });

  test('a young symbol is shown with the years that it has, neutral', async () => {
    const { body } = await service.get('/v1/analyze/YOUNG').expect(200);
    expect(body.card.receipts.years_tested).toBeLessThan(5);
    expect(body.card.bias).toBe('neutral');
    expect(body.card.next_step).not.toHaveProperty('order_ticket');
    expect(body.other_setups).toEqual([]);
  });

  test('a member without prices is 404 and not listed', async () => {
    const { body } = await service.get('/v1/analyze/PENDING').expect(404);
    expect(body.error.message).toContain('no prices of PENDING');
    const list = await service.get('/v1/markets/0/symbols').expect(200);
    expect(tickers(list.body)).not.toContain('PENDING');
  });
});

describe('lists of markets and symbols', () => {
  test('markets have their scope, symbol count and as_of', async () => {
    const { body } = await service.get('/v1/markets', 'free').expect(200);
    expect(body.markets.map((market: { id: string }) => market.id)).toEqual(
      Array.from({ length: 17 }, (_, i) => String(i)),
    );
    const inScope = body.markets.filter((market: { in_scope: boolean }) => market.in_scope);
    expect(inScope.map((market: { id: string }) => market.id)).toEqual(['0', '11']);
    const eligible = body.markets.filter((market: { ml_eligible: boolean }) => market.ml_eligible);
    expect(eligible.map((market: { id: string }) => market.id)).toEqual(['0', '1', '2', '3', '4', '11']);
    const lists = body.markets.filter(
      (market: { pattern_detection: { per_symbol: boolean } }) => market.pattern_detection.per_symbol,
    );
    expect(lists.map((market: { id: string }) => market.id)).toEqual(['0', '1', '2', '7', '9']);
    expect(body.markets[0]).toMatchObject({ symbol_count: 5, as_of: LAST });
    expect(body.markets[5]).toMatchObject({ symbol_count: 0, as_of: null });
  });

  test.each(['free', 'dev', 'pro'] as const)(
    '/me of a caller on %s describes its markets as the list does',
    async (tier) => {
      const { body: list } = await service.get('/v1/markets', tier).expect(200);
      const { body: me } = await service.get('/v1/me', tier).expect(200);
      const known = list.markets.filter((market: { in_scope: boolean }) => market.in_scope);
      expect(me.markets_in_scope.length).toBeGreaterThan(1);
      const withoutPrices = known.map(
        ({ symbol_count, as_of, sessions_behind, feed, data_age_note, ...market }: JsonObject) => market,
      );
      expect(me.markets_in_scope).toEqual(withoutPrices);
    },
  );

  test('the example of each detection band is true', async () => {
    const { body } = await service.get('/v1/markets').expect(200);
    for (const { id, pattern_detection } of body.markets) {
      const [, low] = /accepts min_winning_years (\d+) to 10, by default 9/.exec(pattern_detection.example)!;
      await service.get(`/v1/scan?markets=${id}&min_winning_years=${low}`).expect(200);
      await service.get(`/v1/scan?markets=${id}&min_winning_years=${Number(low) - 1}`).expect(400);
    }
  });

  test.each<[market: string, query: string, found: string[], matched: number, note: RegExp | null]>([
    ['0', '', ['AAPL', 'DELISTED', 'NEW', 'STALE', 'YOUNG'], 5, null],
    ['0', 'prefix=a', ['AAPL'], 1, null],
    ['0', 'prefix=ZZ', [], 0, null],
    ['0', 'limit=2', ['AAPL', 'DELISTED'], 5, /^3 of 5 matching rows/],
    ['0', 'prefix=DE&limit=1', ['DELISTED'], 1, null],
    ['0', 'limit=5', ['AAPL', 'DELISTED', 'NEW', 'STALE', 'YOUNG'], 5, null],
    ['0', 'limit=9007199254740991', ['AAPL', 'DELISTED', 'NEW', 'STALE', 'YOUNG'], 5, null],
    ['sp500', 'q=apple', ['AAPL', 'APLE', 'PNPL'], 3, null],
    ['sp500', 'q=APPLE%20inc', ['AAPL', 'APLE'], 2, null],
    ['sp500', 'q=reit+apple', ['APLE'], 1, null],
    ['sp500', 'q=apple&limit=1', ['AAPL'], 3, /^2 of 3 matching rows were cut by limit=1/],
    ['sp500', 'q=apple&prefix=ap', ['APLE'], 1, null],
    ['sp500', 'q=ko', ['KO'], 1, null],
    ['sp500', 'q=brk.b', ['BRK-B'], 1, null],
    ['sp500', 'q=tesla', [], 0, null],
    ['sp500', 'q=%25', [], 0, null],
  ])('market %s, symbols?%s', async (market, query, found, matched, note) => {
    const { body } = await service.get(`/v1/markets/${market}/symbols?${query}`).expect(200);
    expect(tickers(body)).toEqual(found);
    expect(body).toMatchObject({ total: 5, matched, count: found.length });
    if (note !== null) expect(body.note).toMatch(note);
    else expect(body).not.toHaveProperty('note');
  });

  test('the tool list_symbols searches in the same way', async () => {
    const server = await listen(service.app);
    const client = await connectClient(server.url, service.keys.business);
    const { body, text } = await callTool(client, 'list_symbols', { market_id: 'sp500', q: 'apple' });
    expect(tickers(body)).toEqual(['AAPL', 'APLE', 'PNPL']);
    expect(text).toContain('3 of 3 matching symbols (5 in the market)');
    await client.close();
    await server.close();
  });

  test('symbols of a market out of scope are 403', async () => {
    await service.get('/v1/markets/16/symbols', 'free').expect(403);
    await service.get('/v1/markets/crypto/symbols', 'free').expect(403);
  });
});
