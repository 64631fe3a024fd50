import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { OutgoingClient, type OutgoingRequest } from '../../src/http/outgoing';
import { OutgoingError } from '../../src/http/outgoingRetry';
import { type FixedClock, fixedClock } from '../helpers/clock';
import { keepablePort } from '../helpers/ports';
import { builtProgram } from '../helpers/process';
import { type Received, Receiver } from '../helpers/receiver';

const execute = promisify(execFile);

let receiver: Receiver;
let clock: FixedClock;
let client: OutgoingClient;

beforeAll(async () => {
  receiver = await Receiver.start();
});
beforeEach(() => {
  receiver.reset();
  clock = fixedClock('2024-06-28T15:00:00Z');
  client = new OutgoingClient(clock);
});
afterEach(() => client.close());
afterAll(() => receiver.stop());

const portOf = (of: Server) => (of.address() as AddressInfo).port;
const urlOf = (path = '/') => new URL(path, receiver.url);
const send = (request: Partial<OutgoingRequest> = {}, by = client) =>
  by.send({ url: urlOf(), allowPrivate: true, limitMs: 5_000, maxBytes: 1024, ...request });
/** The error of a request as text, or the status of its answer. */
const faultOf = (request: Partial<OutgoingRequest>, by = client) =>
  send(request, by).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error instanceof OutgoingError ? `${error.kind}: ${error.detail}` : error),
  );
