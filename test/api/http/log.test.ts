import request from 'supertest';
import { internal, scanBusy, upstreamUnavailable } from '../../../src/errors';
import { Metrics } from '../../../src/http/metrics';
import { ERROR_POINTER, faultsAgainst } from '../../helpers/contractAjv';
import { memoryLog } from '../../helpers/log';
import { exampleBody, exampleHandlers, getWithKey, KEY, shell } from '../../helpers/shell';

describe('the log', () => {
  test('has one line per request, with its id and without any key', async () => {
    const { log, lines } = memoryLog();
    const app = await shell({ log });
    const id = { 'X-Request-Id': 'the-id' };
    await getWithKey(app, `/v1/me?api_key=hunter2&x=prn_abc_def`).set(id).set('Cookie', 'session=hunter3').expect(400);
    await request(app).get('/v1/me').set(id).set('X-API-Key', KEY).expect(200);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      requestId: 'the-id',
      method: 'GET',
      status: 400,
      operation: 'getMe',
      tier: 'dev',
    });
    expect(lines[1]).toMatchObject({ url: '/v1/me', status: 200, account: 1 });
    const text = JSON.stringify(lines);
    for (const hidden of ['hunter2', 'hunter3', 'prn_abc', KEY]) expect(text).not.toContain(hidden);
  });
});

describe('faults of the server', () => {
  const secret = 'SQLITE_CORRUPT in /var/lib/secret.sqlite';

  test.each([
    ['a plain error', new Error(secret), 500, 'internal'],
    ['a thrown text', secret, 500, 'internal'],
    ['nothing at all', undefined, 500, 'internal'],
    ['an error that looks like one of HTTP', Object.assign(new Error(secret), { status: 502 }), 500, 'internal'],
    ['internal', internal(secret), 500, 'internal'],
    ['scan_busy', scanBusy(2, secret), 503, 'scan_busy'],
    ['upstream_unavailable', upstreamUnavailable(secret), 503, 'upstream_unavailable'],
  ])('%s: the client gets the code, and the log has the detail', async (_name, thrown, status, code) => {
    const { log, lines } = memoryLog();
    const handler = async () => {
      throw thrown;
    };
    const app = await shell({ log, handlers: exampleHandlers({ scanMarkets: handler }) });
    const response = await getWithKey(app, '/v1/scan').set('X-Request-Id', 'find-me').expect(status);
    expect(faultsAgainst(ERROR_POINTER, response.body)).toEqual([]);
    expect(response.body.error.code).toBe(code);
    expect(response.text).not.toContain('SQLITE');
    expect(response.headers['cache-control']).toBe('no-store');
    if (status === 503) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    const line = lines.find((one) => one.msg === 'request failed');
    expect(line).toMatchObject({ requestId: 'find-me', code });
    if (thrown !== undefined) expect(JSON.stringify(line)).toContain('SQLITE_CORRUPT');
  });

  const broken = async () => ({ ...exampleBody('scanMarkets'), leaked: 'price 123.45' });

  test('an answer that breaks the contract is withheld in development', async () => {
    const { log, lines } = memoryLog();
    const app = await shell({ log, strictResponses: true, handlers: exampleHandlers({ scanMarkets: broken }) });
    const response = await getWithKey(app, '/v1/scan').expect(500);
    expect(response.text).not.toContain('123.45');
    expect(response.body.error.code).toBe('internal');
    expect(JSON.stringify(lines)).toContain('leaked');
  });

  test('an answer that breaks the contract is sent, logged and counted in production', async () => {
    const { log, lines } = memoryLog();
    const metrics = new Metrics();
    const app = await shell({
      log,
      metrics,
      strictResponses: false,
      handlers: exampleHandlers({ scanMarkets: broken }),
    });
    await getWithKey(app, '/v1/scan').expect(200);
    expect(lines.filter((line) => line.msg === 'response breaks the contract')).toEqual([
      expect.objectContaining({ operation: 'scanMarkets' }),
    ]);
    expect(await metrics.registry.getSingleMetricAsString('contract_violations_total')).toContain(
      '{operation="scanMarkets"} 1',
    );
  });
});
