import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { makePick } from '../../../src/jobs/pick';
import { loadTools } from '../../../src/mcp/tools';
import { startTestApp, type TestApp } from '../../helpers/app';
import { type Listening, listen } from '../../helpers/listen';
import { callTool, connectClient } from '../../helpers/mcp';
import { storeModel } from '../../helpers/storedModel';

let service: TestApp;
let server: Listening;
let client: Client;

beforeAll(async () => {
  service = await startTestApp();
  await storeModel(service, { simulated: true });
  expect((await makePick(service.service.pick)).status).toBe('recorded');
  server = await listen(service.app);
  client = await connectClient(server.url, service.keys.business);
});

afterAll(async () => {
  await client?.close();
  await server?.close();
  await service?.close();
});

const basket = {
  positions: [
    { symbol: 'AAPL', weight_pct: 60, direction: 'long' },
    { symbol: 'KO', weight_pct: 40, direction: 'short', market: '0' },
  ],
  horizon: '30',
  benchmark: 'SPY',
};

const setups = [
  { symbol: 'AAPL', date: '2024-12-23', days_out: 30, direction: 'long' },
  { symbol: 'AAPL', date: '2024-12-23', days_out: 300, direction: 'short' },
];

/** A tool call, and the REST request it stands for: a path, or a path with a body. */
const TWINS: [tool: string, args: Record<string, unknown>, path: string, body?: unknown][] = [
  ['find_best_opportunities', {}, '/scan?view=table&limit=5'],
  [
    'find_best_opportunities',
    { markets: ['0', '11'], direction: 'long', min_win_rate: 0.9, rank_by: 'edge', view: 'full', limit: 2 },
    '/scan?markets=0,11&direction=long&min_win_rate=0.9&rank_by=edge&view=full&limit=2',
  ],
  ['find_best_opportunities', { view: 'decision', direction: null }, '/scan?view=decision&limit=5'],
  ['whats_seasonal_now', {}, '/scan?window=now&view=table&limit=5'],
  ['whats_seasonal_now', { markets: 'dow30', limit: 2 }, '/scan?window=now&view=table&limit=2&markets=dow30'],
  ['analyze_symbol', { symbol: 'aapl' }, '/analyze/aapl?view=decision'],
  [
    'analyze_symbol',
    { symbol: 'CL=F', period: 'jul', reverse: true },
    '/analyze/CL%3DF?view=decision&period=jul&reverse=true',
  ],
  ['analyze_symbol', { symbol: '^GSPC', view: 'full', include: 'chart' }, '/analyze/%5EGSPC?view=full&include=chart'],
  ['compare_symbols', { symbols: 'AAPL,MSFT' }, '/compare?symbols=AAPL,MSFT'],
  ['compare_symbols', { symbols: ['AAPL', 'KO', 'SPY'], days_out: 20 }, '/compare?symbols=AAPL,KO,SPY&days_out=20'],
  ['portfolio_scenario', basket, '/portfolio/scenarios', basket],
  ['score_setups', { opportunities: setups }, '/score', setups],
  ['score_setups', { opportunities: setups, market: '2' }, '/score', { opportunities: setups, market: '2' }],
  ['daily_pick', {}, '/daily-pick?view=decision'],
  ['daily_pick', { view: 'full', include: 'chart' }, '/daily-pick?view=full&include=chart'],
  ['pick_track_record', {}, '/daily-pick/track-record'],
  ['list_markets', {}, '/markets'],
  ['list_symbols', { market_id: '0', prefix: 'a' }, '/markets/0/symbols?prefix=a&limit=25'],
  ['whoami', {}, '/me'],
];

