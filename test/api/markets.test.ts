import type { JsonObject } from '../../src/openapi/document';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { listen } from '../helpers/listen';
import { callTool, connectClient } from '../helpers/mcp';
import { contract } from '../helpers/shell';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** A market is named by id, name or alias wherever a request names one; answers carry the id (SPEC 7, DESIGN 5 "Markets"). */
describe('names of markets', () => {
  let service: TestApp;
  beforeAll(async () => {
    const bars = (seed: number) => seasonalWalk({ seed, from: '2010-01-04', to: '2024-12-19' });
    service = await startTestApp({
      now: UNIVERSE_NOW,
      symbols: [
        { symbol: 'AAPL', name: 'Apple Inc.', markets: ['0', '2'], bars: bars(1) },
        { symbol: 'KO', name: 'Coca-Cola Co', markets: ['0', '2'], bars: bars(2) },
      ],
    });
  });
  afterAll(() => service.close());

  const SPELLINGS = ['2', ' 2 ', 'sp500', 'SP500', 'S&P 500 STOCKS', 's&p 500 stocks', 's&p-500_stocks', 'spx'];
  const UNKNOWN = 'sp5000';

  const score = (market: string) => [{ symbol: 'AAPL', date: '2024-12-20', days_out: 20, direction: 'long', market }];
  const basket = (market: string) => [
    { symbol: 'KO', weight_pct: 1, direction: 'long' },
    { symbol: 'AAPL', weight_pct: 1, direction: 'long', market },
  ];

  type Answered = ((body: JsonObject) => unknown) | null;
  const path = encodeURIComponent;

  /** Requests that name a market, the name of the parameter, and the market that the answer names; null if it names none. */
  const GET: [request: string, parameter: string, answered: Answered][] = [
    ['scan?markets={market}', 'markets', (body) => body.markets_scanned[0]],
    ['opportunities?market={market}', 'market', (body) => body.opportunities[0]?.market ?? '2'],
    ['opportunities/AAPL?market={market}', 'market', (body) => body.market],
    ['symbols/AAPL/opportunities?market={market}', 'market', (body) => body.market],
    ['symbols/AAPL/heatmap?entry_step=92&market={market}', 'market', (body) => body.market],
    ['analyze/AAPL?entry_date=2024-12-20&days_out=20&market={market}', 'market', (body) => body.card.market.id],
    ['patterns/{market}/AAPL', 'market_id', (body) => body.market],
    ['seasonal-chart?symbol=AAPL&market={market}', 'market', (body) => body.market],
    ['compare?symbols=AAPL,KO&market={market}', 'market', (body) => body.symbols[0].market.id],
    ['markets/{market}/symbols', 'market_id', (body) => (body.total === 2 ? '2' : null)],
  ];
  const POST: [request: string, parameter: string, answered: Answered, body: (market: string) => object][] = [
    [
      'portfolio/scenarios',
      'positions[1].market',
      (body) => body.positions[1].market.id,
      (market) => ({ positions: basket(market), horizon: '30' }),
    ],
    ['score', '[0].market', null, score],
    ['score', 'opportunities[0].market', null, (market) => ({ opportunities: score(market) })],
    ['score', 'market', null, (market) => ({ opportunities: [], market })],
  ];

  /** The request accepts a name, and refuses an unknown one with the parameter, the value and what is accepted. */
  async function expectNames(
    ask: (market: string) => ReturnType<TestApp['get']>,
    parameter: string,
    answered: Answered,
  ) {
    const { body } = await ask('S&P 500 STOCKS').expect(200);
    if (answered !== null) expect(answered(body)).toBe('2');
    const { error } = (await ask(UNKNOWN).expect(400)).body;
    expect(error.code).toBe('invalid_request');
    expect(error.message.startsWith(`${parameter} must `)).toBe(true);
    for (const text of [`got '${UNKNOWN}'`, 'sp500', 'S&P 500 STOCKS', 'GET /markets']) {
      expect(error.message).toContain(text);
    }
  }

  test.each(GET)('GET %s: %s', (request, parameter, answered) =>
    expectNames((market) => service.get(`/v1/${request.replace('{market}', path(market))}`), parameter, answered),
  );

  test.each(POST)('POST %s: %s', (request, parameter, answered, body) =>
    expectNames((market) => service.post(`/v1/${request}`, body(market)), parameter, answered),
  );

  test.each(SPELLINGS)('%j names market 2', async (spelling) => {
    const { body } = await service.get(`/v1/opportunities/AAPL?market=${path(spelling)}`).expect(200);
    expect(body.market).toBe('2');
  });

  test('an item with the alias of a market out of scope is refused like one with its id', async () => {
    const refusal = async (market: string) => (await service.post('/v1/score', score(market)).expect(403)).body.error;
    expect(await refusal('crypto')).toEqual(await refusal('16'));
  });

  test('GET /markets lists the accepted names', async () => {
    const { body } = await service.get('/v1/markets').expect(200);
    const { id, name, aliases } = body.markets[2];
    expect([id, name]).toEqual(['2', 'S&P 500 STOCKS']);
    expect(aliases).toContain('sp500');
    for (const market of body.markets) {
      for (const text of [market.id, market.name, ...market.aliases]) {
        const { status } = await service.get(`/v1/markets/${path(text)}/symbols`);
        expect([text, status]).toEqual([text, 200]);
      }
    }
  });

  test('tools of the agent interface accept the names too', async () => {
    const server = await listen(service.app);
    const client = await connectClient(server.url, service.keys.business);
    const analysis = await callTool(client, 'analyze_symbol', { symbol: 'AAPL', market: 'S&P 500' });
    expect(analysis.body.card.market.id).toBe('2');
    const list = await callTool(client, 'list_symbols', { market_id: 'SP500' });
    expect(list.body.total).toBe(2);
    const unknown = await callTool(client, 'compare_symbols', { symbols: 'AAPL,KO', market: UNKNOWN });
    expect(unknown.error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(`got '${UNKNOWN}'`),
    });
    await client.close();
    await server.close();
  });

  test('every field and parameter of a request that is called market accepts names', () => {
    const plain: string[] = [];
    for (const { id, parameters, body } of contract.operations) {
      for (const { name, schema } of parameters) {
        if (/^market(_id)?$/.test(name) && schema['x-market'] !== true) plain.push(`${id} ${name}`);
      }
      JSON.stringify(body?.schema ?? null, (key, value) => {
        if (key === 'market' && value['x-market'] !== true) plain.push(`${id} body`);
        return value;
      });
    }
    expect(plain).toEqual([]);
  });
});

