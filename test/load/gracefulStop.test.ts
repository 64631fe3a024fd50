import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { GracefulStop } from '../../src/http/server';

/** Longer than any test: no test waits for it. */
const LONG_MS = 600_000;
const LAST = /^connection: close\r$/im;

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<{ stop: GracefulStop; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  const stop = new GracefulStop();
  stop.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { stop, port: (server.address() as AddressInfo).port };
}

/** A keep-alive connection. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    closed,
    /** @returns the answer, once all of its body (`ok`) is there */
    async ask(): Promise<string> {
      const before = text.length;
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      while (!text.slice(before).endsWith('ok')) await once(socket, 'data');
      return text.slice(before);
    },
  };
}

/** Resolves once connections are refused. */
async function refused(port: number): Promise<void> {
  const isTaken = () =>
    open(port).then(
      () => true,
      (error) => error.code !== 'ECONNREFUSED',
    );
  while (await isTaken());
}

/** Answers when it is told to. */
function held() {
  let answer = () => {};
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const listener: RequestListener = (_request, response) => {
    answer = () => response.end('ok');
    arrive();
  };
  return { listener, arrived, answer: () => answer() };
}

test('the answer of a request in flight says that it is the last of its connection', async () => {
  const { listener, arrived, answer } = held();
  const { stop, port } = await serve(listener);
  const connection = await open(port);
  const answered = connection.ask();
  await arrived;
  const stopped = stop.stop({ drainMs: 0, shutdownMs: LONG_MS });
  expect(stop.begun).toBe(true);
  await refused(port);
  answer();
  expect(await answered).toMatch(LAST);
  await connection.closed;
  expect(await stopped).toBe(true);
});

test('a request that arrived before the stop, but was not yet read, is answered', async () => {
  const { stop, port } = await serve((_request, response) => response.end('ok'));
  const connection = await open(port);
  await connection.ask();
  const answer = connection.ask();
  // A busy kernel delivers the request a moment later; this process handles no event before the stop.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  const stopped = stop.stop({ drainMs: 0, shutdownMs: LONG_MS });
  expect(await answer).toMatch(LAST);
  await connection.closed;
  expect(await stopped).toBe(true);
});

test('while draining, new and kept connections are answered, each for the last time', async () => {
  const { stop, port } = await serve((_request, response) => response.end('ok'));
  const kept = await open(port);
  expect(await kept.ask()).not.toMatch(LAST);
  void stop.stop({ drainMs: LONG_MS, shutdownMs: LONG_MS });
  for (const connection of [kept, await open(port)]) {
    expect(await connection.ask()).toMatch(LAST);
    await connection.closed;
  }
});

test('after draining, connections without a request are closed and new ones refused', async () => {
  const { stop, port } = await serve((_request, response) => response.end('ok'));
  const kept = await open(port);
  const never = await open(port);
  await kept.ask();
  expect(await stop.stop({ drainMs: 1, shutdownMs: LONG_MS })).toBe(true);
  await Promise.all([kept.closed, never.closed]);
  await refused(port);
});

test('a request without an answer in time is cut off', async () => {
  const { listener, arrived } = held();
  const { stop, port } = await serve(listener);
  const connection = await open(port);
  connection.ask().catch(() => {});
  await arrived;
  expect(await stop.stop({ drainMs: 0, shutdownMs: 1 })).toBe(false);
  await connection.closed;
});

test('a server that does not listen yet has nothing to wait for', async () => {
  const stop = new GracefulStop();
  stop.watch(createServer());
  expect(await stop.stop({ drainMs: LONG_MS, shutdownMs: LONG_MS })).toBe(true);
});
