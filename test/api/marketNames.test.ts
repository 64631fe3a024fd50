import type { JsonObject } from '../../src/openapi/document';
import { startTestApp, type TestApp } from '../helpers/app';
import { listen } from '../helpers/listen';
import { callTool, connectClient } from '../helpers/mcp';
import { contract } from '../helpers/shell';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** A market is named by id, name or alias wherever a request names one; answers carry the id (SPEC 7, DESIGN 5 "Markets"). */

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
async function expectNames(ask: (market: string) => ReturnType<TestApp['get']>, parameter: string, answered: Answered) {
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
