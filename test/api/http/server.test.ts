import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createHttpServer, type ServerTimes } from '../../../src/http/server';
import { createLog } from '../../../src/log';
import { RequestLog } from '../../helpers/clients';
import { ERROR_POINTER, faultsAgainst } from '../../helpers/contractAjv';
import { exampleBody, exampleHandlers, KEY, shell } from '../../helpers/shell';

/** For clients that stop sending: a busy machine may need as long to read a request that was sent at once. */
const IMPATIENT: ServerTimes = { head: 300, whole: 300, stall: 300, idle: 300, check: 50 };
/** For requests that must be read, from clients that are slow afterwards. */
const UNHURRIED: ServerTimes = { ...IMPATIENT, head: 60_000, whole: 60_000 };

let patient: Server;
let impatient: Server;
let unhurried: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
  const app = await shell();
  patient = createHttpServer(app).listen(0, '127.0.0.1');
  impatient = createHttpServer(app, IMPATIENT).listen(0, '127.0.0.1');
  unhurried = createHttpServer(app, UNHURRIED).listen(0, '127.0.0.1');
  await Promise.all([patient, impatient, unhurried].map((server) => once(server, 'listening')));
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of [patient, impatient, unhurried]) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** A connection that records what it receives. */
async function open(server: Server) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // Data for a server that has closed is lost, as it should be.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    send: (...lines: string[]) => void socket.write(lines.join('\r\n')),
    closed,
    get text() {
      return text;
    },
    /** Resolves once the text received matches. */
    async until(pattern: RegExp) {
      while (!pattern.test(text)) await once(socket, 'data');
    },
  };
}

/** The one answer of a connection that was closed. */
function onlyAnswer(text: string) {
  const answers = text.split(/(?=HTTP\/1\.1 \d)/);
  expect(answers).toHaveLength(1);
  const [head, body] = text.split('\r\n\r\n');
  const parsed = JSON.parse(body);
  expect(faultsAgainst(ERROR_POINTER, parsed)).toEqual([]);
  return { status: Number(head.split(' ')[1]), message: parsed.error.message, head };
}

describe('errors that Node would answer by itself have the usual error body', () => {
  test.each([
    ['an unknown expectation', ['GET /v1/me HTTP/1.1', 'Host: x', 'Expect: x'], /Expect header/],
    ['no Host', ['GET /v1/me HTTP/1.1'], /Host header/],
    ['bytes that are not HTTP', ['NOT HTTP'], /not valid HTTP/],
    ['a header that is too large', ['GET /v1/me HTTP/1.1', 'Host: x', `X-Large: ${'x'.repeat(20_000)}`], /too large/],
  ])('%s', async (_name, head, message) => {
    const connection = await open(patient);
    connection.send(...head, `X-API-Key: ${KEY}`, 'Connection: close', '', '');
    await connection.closed;
    expect(onlyAnswer(connection.text)).toMatchObject({ status: 400, message: expect.stringMatching(message) });
  });

  test.each([
    ['head', ['GET /v1/me HTTP/1.1', 'Host: x']],
    [
      'body',
      [
        'POST /v1/score HTTP/1.1',
        'Host: x',
        `X-API-Key: ${KEY}`,
        'Content-Type: application/json',
        'Content-Length: 9',
        '',
        '[',
      ],
    ],
  ])('a %s that never ends', async (_name, sent) => {
    const connection = await open(impatient);
    connection.send(...sent);
    await connection.closed;
    expect(onlyAnswer(connection.text)).toMatchObject({ status: 400, message: 'The request did not arrive in time.' });
  });

  test('a client of HTTP/1.0 may omit Host, and Expect: 100-continue is answered', async () => {
    const old = await open(patient);
    old.send('GET /healthz HTTP/1.0', '', '');
    await old.closed;
    expect(old.text).toMatch(/^HTTP\/1\.1 200 /);
    const asking = await open(patient);
    const length = ['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue', 'Connection: close'];
    asking.send('GET /v1/me HTTP/1.1', 'Host: x', `X-API-Key: ${KEY}`, ...length, '', '');
    await asking.until(/^HTTP\/1\.1 100 /);
    asking.send('{}');
    await asking.closed;
    expect(asking.text).toMatch(/\r\n\r\nHTTP\/1\.1 200 /);
  });
});

