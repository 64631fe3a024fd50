import { startTestApp, type TestApp } from '../helpers/app';
import { listen } from '../helpers/listen';
import { callTool, connectClient } from '../helpers/mcp';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

const bars = seasonalWalk({ seed: 1, from: '2020-01-02', to: '2024-12-19' });
const LISTED: [symbol: string, name: string][] = [
  ['AAPL', 'Apple Inc.'],
  ['APLE', 'Apple Hospitality REIT Inc'],
  ['BRK-B', 'Berkshire Hathaway Inc. Class B'],
  ['KO', 'Coca-Cola Co'],
  ['PNPL', 'Pineapple Express'],
];

let service: TestApp;
beforeAll(async () => {
  const symbols = LISTED.map(([symbol, name]) => ({ symbol, name, markets: ['2'], bars }));
  service = await startTestApp({ now: UNIVERSE_NOW, symbols });
});
afterAll(() => service.close());

const tickers = (body: { symbols: { symbol: string }[] }) => body.symbols.map(({ symbol }) => symbol);

test.each<[query: string, found: string[], matched: number, note: RegExp | null]>([
  ['q=apple', ['AAPL', 'APLE', 'PNPL'], 3, null],
  ['q=APPLE%20inc', ['AAPL', 'APLE'], 2, null],
  ['q=reit+apple', ['APLE'], 1, null],
  ['q=apple&limit=1', ['AAPL'], 3, /^2 of 3 matching rows were cut by limit=1/],
  ['q=apple&prefix=ap', ['APLE'], 1, null],
  ['q=ko', ['KO'], 1, null],
  ['q=brk.b', ['BRK-B'], 1, null],
  ['q=tesla', [], 0, null],
  ['q=%25', [], 0, null],
  ['', ['AAPL', 'APLE', 'BRK-B', 'KO', 'PNPL'], 5, null],
])('symbols?%s', async (query, found, matched, note) => {
  const { body } = await service.get(`/v1/markets/sp500/symbols?${query}`).expect(200);
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
