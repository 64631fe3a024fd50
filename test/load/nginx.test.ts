import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ERROR_POINTER, faultsAgainst } from '../helpers/contractAjv';
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

  /** Of an answer that is an error of the contract. */
  function errorOf(body: unknown): { code: string; message: string } {
    expect(faultsAgainst(ERROR_POINTER, body)).toEqual([]);
    return (body as { error: { code: string; message: string } }).error;
  }

  test.each(['/metrics', '/Metrics', '/metrics/', '/%6detrics', '//metrics', '/metrics?x', '/.nginx/unknown'])(
    '%s is for nobody outside',
    async (path) => {
      expect((await fetch(`${replica.url}/metrics`)).status).toBe(200);
      const answer = await ask(path);
      expect([answer.status, errorOf(await answer.json()).code]).toEqual([404, 'not_found']);
    },
  );

  test('paths come to a replica as they were sent', async () => {
    const answer = await ask('/v1/analyze/NO%2FNE?view=table');
    expect(answer.status).toBe(404);
    expect(errorOf(await answer.json()).message).toContain('NO/NE');
  });

  test('a large answer comes whole', async () => {
    const path = '/docs';
    const [through, straight] = await Promise.all(
      [ask(path), fetch(replica.url + path)].map(async (it) => (await it).text()),
    );
    expect(straight.length).toBeGreaterThan(500_000);
    expect(through).toBe(straight);
  });

  test('what a client says of its address counts for nothing', async () => {
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

  test('the agent interface answers, and says itself what it does not take', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const listed = await ask('/mcp', { method: 'POST', headers, body });
    expect(((await listed.json()) as { result: { tools: unknown[] } }).result.tools.length).toBeGreaterThan(5);
    expect((await ask('/mcp')).status).toBe(405);
  });

  test.each([
    ['more than a replica takes', 300_000, /^The body is too large/],
    ['more than nginx takes', 2_000_000, /^The request is too large/],
  ])('a body of %s is refused as the contract has it', async (_name, length, message) => {
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
    ['bytes that are no request', ['NOT HTTP'], 400, 'invalid_request'],
    ['a method that nobody knows', ['TRACE /v1/me HTTP/1.1\r\nHost: x'], 404, 'not_found'],
  ])('%s is answered by nginx as the contract has it', async (_name, head, status, code) => {
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

  test('an answer of a replica is never asked for again, nor replaced', async () => {
    const answer = await ask('/v1/me', { headers: { 'X-API-Key': 'prn_wrong' } });
    expect(errorOf(await answer.json()).code).toBe('unauthorized');
    const id = answer.headers.get('x-request-id');
    const logged = () => nginx.accesses().filter((line) => line.endsWith(` ${id}`));
    // A line is written after its answer, and by another process those of other requests.
    while (logged().length === 0) await ask('/healthz');
    expect(logged()[0]).toContain(`127.0.0.1:${replica.port} 401 `);
  });

  test('without any replica it is 503 with the time to wait, as the contract has it', async () => {
    const alone = await startNginx(program, [await keepablePort(), await keepablePort()]);
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${alone.url}/v1/scan`, { method });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(errorOf(await answer.json()).code).toBe('upstream_unavailable');
    }
  });
});