test('a request line may carry the whole URL', async () => {
  for (const [url, text] of [
    ['http://other.example/v1/me', /^HTTP\/1\.1 200 /],
    ['http://x/v1/scan?years=4', /years must be from 5 to 98/],
  ] as const) {
    const connection = await open(patient);
    connection.send(`GET ${url} HTTP/1.1`, 'Host: x', `X-API-Key: ${KEY}`, 'Connection: close', '', '');
    await connection.closed;
    expect(connection.text).toMatch(text);
  }
});

describe('an answer that the client does not read', () => {
  const body = { ...exampleBody('getMe'), disclaimer: 'x'.repeat(16 << 20) };

  test('is abandoned after a while, and logged as 499', async () => {
    const log = new RequestLog();
    const app = await shell({
      handlers: exampleHandlers({ getMe: async () => body }),
      strictResponses: false,
      log: createLog('info', log),
    });
    const server = createHttpServer(app, UNHURRIED).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(`GET /v1/me HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n\r\n`);
    await log.until(1, 499);
    socket.destroy();
    server.close();
    await once(server, 'close');
  });
});

test('a connection is kept alive, and closed if no further request comes', async () => {
  const connection = await open(unhurried);
  connection.send('GET /healthz HTTP/1.1', 'Host: x', '', '');
  await connection.until(/^HTTP\/1\.1 200 /);
  expect(connection.text).toMatch(/^connection: keep-alive\r$/im);
  await connection.closed;
  const patientOne = await open(patient);
  patientOne.send('GET /healthz HTTP/1.1', 'Host: x', '', '');
  await patientOne.until(/^HTTP\/1\.1 200 /);
  expect(patientOne.text).toMatch(/^keep-alive: timeout=75\r$/im);
});

describe('a request that is refused before its body has arrived gets one answer', () => {
  const UNKNOWN = ['POST /v1/score HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
  const NEXT = ['GET /healthz HTTP/1.1', 'Host: x', '', ''];

  test.each([
    ['the rest is not HTTP', 'Transfer-Encoding: chunked', 'zz\r\nno chunk\r\n'],
    ['more comes than was announced', 'Content-Length: 5', `12345${NEXT.join('\r\n')}`],
    ['another request follows the body', 'Transfer-Encoding: chunked', `0\r\n\r\n${NEXT.join('\r\n')}`],
  ])('when %s', async (_name, length, rest) => {
    const connection = await open(patient);
    connection.send(...UNKNOWN, length, '', '');
    await connection.until(/"unauthorized"/);
    connection.send(rest);
    await connection.closed;
    expect(onlyAnswer(connection.text)).toMatchObject({
      status: 401,
      head: expect.stringMatching(/^connection: close/im),
    });
  });

  test('when the rest never comes', async () => {
    const connection = await open(unhurried);
    connection.send(...UNKNOWN, 'Content-Length: 1000', '', '[');
    await connection.until(/"unauthorized"/);
    const hurry = ({ head, whole }: ServerTimes) =>
      Object.assign(unhurried, { headersTimeout: head, requestTimeout: whole });
    hurry(IMPATIENT);
    await connection.closed;
    hurry(UNHURRIED);
    expect(onlyAnswer(connection.text).status).toBe(401);
  });

  test('when the rest does not end, of which at most a megabyte is read', async () => {
    const log = new RequestLog();
    const server = createHttpServer(await shell({ log: createLog('info', log) })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connection = await open(server);
    connection.send(...UNKNOWN, 'Content-Length: 100000000', '', '[');
    await connection.until(/"unauthorized"/);
    let sent = 0;
    for (; sent < 100 && log.statuses().length === 0; sent++) {
      connection.send('x'.repeat(100_000));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(sent).toBeLessThan(100);
    await connection.closed;
    expect(onlyAnswer(connection.text).status).toBe(401);
    expect(log.statuses()).toEqual([401]);
    server.close();
    await once(server, 'close');
  });

  test('while one whose body has arrived leaves its connection to the next request', async () => {
    const connection = await open(patient);
    connection.send(...UNKNOWN, 'Content-Length: 2', '', '[]');
    await connection.until(/"unauthorized"/);
    connection.send('GET /healthz HTTP/1.1', 'Host: x', 'Connection: close', '', '');
    await connection.closed;
    expect(connection.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });
});
