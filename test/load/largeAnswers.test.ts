import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../src/access/caller';
import { scanBusy } from '../../src/errors';
import { injectInto } from '../../src/http/inject';
import { fixedClock } from '../helpers/clock';
import { eventually } from '../helpers/eventually';
import { CALLER, exampleBody, exampleHandlers, KEY, shell } from '../helpers/shell';

/** Large answers are limited over all accounts: each uses much memory until its client has read it. */

/** More than a connection buffers. */
const LONG = 8 << 20;
/** Real time, because sockets use it. Longer than any test that is not about stalls. */
const LONG_STALL_MS = 60_000;
const SHORT_STALL_MS = 400;
/** Allowed stall of a client that reads slowly: each of its pauses is shorter, and all together are longer. */
const SLOW_STALL_MS = 2_000;
const SLOW_PAUSE_MS = 100;
/** Bytes that it reads between two pauses: 32 of them. */
const PAUSE_EVERY = 1 << 18;
/** The limit of a scan that fails, and the entry of a saved scan in `made`. */
const FAILING = 666;
const SAVED = 0;

const clock = fixedClock('2024-12-20T15:00:00Z');
const sockets: Socket[] = [];
let server: Server;
let app: RequestListener;
let made: number[];
let accounts: number;
/** Cards that the plan of the next request allows. */
let maxResults: number;

beforeEach(async () => {
  made = [];
  accounts = 0;
  maxResults = 1_000;
  await start(LONG_STALL_MS);
});
afterEach(stop);

/** @param stallMs how long a client may read nothing of a large answer */
async function start(stallMs: number): Promise<void> {
  app = await shell({
    // Each request is of another account, so that no queue of an account delays it.
    authenticate: async () => {
      const caller: Caller = { ...CALLER, tier: { ...CALLER.tier, maxResults }, accountId: ++accounts };
      return { caller };
    },
    handlers: exampleHandlers({
      scanMarkets: async ({ limit, pool = 0 }: { limit: number; pool?: number }) => {
        made.push(Math.max(limit, pool));
        if (limit === FAILING) throw scanBusy();
        return { ...exampleBody('scanMarkets'), summary: 'x'.repeat(limit > 100 ? LONG : 10) };
      },
      runSavedScan: async () => {
        made.push(SAVED);
        return exampleBody('runSavedScan');
      },
    }),
    budget: { ms: 5_000, timer: clock },
    largeStallMs: stallMs,
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function stop(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** Requests a scan, and reads nothing of it until told. */
function ask(limit: number, request = `GET /v1/scan?limit=${limit}`) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  sockets.push(socket.pause());
  const head = `Host: localhost\r\nX-API-Key: ${KEY}\r\nConnection: close\r\n\r\n`;
  socket.write(`${request} HTTP/1.1\r\n${head}`);
  return {
    socket,
    /** @returns bytes until the connection ended */
    async read(): Promise<number> {
      let bytes = 0;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      });
      socket.resume();
      await once(socket, 'close');
      return bytes;
    },
  };
}
const untilMade = (count: number) => eventually(async () => made.length >= count);
/** By then, everything that could begin has begun. */
async function settled(): Promise<void> {
  const small = ask(10);
  expect(await small.read()).toBeGreaterThan(0);
}

test('three large answers are made at once, small ones beside them, and the next once one is read', async () => {
  const large = [600, 601, 602, 603].map((limit) => ask(limit));
  await untilMade(3);
  await settled();
  expect(made.filter((limit) => limit > 100)).toHaveLength(3);
  const first = made.indexOf(made.find((limit) => limit > 100)!);
  expect(await large[made[first] - 600].read()).toBeGreaterThan(LONG);
  await eventually(async () => made.filter((limit) => limit > 100).length === 4);
});

test('a client that disconnects during its answer makes room at once', async () => {
  const large = [600, 601, 602].map((limit) => ask(limit));
  await untilMade(3);
  ask(603);
  await settled();
  expect(made).not.toContain(603);
  large[1].socket.destroy();
  await eventually(async () => made.includes(603));
});

test('the answer of a client that disconnects while it waits is never made', async () => {
  const large = [600, 601, 602].map((limit) => ask(limit));
  await untilMade(3);
  const waiting = ask(603);
  await settled();
  waiting.socket.destroy();
  await settled();
  await Promise.all(large.map(({ read }) => read()));
  await settled();
  expect(made).not.toContain(603);
});

test('clients that read nothing of their answers are cut off and make room', async () => {
  await stop();
  await start(SHORT_STALL_MS);
  const large = [600, 601, 602].map((limit) => ask(limit));
  await untilMade(3);
  expect(await ask(603).read()).toBeGreaterThan(LONG);
  await sleep(2 * SHORT_STALL_MS);
  for (const { read } of large) expect(await read()).toBeLessThan(LONG);
});

test('a client that reads slowly but steadily gets its whole answer', async () => {
  await stop();
  await start(SLOW_STALL_MS);
  const began = performance.now();
  const { socket } = ask(600);
  let bytes = 0;
  let reading = true;
  socket.on('close', () => {
    reading = false;
  });
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes % PAUSE_EVERY < chunk.length) socket.pause();
  });
  while (reading) {
    socket.resume();
    await sleep(SLOW_PAUSE_MS);
  }
  expect(bytes).toBeGreaterThan(LONG);
  expect(performance.now() - began).toBeGreaterThan(SLOW_STALL_MS);
});

describe('beside three large answers that are not read', () => {
  beforeEach(async () => {
    for (const limit of [600, 601, 602]) ask(limit);
    await untilMade(3);
  });

  test.each([
    ['a scan with a large pool', 700, 'GET /v1/scan?limit=25&pool=700&min_win_rate=0'],
    ['a scan with a huge limit', Number.MAX_SAFE_INTEGER, `GET /v1/scan?limit=${Number.MAX_SAFE_INTEGER}`],
    [
      'a saved scan, for which the number of cards is not known yet',
      SAVED,
      'GET /v1/saved-scans/5f1c0a9be27d4386/results',
    ],
  ])('%s waits for its turn', async (_, cards, asked) => {
    ask(cards, asked);
    await settled();
    expect(made).not.toContain(cards);
    sockets[0].destroy();
    await eventually(async () => made.includes(cards));
  });

  test('a request that the plan cuts to a few cards does not wait, whatever limit it asks for', async () => {
    maxResults = 3;
    ask(700);
    await eventually(async () => made.includes(700));
  });
});

test('failed answers make room for the next', async () => {
  for (let i = 0; i < 4; i++) expect(await ask(FAILING).read()).toBeLessThan(LONG);
  expect(await ask(600).read()).toBeGreaterThan(LONG);
});

test('answers to injected requests make room, too', async () => {
  for (let i = 0; i < 4; i++) {
    const headers = { host: 'localhost', 'x-api-key': KEY };
    const { statusCode, payload } = await injectInto(app, { method: 'GET', url: '/v1/scan?limit=600', headers });
    expect([statusCode, payload.length > LONG]).toEqual([200, true]);
  }
});
