import request from 'supertest';
import { startTestApp, type TestApp, type TestAppOptions } from '../helpers/app';
import { listen } from '../helpers/listen';
import { callTool, connectClient } from '../helpers/mcp';

const DAY = '2024-12-20T15:00:00Z';
const NEXT_DAY = '2024-12-21T15:00:00Z';
const NO_PRICES = /This service holds no prices yet: .*npm run import/;

describe('with NODE_ENV=production', () => {
  let before: TestApp;
  let app: TestApp;
  let logged: string[];
  /** The database of `before`, served in production with the same keys, whose secret is then a setting. */
  const startInProduction = async (env: TestAppOptions['env'] = {}, now = DAY) => {
    logged = [];
    app = await startTestApp({
      over: before,
      now,
      sandbox: ['AAPL', 'SPY'],
      logTo: { write: (line) => void logged.push(line) },
      env: { NODE_ENV: 'production', KEY_SECRET: await before.storage.generatedSecret(), ...env },
    });
  };
  const log = () => logged.map((line) => JSON.parse(line)).filter(({ msg }) => /sandbox|simulated/.test(msg));
  afterEach(async () => {
    await app.close();
    await before.close();
  });

  describe('over an empty database', () => {
    beforeEach(async () => {
      before = await startTestApp({ env: { SANDBOX: 'off' } });
    });

    test('invents no prices, says that there are none, and how to add them', async () => {
      await startInProduction();
      const { body, headers } = await app.get('/v1/scan').expect(200);
      expect(headers).not.toHaveProperty('x-data-source');
      expect(body).toMatchObject({ count: 0, summary: expect.stringMatching(NO_PRICES) });
      const list = await app.get('/v1/opportunities?market=0').expect(200);
      expect(list.body).toMatchObject({ opportunities: [], note: expect.stringMatching(NO_PRICES) });
      const unknown = await app.get('/v1/analyze/AAPL').expect(404);
      expect(unknown.body.error.message).toMatch(NO_PRICES);
      const symbols = await app.get('/v1/markets/0/symbols').expect(200);
      expect(symbols.body).toMatchObject({ total: 0, note: expect.stringMatching(NO_PRICES) });
      expect(log()).toMatchObject([
        {
          level: 30,
          msg: 'no prices are stored, and the sandbox is off: import prices, or set SANDBOX=on for simulated ones',
        },
      ]);
    });

    test('has no demo token, and no page or text offers one', async () => {
      await startInProduction();
      await app.get('/v1/me', 'prn_demo').expect(401);
      await app.get('/v1/me', 'free').expect(200);
      const page = await request(app.app).get('/').expect(200);
      expect(page.text).toContain('&quot;demo&quot;:null');
      const guides = await request(app.app).get('/guides').expect(200);
      const paths = [...guides.text.matchAll(/href="(\/guides\/[a-z-]+)"/g)].map(([, path]) => path);
      expect(paths.length).toBeGreaterThan(8);
      for (const path of ['/', '/docs', '/docs.md', '/llms.txt', '/openapi.json', ...paths]) {
        const { text } = await request(app.app).get(path).expect(200);
        // A guide that names it tells operators how to enable it.
        if (text.includes('prn_demo')) expect([path, text.includes('DEMO_TOKEN')]).toEqual([path, true]);
      }
    });

    test('has both if the settings ask for them', async () => {
      await startInProduction({ SANDBOX: 'on', DEMO_TOKEN: 'prn_demo' });
      const { headers } = await app.get('/v1/analyze/AAPL', 'prn_demo').expect(200);
      expect(headers['x-data-source']).toBe('sandbox');
      expect((await request(app.app).get('/')).text).toContain('&quot;token&quot;:&quot;prn_demo&quot;');
      expect(log().map(({ level }) => level)).toEqual([30]);
    });
  });

  describe('over a stored sandbox', () => {
    beforeEach(async () => {
      before = await startTestApp({ now: DAY, sandbox: ['AAPL', 'SPY'] });
    });

    test('keeps and extends it, and logs a warning', async () => {
      await startInProduction({}, NEXT_DAY);
      const { body, headers } = await app.get('/v1/analyze/AAPL').expect(200);
      expect([body.as_of, headers['x-data-source']]).toEqual(['2024-12-20', 'sandbox']);
      expect(log().filter(({ level }) => level === 40)).toMatchObject([
        { msg: expect.stringMatching(/^simulated prices are stored and served: .*SANDBOX=off .*SANDBOX=on/) },
      ]);
    });

    test('keeps it without a warning with SANDBOX=on, and removes it with SANDBOX=off', async () => {
      await startInProduction({ SANDBOX: 'on' });
      expect((await app.get('/v1/analyze/AAPL').expect(200)).headers['x-data-source']).toBe('sandbox');
      expect(log()).toEqual([]);
      await app.close();
      await startInProduction({ SANDBOX: 'off' });
      expect((await app.get('/v1/scan').expect(200)).body.summary).toMatch(NO_PRICES);
    });
  });
});

test('outside production, the sandbox and the demo token are on by default', async () => {
  const app = await startTestApp({ env: { NODE_ENV: 'development', TRAIN: 'off', FEEDS: 'off' } });
  const { headers } = await app.get('/v1/analyze/AAPL', 'prn_demo').expect(200);
  expect(headers['x-data-source']).toBe('sandbox');
  await app.close();
});

/** What a service answers while it loads its prices. A free account has ten requests a minute. */
describe('while prices load', () => {
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
});
