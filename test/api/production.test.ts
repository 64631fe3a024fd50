import request from 'supertest';
import { startTestApp, type TestApp, type TestAppOptions } from '../helpers/app';

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
      expect((await app.get('/v1/markets/0/symbols').expect(200)).body.total).toBe(0);
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