async function rest(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${service.keys.business}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

const twins = TWINS.map(([tool, args, path, body]) => ({ tool, args, path, body }));

test.each(twins)('$tool $args gives the body of $path', async ({ tool, args, path, body }) => {
  const { generated_at: _, ...expected } = await rest(path, body);
  const answer = await callTool(client, tool, args);
  expect(answer.error).toBeNull();
  const { generated_at: __, ...given } = answer.body;
  expect(given).toEqual(expected);
  expect(answer.texts).toHaveLength(1);
});

test('the calls above cover every tool', async () => {
  const { tools } = await client.listTools();
  expect([...new Set(TWINS.map(([tool]) => tool))].sort()).toEqual(tools.map(({ name }) => name).sort());
  expect(tools.map(({ name }) => name)).toEqual([...loadTools().tools.keys()]);
});

test('every tool is marked as read-only and describes its arguments and result', async () => {
  const { tools } = await client.listTools();
  for (const { annotations, inputSchema, description } of tools) {
    expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(description!.length).toBeGreaterThan(80);
  }
});

describe('the text', () => {
  test('of a scan names each row, its bias and the disclaimer', async () => {
    const { text, body } = await callTool(client, 'find_best_opportunities', { view: 'decision' });
    const [summary, ...lines] = text.split('\n');
    expect(summary).toBe(body.summary);
    expect(body.opportunities.length).toBeGreaterThan(2);
    for (const [i, card] of body.opportunities.entries()) {
      expect(lines[i]).toBe(`${i + 1}. ${card.headline}`);
    }
    expect(lines.at(-1)).toBe(body.disclaimer);
  });

  test('of the pick has its date and the note of the record', async () => {
    const { text, body } = await callTool(client, 'daily_pick');
    expect(text).toMatch(`Pick of ${body.featured_date}: ${body.card.headline}`);
    expect(text).toContain(body.track_record.note);
    const record = await callTool(client, 'pick_track_record');
    expect(record.text).toContain(`Latest: ${body.featured_date} ${body.card.symbol} open.`);
  });

  test('of scores has the predictions, or the reason why there is none', async () => {
    const { text, body } = await callTool(client, 'score_setups', { opportunities: setups });
    expect(text).toContain(`AAPL long 2024-12-23, 30 days: predicted win probability ${body.scores[0].win_prob}`);
    expect(text).toContain(`AAPL short 2024-12-23, 300 days: ${body.scores[1].note}`);
  });

  test('of a spent allowance is the message about an upgrade', async () => {
    const free = await connectClient(server.url, service.keys.free);
    const many = Array.from({ length: 6 }, (_, i) => ({ ...setups[0], days_out: 20 + i }));
    const first = await callTool(free, 'score_setups', { opportunities: many });
    expect(first.body).toMatchObject({ granted: 5, ml_remaining_today: 0 });
    const second = await callTool(free, 'score_setups', { opportunities: [{ ...setups[0], days_out: 40 }] });
    expect([second.error, second.text, second.body.requires]).toEqual([null, second.body.message, 'upgrade']);
    await free.close();
  });

  test('of compact rows is composed of their numbers', async () => {
    const { text, body } = await callTool(client, 'whats_seasonal_now', { limit: 1 });
    const { symbol, direction, entry_session, exit_session, edge_score, bias } = body.opportunities[0];
    const sessions = `\\w{3} ${entry_session} to \\w{3} ${exit_session}`;
    expect(text.split('\n')[1]).toMatch(
      new RegExp(`^1\\. ${symbol} ${direction} ${sessions}: .+, edge score ${edge_score}, ${bias}$`),
    );
  });

  test('of an incomplete or partial scan says so', async () => {
    const { text, body } = await callTool(client, 'find_best_opportunities', { markets: 'dow30,atlantis' });
    expect(text).toContain(body.markets_note);
  });
});

describe('bad arguments are tool errors with the words of the contract', () => {
  test.each([
    ['find_best_opportunities', { min_win_rate: 70 }, 'invalid_request', /min_win_rate.+did you mean 0\.7/],
    [
      'find_best_opportunities',
      { direction: 'up' },
      'invalid_request',
      /direction must be one of long, short; got 'up'/,
    ],
    ['find_best_opportunities', { min_winrate: 0.7 }, 'invalid_request', /min_winrate.+did you mean 'min_win_rate'/],
    ['find_best_opportunities', { markets: { id: 0 } }, 'invalid_request', /./],
    ['find_best_opportunities', { years: '' }, 'invalid_request', /years/],
    ['find_best_opportunities', { window: '1999-01-01..1999-02-01' }, 'invalid_request', /US market year/],
    ['compare_symbols', { symbols: 'AAPL,MSFT', format: 'csv' }, 'invalid_request', /has no argument 'format'/],
    ['compare_symbols', { symbols: 'AAPL,MSFT', theme: 'dark' }, 'invalid_request', /has no argument 'theme'/],
    ['whats_seasonal_now', { window: 'next_month' }, 'invalid_request', /sets window itself \(always now\)/],
    ['whats_seasonal_now', { years: 20 }, 'invalid_request', /'years'; accepted are markets, direction, limit\.$/],
    ['list_markets', { id: 0 }, 'invalid_request', /list_markets has no argument 'id'; it takes none\.$/],
    ['analyze_symbol', {}, 'invalid_request', /symbol is required/],
    ['analyze_symbol', { symbol: '' }, 'invalid_request', /symbol is required/],
    ['analyze_symbol', { symbol: 'NOPE' }, 'not_found', /NOPE/],
    ['analyze_symbol', { symbol: '../me' }, 'not_found', /me/],
    ['list_symbols', { market_id: '99' }, 'invalid_request', /market_id/],
    ['compare_symbols', { symbols: 'AAPL' }, 'invalid_request', /symbols/],
    ['portfolio_scenario', { ...basket, shares: 5 }, 'invalid_request', /shares/],
    ['portfolio_scenario', {}, 'invalid_request', /positions/],
    ['analyze_symbol', { symbol: '\ud800' }, 'invalid_request', /symbol must be a text in valid Unicode/],
    ['find_best_opportunities', { markets: 'a\udc00b' }, 'invalid_request', /markets must be a text in valid Unicode/],
    ['list_symbols', { market_id: '0', limit: 2 ** 63 }, 'invalid_request', /limit must be from 1 to 9007199254740991/],
    ['list_symbols', { market_id: '0', limit: 'all' }, 'invalid_request', /limit/],
    ['find_best_opportunities', { limit: 400.5 }, 'invalid_request', /limit/],
    ['analyze_symbol', { symbol: 'AAPL', years: 1e300 }, 'invalid_request', /years must be an integer from 5 to 98/],
  ])('%s %j: %s', async (tool, args, code, message) => {
    const { error, body } = await callTool(client, tool, args);
    expect(error).toEqual({ code, message: expect.stringMatching(message) });
    expect(body).toBeUndefined();
  });

  test('a market out of scope is refused as on /v1', async () => {
    const free = await connectClient(server.url, service.keys.free);
    const { error } = await callTool(free, 'find_best_opportunities', { markets: 'crypto' });
    expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('Pro') });
    await free.close();
  });

  test('the demo token is restricted to its tickers', async () => {
    const demo = await connectClient(server.url, 'prn_demo');
    expect((await callTool(demo, 'whats_seasonal_now')).error?.code).toBe('demo_restricted');
    expect((await callTool(demo, 'analyze_symbol', { symbol: 'KO' })).error?.code).toBe('demo_restricted');
    expect((await callTool(demo, 'analyze_symbol', { symbol: 'AAPL' })).error).toBeNull();
    await demo.close();
  });

  test('a tool that does not exist is an error of the protocol', async () => {
    await expect(client.callTool({ name: 'buy' })).rejects.toThrow(/Unknown tool; there are find_best_opportunities/);
  });
});

