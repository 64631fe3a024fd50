import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ERROR_POINTER, faultsAgainst } from '../helpers/contractAjv';
import { eventually } from '../helpers/eventually';
import { describeWith, NGINX } from '../helpers/installed';
import { type Nginx, startNginx } from '../helpers/nginx';
import { keepablePort } from '../helpers/ports';
import { Replica } from '../helpers/replica';
import { type Prepared, prepareDatabase } from '../helpers/replicatedService';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(600_000);

describeWith(NGINX, { name: 'scripts/deploy/nginx.conf', install: 'nginx' }, (program) => {
  const folder = tempFolder();
  let prepared: Prepared;
  let replica: Replica;
  let nginx: Nginx;
  beforeAll(async () => {
    prepared = await prepareDatabase(join(folder, 'perennial.sqlite'), folder, 1);
    replica = await Replica.at({ ...prepared.env, METRICS: 'open' });
    await replica.start();
    // The other replica is gone.
    nginx = await startNginx(program, [replica.port, await keepablePort()]);
  });
  afterAll(() => replica.end('SIGTERM'));

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(nginx.url + path, { ...init, headers: { 'X-API-Key': prepared.keys[0], ...init.headers } });

  /** The error of an answer, which must be one of the contract. */
  function errorOf(body: unknown): { code: string; message: string } {
    expect(faultsAgainst(ERROR_POINTER, body)).toEqual([]);
    return (body as { error: { code: string; message: string } }).error;
  }

  test.each(['/metrics', '/Metrics', '/metrics/', '/%6detrics', '//metrics', '/metrics?x', '/.nginx/unknown'])(
    '%s is 404 from outside',
    async (path) => {
      expect((await fetch(`${replica.url}/metrics`)).status).toBe(200);
      const answer = await ask(path);
      expect([answer.status, errorOf(await answer.json()).code]).toEqual([404, 'not_found']);
    },
  );

  test('paths reach a replica as they were sent', async () => {
    const answer = await ask('/v1/analyze/NO%2FNE?view=table');
    expect(answer.status).toBe(404);
    expect(errorOf(await answer.json()).message).toContain('NO/NE');
  });

  test('a large answer arrives whole', async () => {
    const path = '/docs';
    const [through, straight] = await Promise.all(
      [ask(path), fetch(replica.url + path)].map(async (it) => (await it).text()),
    );
    expect(straight.length).toBeGreaterThan(500_000);
    expect(through).toBe(straight);
  });

  test('headers in which a client claims another address are ignored', async () => {
    const refused = async (address: string) => {
      const headers = {
        'X-API-Key': '',
        'X-Forwarded-For': address,
        'X-Real-IP': address,
        Forwarded: `for=${address}`,
      };
      const { status, headers: said } = await ask('/v1/me', { headers });
      expect(status).toBe(401);
      return { left: Number(said.get('x-ratelimit-remaining')), minute: Number(said.get('x-ratelimit-reset')) };
    };
    let [before, after] = [await refused('198.51.100.1'), await refused('198.51.100.2, 10.0.0.1')];
    // A minute may end between two requests.
    if (after.minute !== before.minute) [before, after] = [after, await refused('198.51.100.1')];
    expect(after).toEqual({ left: before.left - 1, minute: before.minute });
  });

  test('the agent interface answers, and its own 405 is passed on', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const listed = await ask('/mcp', { method: 'POST', headers, body });
    expect(((await listed.json()) as { result: { tools: unknown[] } }).result.tools.length).toBeGreaterThan(5);
    expect((await ask('/mcp')).status).toBe(405);
  });

  test.each([
    ['more than a replica accepts', 300_000, /^The body is too large/],
    ['more than nginx accepts', 2_000_000, /^The request is too large/],
  ])('a body of %s is refused with an error of the contract', async (_name, length, message) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await ask('/v1/score', { method: 'POST', headers, body: `["${'x'.repeat(length)}"]` });
    expect(answer.status).toBe(400);
    expect(errorOf(await answer.json())).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    });
  });

  test.each([
    [
      'a request line that is too long',
      ['GET /v1/me?x=', 'x'.repeat(30_000), ' HTTP/1.1\r\nHost: x'],
      400,
      'invalid_request',
    ],
    ['no Host', ['GET /v1/me HTTP/1.1'], 400, 'invalid_request'],
    ['bytes that are not HTTP', ['NOT HTTP'], 400, 'invalid_request'],
    ['an unsupported method', ['TRACE /v1/me HTTP/1.1\r\nHost: x'], 404, 'not_found'],
  ])('%s is answered by nginx with an error of the contract', async (_name, head, status, code) => {
    const socket = connect(Number(new URL(nginx.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(`${head.join('')}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    const [said, body] = text.split('\r\n\r\n');
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(errorOf(JSON.parse(body)).code).toBe(code);
  });

  test('an answer of a replica is neither requested again nor replaced', async () => {
    const answer = await ask('/v1/me', { headers: { 'X-API-Key': 'prn_wrong' } });
    expect(errorOf(await answer.json()).code).toBe('unauthorized');
    const id = answer.headers.get('x-request-id');
    const logged = () => nginx.accesses().filter((line) => line.endsWith(` ${id}`));
    // Log lines are written after the answers, and by several processes.
    while (logged().length === 0) await ask('/healthz');
    // The other replica is gone, and may have been asked first.
    expect(logged()[0]).toMatch(new RegExp(`127\\.0\\.0\\.1:${replica.port} (502, )?401 `));
  });

  test.each(['/v1/calendars/SECRET.ics', '/v1/tables/SECRET.csv?x', '/v1/%74ables/SECRET', '//v1/tables/SECRET'])(
    'the secret of %s is not logged',
    async (path) => {
      const answer = await ask(path);
      const id = answer.headers.get('x-request-id');
      const logged = () => nginx.accesses().filter((line) => line.endsWith(` ${id}`));
      while (logged().length === 0) await ask('/healthz');
      expect(logged()[0]).toMatch(/"GET \/v1\/(calendars|tables)\/\[redacted\] HTTP\/1\.1" 404 /);
    },
  );

  test('without any replica, the answer is a 503 of the contract with Retry-After', async () => {
    const alone = await startNginx(program, [await keepablePort(), await keepablePort()]);
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${alone.url}/v1/scan`, { method });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(errorOf(await answer.json()).code).toBe('upstream_unavailable');
    }
    // Its workers write their logs after the answers.
    await eventually(async () => (await metricsOf(alone)).nginx_unanswered_requests_total === 2);
    expect(await metricsOf(alone)).toEqual({
      nginx_unanswered_requests_total: 2,
      'nginx_errors_total{kind="no_live_upstreams"}': 0,
      'nginx_errors_total{kind="connect"}': 4,
      'nginx_errors_total{kind="timeout"}': 0,
      'nginx_errors_total{kind="closed"}': 0,
      'nginx_errors_total{kind="other"}': 0,
    });
  });

  test('a request that another replica answers does not count as unanswered; without requests all is 0', async () => {
    // Of the two replicas, the first or the second is tried first.
    for (let i = 0; i < 4; i++) expect((await ask('/healthz')).status).toBe(200);
    const { nginx_unanswered_requests_total: unanswered, ...errors } = await metricsOf(nginx);
    expect(unanswered).toBe(0);
    expect(errors['nginx_errors_total{kind="connect"}']).toBeGreaterThan(0);
    const fresh = await startNginx(program, [replica.port, replica.port]);
    expect(Object.values(await metricsOf(fresh))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  /** The metrics that nginxErrors.sh computes from the logs, by name and labels. */
  async function metricsOf({ logs }: Nginx): Promise<Record<string, number>> {
    const file = join(folder, 'nginx.prom');
    const script = join(__dirname, '../../scripts/deploy/nginxErrors.sh');
    const { status, stderr } = spawnSync('sh', [script, file, logs], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const samples = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    return Object.fromEntries(samples.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
  }
});
