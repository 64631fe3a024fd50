import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp } from '../helpers/app';
import { callTool, connectClient } from '../helpers/mcp';
import { describeServed } from '../helpers/servedFromBoth';

describeServed(suite);

/** What a service answers while it loads its prices. A free account has ten requests a minute. */
function suite(): void {
  let app: TestApp;
  let logged: string[];
  beforeEach(async () => {
    logged = [];
    const logTo = { write: (line: string) => void logged.push(line) };
    app = await startTestApp({ warm: false, metered: true, sandbox: ['AAPL'], logTo });
  });
  afterEach(() => app.close());
  const leftOf = async (key: string) => (await app.get('/v1/me', key).expect(200)).body.rate;

  test('a 503 while prices load does not count against the plan, and is no error in the log', async () => {
    for (let i = 0; i < 12; i++) {
      const { body, headers } = await app.get('/v1/scan', 'free').expect(503);
      expect(body.error.code).toBe('scan_busy');
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '10' });
      await app.get('/v1/analyze/AAPL', 'prn_demo').expect(503);
    }
    await app.get('/readyz').expect(503);
    const levels = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('request'));
    expect(levels.length).toBeGreaterThan(48);
    expect(levels.filter(({ level }) => level > 30)).toEqual([]);
    await app.service.warm();
    expect(await leftOf('free')).toMatchObject({ remaining_minute: 9, remaining_today: 99 });
    expect(await leftOf('prn_demo')).toMatchObject({ remaining_minute: 9, remaining_today: 99 });
  });

  test('a call over MCP while prices load does not count either', async () => {
    const server = createServer(app.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = await connectClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, app.keys.free);
    const before = await leftOf('free');
    expect((await callTool(client, 'whats_seasonal_now')).error).toMatchObject({ code: 'scan_busy' });
    await client.close();
    server.close();
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
}
