import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../src/access/caller';
import { fixedClock } from '../../src/clock';
import { scanBusy } from '../../src/errors';
import { injectInto } from '../../src/http/inject';
import { eventually } from '../helpers/eventually';
import { CALLER, exampleBody, exampleHandlers, KEY, shell } from '../helpers/shell';

/** Large answers of all accounts together: each takes much memory until its client has it. */

/** More than a connection takes unread. */
const LONG = 8 << 20;
/** Time of the operating system: it is a socket's. Longer than any test that is not about it takes. */
const LONG_STALL_MS = 60_000;
const SHORT_STALL_MS = 400;
/** How long a client that reads slowly may stall, which it does for less than that each time, and longer in all. */
const SLOW_STALL_MS = 2_000;
const SLOW_PAUSE_MS = 100;
/** Bytes that it reads between two pauses: 32 of them. */
const PAUSE_EVERY = 1 << 18;
/** Asked for by a scan that fails, and told of a saved one. */
const FAILING = 666;
const SAVED = 0;

const clock = fixedClock('2024-12-20T15:00:00Z');
const sockets: Socket[] = [];
let server: Server;
let app: RequestListener;
let made: number[];
let accounts: number;
/** Cards that the plan of whoever asks next allows. */
let maxResults: number;

beforeEach(async () => {
  made = [];
  accounts = 0;
  maxResults = 1_000;
  await start(LONG_STALL_MS);
});
afterEach(stop);

/** @param stallMs how long a client may take nothing of a large answer */
async function start(stallMs: number): Promise<void> {
  app = await shell({
    // Each request is another account's: no line of one account is in the way.
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

/** Asks for a scan, and reads nothing of it until told. */
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
/** By then whatever could begin has begun. */
async function settled(): Promise<void> {
  const small = ask(10);
  expect(await small.read()).toBeGreaterThan(0);
}

test('three are made at once, small ones beside them, and the next as soon as one is read', async () => {
  const large = [600, 601, 602, 603].map((limit) => ask(limit));
  await untilMade(3);
  await settled();
  expect(made.filter((limit) => limit > 100)).toHaveLength(3);
  const first = made.indexOf(made.find((limit) => limit > 100)!);
  expect(await large[made[first] - 600].read()).toBeGreaterThan(LONG);
  await eventually(async () => made.filter((limit) => limit > 100).length === 4);
});

test('a client that hangs up in the middle makes room at once', async () => {
  const large = [600, 601, 602].map((limit) => ask(limit));
  await untilMade(3);
  ask(603);
  await settled();
  expect(made).not.toContain(603);
  large[1].socket.destroy();
  await eventually(async () => made.includes(603));
});

test('one that waits and hangs up is never made', async () => {
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

test('clients that take nothing of their answers are cut off, and make room', async () => {
  await stop();
  await start(SHORT_STALL_MS);
  const large = [600, 601, 602].map((limit) => ask(limit));
  await untilMade(3);
  expect(await ask(603).read()).toBeGreaterThan(LONG);
  await sleep(2 * SHORT_STALL_MS);
  for (const { read } of large) expect(await read()).toBeLessThan(LONG);
});

test('one that reads slowly all the time has all of its answer', async () => {
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

describe('beside three that nobody reads', () => {
  beforeEach(async () => {
    for (const limit of [600, 601, 602]) ask(limit);
    await untilMade(3);
  });

  test.each([
    ['a scan that may choose from many', 700, 'GET /v1/scan?limit=25&pool=700&min_win_rate=0'],
    ['a scan of as many as there are', Number.MAX_SAFE_INTEGER, `GET /v1/scan?limit=${Number.MAX_SAFE_INTEGER}`],
    [
      'a saved scan, of which nobody knows yet how many it asks for',
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

  test('what the plan cuts to a few does not, whatever it asks for', async () => {
    maxResults = 3;
    ask(700);
    await eventually(async () => made.includes(700));
  });
});

test('those that fail make room for the next', async () => {
  for (let i = 0; i < 4; i++) expect(await ask(FAILING).read()).toBeLessThan(LONG);
  expect(await ask(600).read()).toBeGreaterThan(LONG);
});

test('those that are asked for over no network make room, too', async () => {
  for (let i = 0; i < 4; i++) {
    const headers = { host: 'localhost', 'x-api-key': KEY };
    const { statusCode, payload } = await injectInto(app, { method: 'GET', url: '/v1/scan?limit=600', headers });
    expect([statusCode, payload.length > LONG]).toEqual([200, true]);
  }
});
