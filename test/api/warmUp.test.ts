import { startTestApp, type TestApp } from '../helpers/app';
import { listen } from '../helpers/listen';
import { callTool, connectClient } from '../helpers/mcp';

/** What a service answers while it loads its prices. A free account has ten requests a minute. */

const NEEDY = [
  'scan',
  'opportunities?market=0',
  'opportunities/AAPL?market=0',
  'analyze/AAPL',
  'patterns/0/AAPL',
  'markets',
];

let app: TestApp;
let logged: string[];
beforeEach(async () => {
  logged = [];
  const logTo = { write: (line: string) => void logged.push(line) };
  app = await startTestApp({ warm: false, metered: true, sandbox: ['AAPL'], logTo });
});
afterEach(() => app.close());

const leftOf = async (key: string) => (await app.get('/v1/me', key).expect(200)).body.rate;

test('until prices are loaded, what needs them is 503 with Retry-After, uncounted, and no error in the log', async () => {
  for (const path of [...NEEDY, ...NEEDY]) {
    const { body, headers } = await app.get(`/v1/${path}`, 'free').expect(503);
    expect(body.error.code).toBe('scan_busy');
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '10' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
    await app.get('/v1/analyze/AAPL', 'prn_demo').expect(503);
  }
  const notReady = await app.get('/readyz').expect(503);
  expect(Number(notReady.headers['retry-after'])).toBeGreaterThan(0);
  const entries = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('request'));
  expect(entries.length).toBeGreaterThan(48);
  expect(entries.filter(({ level }) => level > 30)).toEqual([]);
  const failures = entries.filter(({ msg }) => msg === 'request failed');
  expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['scan_busy']));
  expect(JSON.stringify(failures)).not.toMatch(/stack|\.ts:/);
  await app.service.warm();
  expect(await leftOf('free')).toMatchObject({ remaining_minute: 9, remaining_today: 99 });
  expect(await leftOf('prn_demo')).toMatchObject({ remaining_minute: 9, remaining_today: 99 });
});

test('until prices are loaded, other answers and refusals are the usual ones; then all requests are answered', async () => {
  await app.get('/healthz').expect(200);
  expect((await app.get('/metrics').expect(200)).text).toMatch(/^prices_ready 0$/m);
  await app.get('/v1/me').expect(200);
  await app.get('/v1/scan?years=4').expect(400);
  await app.get('/v1/scan', 'prn_nobody_nothing').expect(401);
  await app.service.warm();
  await app.get('/readyz').expect(200);
  for (const path of NEEDY) await app.get(`/v1/${path}`).expect(200);
});

test('a call over MCP while prices load does not count either', async () => {
  const server = await listen(app.app);
  const client = await connectClient(server.url, app.keys.free);
  const before = await leftOf('free');
  expect((await callTool(client, 'whats_seasonal_now')).error).toMatchObject({ code: 'scan_busy' });
  await client.close();
  await server.close();
  // Only the second call of `leftOf` counts.
  expect((await leftOf('free')).remaining_today).toBe(before.remaining_today - 1);
});

test('while prices load, a spent limit is still 429, and refused keys still count', async () => {
  await app.service.warm();
  for (let i = 0; i < 10; i++) await app.get('/v1/me', 'free').expect(200);
  const restarted = await startTestApp({ over: app, warm: false, metered: true, sandbox: ['AAPL'] });
  await restarted.get('/v1/scan', 'free').expect(429);
  const first = await restarted.get('/v1/scan', 'prn_nobody_nothing').expect(401);
  const second = await restarted.get('/v1/scan', 'prn_nobody_nothing').expect(401);
  const left = [first, second].map(({ headers }) => Number(headers['x-ratelimit-remaining']));
  expect(left[0] - left[1]).toBe(1);
  await restarted.close();
});