/** Which markets a scan answers from (SPEC 2.1, 4.1): tokens, scope, bands, shared and stopped symbols. */
describe('the markets of a scan', () => {
  const SEASON = { month: 12, day: 18, hold: 20, pct: 7 };

  function stock(symbol: string, markets: readonly string[], seed: number, to = '2024-12-19'): TestSymbol {
    const daily = markets[0] === '16';
    return { symbol, markets, bars: seasonalWalk({ seed, from: '2010-01-04', to, season: SEASON, daily }) };
  }

  const SYMBOLS = [
    stock('DOWONLY', ['0'], 1),
    stock('SHARED', ['2', '0', '1'], 2),
    stock('NDX', ['1'], 3),
    stock('FUND', ['11'], 4),
    stock('COIN-USD', ['16'], 5, '2024-12-19'),
    stock('EURO', ['6'], 6),
    stock('STOPPED', ['0'], 7, '2024-12-06'),
    stock('LATE', ['0'], 8, '2024-12-09'),
  ];

  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS });
  });
  afterAll(() => service.close());

  const scan = (query: string, key?: string) => service.get(`/v1/scan?${query}`, key);

  test.each([
    ['ids', '0,11', ['0', '11']],
    ['an id twice', '0,0,dow30', ['0']],
    ['an alias', 'sp500,crypto,europe', ['2', '6', '16']],
    ['superfluous spaces and commas', ' 0 ,, 11 ,', ['0', '11']],
  ])('markets accepts %s', async (_, markets, want) => {
    const { body } = await scan(`markets=${markets}`).expect(200);
    expect(body.markets_scanned).toEqual(want);
    expect(body).not.toHaveProperty('markets_note');
  });

  test('without markets, the equities core is scanned within the scope of the key, without a note', async () => {
    const business = await scan('').expect(200);
    expect(business.body.markets_scanned).toEqual(['0', '1', '2', '11']);
    const free = await scan('', 'free').expect(200);
    expect(free.body.markets_scanned).toEqual(['0', '11']);
    for (const { body } of [business, free]) expect(body).not.toHaveProperty('markets_note');
  });

  test('unknown tokens are named in markets_note, and the other markets are scanned', async () => {
    const { body } = await scan('markets=0,moon,17,-1').expect(200);
    expect(body.markets_scanned).toEqual(['0']);
    for (const token of ['moon', '17', '-1']) expect(body.markets_note).toContain(`'${token}'`);
  });

  test('markets out of scope are skipped with a note that names them, the tier and the tier that includes them', async () => {
    const { body } = await scan('markets=0,crypto,europe,moon', 'free').expect(200);
    expect(body.markets_scanned).toEqual(['0']);
    for (const part of ['16 (CRYPTO CURRENCIES)', '6 (EUROPE STOCKS)', 'Free', 'Pro', 'Business', "'moon'"]) {
      expect(body.markets_note).toContain(part);
    }
  });

  test.each(['moon', '17', ',', 'moon,mars', '00', '+0'])('markets=%s names no market: 400', async (markets) => {
    const { body } = await scan(`markets=${encodeURIComponent(markets)}`).expect(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.message).toContain('markets');
    expect(body.error.message).toContain(markets);
  });

  test.each(['16', 'crypto,moon', '6,16'])(
    'markets=%s is all out of scope: 403 with the tier that includes it',
    async (m) => {
      const { body } = await scan(`markets=${m}`, 'dev').expect(403);
      expect(body.error.code).toBe('forbidden');
      expect(body.error.message).toMatch(/Pro|Business/);
    },
  );

  test('a market without prices is scanned, empty, and the summary says so', async () => {
    const { body } = await scan('markets=5,0').expect(200);
    expect(body.markets_scanned).toEqual(['0', '5']);
    expect(body.summary).toContain('Market 5 holds no prices.');
    const alone = await scan('markets=5').expect(200);
    expect(alone.body).toMatchObject({ count: 0, opportunities: [], evaluated_count: 0, as_of: null });
  });

  test('the list of symbols of a market without prices is empty, and says so', async () => {
    const none = { total: 0, matched: 0, count: 0, note: 'Market 5 holds no prices.' };
    for (const query of ['', '?q=apple', '?limit=2']) {
      const { body } = await service.get(`/v1/markets/5/symbols${query}`).expect(200);
      expect(body).toEqual({ symbols: [], ...none });
    }
    const { headers } = await service.get('/v1/markets/5/symbols?format=csv').expect(200);
    expect(JSON.parse(headers['x-answer'])).toEqual(none);
    expect((await service.get('/v1/markets/0/symbols?q=nothing').expect(200)).body).not.toHaveProperty('note');
  });

  test('a symbol in several markets is one card, under the lowest market scanned', async () => {
    const marketsOf = async (markets: string) => {
      const { body } = await scan(`markets=${markets}&direction=long&limit=100`).expect(200);
      const cards: { symbol: string; market: { id: string } }[] = body.opportunities;
      return cards.filter((card) => card.symbol === 'SHARED').map((card) => card.market.id);
    };
    expect(await marketsOf('2,1,0')).toEqual(['0']);
    expect(await marketsOf('2,1')).toEqual(['1']);
    expect(await marketsOf('2')).toEqual(['2']);
  });

  test('a symbol whose last bar is more than 10 days older than its market’s is no candidate', async () => {
    const { body } = await scan('markets=0&direction=long&limit=100&view=table').expect(200);
    const symbols = body.opportunities.map((row: { symbol: string }) => row.symbol).sort();
    // LATE stopped 10 days before the market's last bar, STOPPED 13.
    expect(symbols).toEqual(['DOWONLY', 'LATE', 'SHARED']);
  });

  describe('min_winning_years', () => {
    test('outside the band of a single market is 400 with the range', async () => {
      const { body } = await scan('markets=0&years=10&min_winning_years=7').expect(400);
      expect(body.error.message).toMatch(/min_winning_years.*8\.\.10.*got 7/);
      await scan('markets=0&years=10&min_winning_years=11').expect(400);
      await scan('markets=0&years=10&min_winning_years=8').expect(200);
      await scan('markets=0&years=10&min_winning_years=10').expect(200);
    });

    test('is bounded by the market’s own band: crypto starts at 70 %', async () => {
      await scan('markets=16&years=10&min_winning_years=7').expect(200);
      await scan('markets=16&years=10&min_winning_years=6').expect(400);
      await scan('markets=0&years=98&min_winning_years=74').expect(200);
      await scan('markets=0&years=98&min_winning_years=73').expect(400);
    });

    test('leaves out markets whose band does not allow it, and names them in lookback_note', async () => {
      const { body } = await scan('markets=0,16&years=10&min_winning_years=7&limit=100').expect(200);
      expect(body.markets_scanned).toEqual(['16']);
      expect(body.lookback).toEqual({ year1: 10, year2: 7 });
      expect(body.lookback_note).toContain('market 0 (DOW 30 STOCKS)');
      expect(body.lookback_note).not.toContain('CRYPTO');
      expect(body.opportunities.map((card: { symbol: string }) => card.symbol)).not.toContain('DOWONLY');
      const { body: nothing } = await scan('markets=0,11&years=10&min_winning_years=2').expect(200);
      expect(nothing).toMatchObject({ markets_scanned: [], count: 0, opportunities: [], as_of: null });
      expect(nothing.lookback_note).toContain('market 11 (ETFs)');
    });

    test('is 400 if the request names a single market, not if the plan leaves a single one', async () => {
      const query = 'years=10&min_winning_years=2';
      const some = await scan(`markets=0,16&${query}`, 'free').expect(200);
      expect(some.body).toMatchObject({ markets_scanned: [], count: 0 });
      expect(some.body.lookback_note).toContain('market 0 (DOW 30 STOCKS)');
      expect(some.body.markets_note).toContain('CRYPTO');
      expect((await scan(query).expect(200)).body.lookback_note).toContain('market 0 (DOW 30 STOCKS)');
      await scan(`markets=0,nowhere&${query}`).expect(400);
    });

    test('is by default nine tenths of the years, rounded up; an explicit value is a floor on wins', async () => {
      for (const [years, year2] of [
        [5, 5],
        [10, 9],
        [11, 10],
        [20, 18],
        [98, 89],
      ]) {
        const { body } = await scan(`markets=0&years=${years}`).expect(200);
        expect(body.lookback).toEqual({ year1: years, year2 });
        expect(body).not.toHaveProperty('lookback_note');
      }
      const { body } = await scan('markets=0,1,2,11&years=10&min_winning_years=10&limit=100').expect(200);
      expect(body.count).toBeGreaterThan(0);
      for (const card of body.opportunities) expect(card.receipts.wins).toBe(10);
    });
  });
});