/** Waits for the real network, during which the clock stands still. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(1);
}

test('a request has the given body and headers, and its answer is decompressed', async () => {
  receiver.answer = (response, { body }) => {
    response.writeHead(201, { 'content-encoding': 'gzip', etag: '"1"' }).end(gzipSync(`got ${body}`));
  };
  const headers = { 'content-type': 'text/plain' };
  const got = await send({ url: urlOf('/a?b=c'), method: 'POST', body: 'ü', headers, compressed: true });
  expect({ ...got, body: String(got.body) }).toMatchObject({ status: 201, headers: { etag: '"1"' }, body: 'got ü' });
  expect(receiver.received[0]).toMatchObject({
    path: '/a?b=c',
    headers: { ...headers, 'user-agent': 'perennial', 'content-length': '2', host: urlOf().host },
  });
});

test('user and password of a URL are sent as its credentials', async () => {
  await send({ url: Object.assign(urlOf(), { username: 'ann', password: 'p%C3%A4ss' }) });
  expect(receiver.received[0].headers.authorization).toBe(`Basic ${Buffer.from('ann:päss').toString('base64')}`);
});

describe('addresses', () => {
  test('a name is resolved when connecting, and a private address is not connected to', async () => {
    const loopback = [{ address: '127.0.0.1', family: 4 }];
    const named = new OutgoingClient(clock, (_name, _options, done) => done(null, loopback));
    const url = new URL(`https://name.example:${urlOf().port}/`);
    expect(await faultOf({ url, allowPrivate: false }, named)).toBe('address: name.example has no public address');
    named.close();
  });

  test.each(['2130706433', '0x7f.1', '127.1', '[::ffff:127.0.0.1]', '[::127.0.0.1]', 'localhost'])(
    'https://%s/ is refused as a private address in any notation',
    async (host) => {
      const url = new URL(`https://${host}:${urlOf().port}/`);
      expect(await faultOf({ url, allowPrivate: false })).toMatch(/^address: /);
      expect(receiver.received).toEqual([]);
    },
  );

  test('a name that does not resolve cannot be reached', async () => {
    const failed = Object.assign(new Error('no name'), { code: 'ENOTFOUND' });
    const named = new OutgoingClient(clock, (_name, _options, done) => done(failed, []));
    const url = new URL('https://name.example/');
    expect(await faultOf({ url, allowPrivate: false }, named)).toBe('unreachable: ENOTFOUND');
    named.close();
  });

  test('public addresses are called over https only, and none over anything but http(s)', async () => {
    const url = new URL('http://name.example/');
    expect(await faultOf({ url, allowPrivate: false })).toBe('address: not an https URL');
    expect(await faultOf({ url: new URL('file:///etc/passwd') })).toBe('address: not an http or https URL');
  });
});

describe('a host that is down', () => {
  test('is not called for ten seconds after five failures in a row', async () => {
    const url = new URL(`http://127.0.0.1:${await keepablePort()}/`);
    for (let i = 0; i < 5; i++) expect(await faultOf({ url })).toBe('unreachable: ECONNREFUSED');
    const server = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n')).listen(Number(url.port));
    await once(server, 'listening');
    expect(await faultOf({ url })).toBe(`unreachable: ${url.host} could not be reached a moment ago`);
    expect(await faultOf({})).toBe('answered 204');
    clock.pass(10_000);
    expect(await faultOf({ url })).toBe('answered 204');
    expect(await faultOf({ url })).toBe('answered 204');
    server.close();
  });

  test.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['answers with errors', (response) => response.writeHead(500).end(), /^answered 500$/],
    ['ends connections', (response) => response.destroy(), /^unreachable: ECONNRESET$/],
    [
      'sends endless headers',
      (response) => response.writeHead(200, { 'x-long': 'x'.repeat(1e5) }).end(),
      /^unreachable: HPE_/,
    ],
  ])('is not one that %s: one webhook cannot stop the others of its host', async (_, answer, fault) => {
    receiver.answer = answer;
    for (let i = 0; i < 9; i++) expect(await faultOf({})).toMatch(fault);
    receiver.reset();
    expect(await faultOf({})).toBe('answered 204');
  });
});

describe('redirects', () => {
  test('are returned as answers if none are to be followed', async () => {
    receiver.answer = (response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    expect(await faultOf({})).toBe('answered 302');
    expect(receiver.received).toHaveLength(1);
  });

  test('are followed on the same origin, up to the limit', async () => {
    receiver.answer = (response, { path }) =>
      path === '/3'
        ? response.end('there')
        : response.writeHead(307, { location: `/${Number(path.slice(1)) + 1}` }).end();
    expect(String((await send({ url: urlOf('/0'), maxRedirects: 3 })).body)).toBe('there');
    expect(await faultOf({ url: urlOf('/0'), maxRedirects: 2 })).toBe('redirected: more than 2 times');
  });

  test.each([
    ['http://127.0.0.2/latest', 'to http://127.0.0.2'],
    ['https://[::1]/', 'to https://[::1]'],
    ['https://[::ffff:127.0.0.1]/', 'to https://[::ffff:7f00:1]'],
    ['http://user:secret@name.example/?secret', 'to http://name.example'],
    ['//localhost/', 'to http://localhost'],
    ['file:///etc/passwd', 'to file://'],
    ['http://[', 'without a valid location'],
  ])('to %s are not followed, and nothing is sent there', async (location, detail) => {
    receiver.answer = (response) => void response.writeHead(302, { location }).end('elsewhere');
    expect(await faultOf({ maxRedirects: 3 })).toBe(`redirected: ${detail}`);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('sizes', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    // The best compression would take seconds.
    ['br', (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('a decompression bomb in %s is refused', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(32 << 20, 'a'));
    expect(bomb.length).toBeLessThan(64 << 10);
    receiver.answer = (response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    const limits = { compressed: true, maxBytes: 128 << 10 };
    expect(await faultOf(limits)).toBe(`too_large: more than ${128 << 10} bytes`);
  });

  test('an endless body is read up to the limit only, and its connection is closed', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    receiver.answer = (response) => {
      closed = once(response, 'close');
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 << 10)));
      };
      response.on('drain', more);
      more();
    };
    expect(await faultOf({})).toBe('too_large: more than 1024 bytes');
    await closed;
    const { status, body } = await send({ excess: 'unread' });
    expect([status, body.length]).toEqual([200, 1024]);
    await closed;
  });

  test('a compressed body that decompresses to nothing is read up to the limit only', async () => {
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      for (let i = 0; i < 1000; i++) response.write(gzipSync(''));
    };
    expect(await faultOf({ compressed: true })).toBe('too_large: more than 1024 bytes');
  });

  test('a Content-Length above the limit is refused before a byte is read', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    receiver.answer = (response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-length': 1 << 30 }).flushHeaders();
    };
    expect(await faultOf({})).toBe('too_large: more than 1024 bytes');
    await closed;
  });

  test.each([
    ['gzip', 'not gzip', /^damaged: Z_/],
    ['br', 'not br', /^damaged: ERR_/],
    ['constructor', 'hello', /^damaged: an unsupported/],
  ])('a body declared as %s that is not so encoded is damaged', async (encoding, body, fault) => {
    receiver.answer = (response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body);
    expect(await faultOf({ compressed: true })).toMatch(fault);
  });

  test('a truncated body is an error', async () => {
    receiver.answer = (response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy());
    };
    expect(await faultOf({})).toBe('unreachable: ECONNRESET');
  });

  test('an answer without a body is accepted despite its content encoding', async () => {
    receiver.answer = (response) => void response.writeHead(304, { 'content-encoding': 'gzip' }).end();
    expect(await faultOf({ compressed: true })).toBe('answered 304');
  });
});

describe('time', () => {
  test.each([
    ['an answer that never comes', () => {}],
    ['a body that stops half-way', (response: ServerResponse) => void response.write('half')],
    [
      'a redirect to an answer that never comes',
      (response: ServerResponse, { path }: Received) =>
        void (path === '/' && response.writeHead(302, { location: '/hang' }).end()),
    ],
  ])('%s ends at the limit', async (_what, hangs) => {
    receiver.answer = hangs;
    const ended = faultOf({ limitMs: 5_000, maxRedirects: 1 });
    await until(() => receiver.received.length > 0);
    await sleep(50);
    clock.pass(4_999);
    expect(await Promise.race([ended, sleep(20, 'not yet')])).toBe('not yet');
    clock.pass(1);
    expect(await ended).toBe('timeout: 5 s');
  });

  test('a body that trickles in ends at the limit, too', async () => {
    let parts = 0;
    receiver.answer = (response) => {
      const trickle = setInterval(() => response.write(String(parts++)), 1);
      response.on('close', () => clearInterval(trickle));
    };
    const ended = faultOf({ limitMs: 5_000 });
    await until(() => parts > 10);
    clock.pass(5_000);
    expect(await ended).toBe('timeout: 5 s');
  });

  test('an aborted request fails with the reason of the abort', async () => {
    receiver.answer = () => {};
    const stop = new AbortController();
    const ended = faultOf({ signal: stop.signal });
    await until(() => receiver.received.length > 0);
    const reason = new Error('stopped');
    stop.abort(reason);
    expect(await ended).toBe(reason);
    expect(await faultOf({ signal: stop.signal })).toBe(reason);
    expect(receiver.received).toHaveLength(1);
  });

  describe('a server that accepts connections and says nothing', () => {
    let silent: Server;
    let sockets: Socket[];
    beforeEach(async () => {
      sockets = [];
      silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
      await once(silent.listen(0, '127.0.0.1'), 'listening');
    });
    afterEach(async () => {
      for (const socket of sockets) socket.destroy();
      silent.close();
      await once(silent, 'close');
    });

    test.each(['http', 'https'])(
      'is disconnected when the client is closed (%s)',
      async (protocol) => {
        const ended = faultOf({ url: new URL(`${protocol}://127.0.0.1:${portOf(silent)}/`) });
        await until(() => sockets.length > 0);
        sockets[0].resume();
        const left = once(sockets[0], 'close');
        client.close();
        expect(await ended).toBe('unreachable: the service stops');
        await left;
        expect(await faultOf({})).toBe('unreachable: the service stops');
        expect(receiver.received).toEqual([]);
        // Sooner than the timeout of a connection that is not established.
      },
      20_000,
    );

    test('does not keep a process alive, nor does a kept-alive connection', async () => {
      const program = `
        const { OutgoingClient } = require(${JSON.stringify(builtProgram('src/http/outgoing.ts'))});
        const client = new OutgoingClient();
        const send = (url) => client.send({ url: new URL(url), allowPrivate: true, limitMs: 600_000, maxBytes: 1e6 });
        send(process.argv[1]).then(({ status }) => {
          console.log(status);
          if (process.argv[2] === undefined) return;
          send(process.argv[2]).catch(() => {});
          setTimeout(() => client.close(), 100);
        });`;
      for (const more of [[], [`https://127.0.0.1:${portOf(silent)}/`]]) {
        // The limit of the request is longer.
        const run = execute(process.execPath, ['-e', program, urlOf().href, ...more], { timeout: 100_000 });
        expect(await run).toEqual({ stdout: '204\n', stderr: '' });
      }
    });
  });
});

test('no message repeats the URL or a header', async () => {
  const url = new URL(`http://127.0.0.1:${await keepablePort()}/path?key=secret`);
  expect(await faultOf({ url, headers: { 'x-key': 'secret' } })).toBe('unreachable: ECONNREFUSED');
  expect(String(await faultOf({ headers: { 'x-key': 'secret\r\nx: y' } }))).not.toContain('secret');
  expect(receiver.received).toEqual([]);
});