describe('prompts', () => {
  test('are listed, and name existing tools only', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['weekly_digest', 'deep_dive']);
    const texts = [
      await client.getPrompt({ name: 'weekly_digest', arguments: { markets: 'dow30' } }),
      await client.getPrompt({ name: 'deep_dive', arguments: { symbol: 'AAPL' } }),
    ].map(({ messages: [{ content }] }) => (content.type === 'text' ? content.text : ''));
    expect(texts[0]).toContain('markets=dow30');
    expect(texts[1]).toContain('AAPL');
    const names = [...loadTools().tools.keys()];
    const named = texts
      .join(' ')
      .match(/\b(whoami|\w+_(opportunities|symbols?|now|markets|pick|record|setups|scenario))\b/g)!;
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each([
    ['nope', {}, /Unknown prompt 'nope'/],
    ['deep_dive', {}, /needs the argument symbol/],
    ['deep_dive', { symbol: ' ' }, /needs the argument symbol/],
  ])('%s %j is refused', async (name, args, message) => {
    await expect(client.getPrompt({ name, arguments: args })).rejects.toThrow(message);
  });
});

describe('resources', () => {
  test('are the method and the disclaimer of GET /methodology', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['perennial://methodology', 'perennial://disclaimer']);
    const method = await rest('/methodology');
    const [methodology, disclaimer] = await Promise.all(resources.map(({ uri }) => client.readResource({ uri })));
    expect(JSON.parse((methodology.contents[0] as { text: string }).text)).toEqual(method);
    expect((disclaimer.contents[0] as { text: string }).text).toBe(method.disclaimer);
  });

  test('with another URI do not exist', async () => {
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/Unknown resource/);
  });
});
