import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Caller } from '../../src/access/caller';
import { fixedClock } from '../../src/clock';
import { eventually } from '../helpers/eventually';
import { CALLER, exampleBody, exampleHandlers, KEY, shell } from '../helpers/shell';

/** Large answers of all accounts together: each takes much memory until its client has it. */

/** More than a connection takes unread. */
const LONG = 8 << 20;
const PATIENCE_MS = 10_000;

const clock = fixedClock('2024-12-20T15:00:00Z');
const sockets: Socket[] = [];
let server: Server;
let made: number[];
let accounts: number;

beforeEach(async () => {
  made = [];
  accounts = 0;
  const tier = { ...CALLER.tier, maxResults: 1_000 };
  const app = await shell({
    // Each request is another account's: no line of one account is in the way.
    authenticate: async () => ({ caller: { ...CALLER, tier, accountId: ++accounts } as Caller, counted: null }),
    handlers: exampleHandlers({
      scanMarkets: async ({ limit }: { limit: number }) => {
        made.push(limit);
        return { ...exampleBody('scanMarkets'), summary: 'x'.repeat(limit > 100 ? LONG : 10) };
      },
    }),
    budget: { ms: 5_000, timer: clock },
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Asks for a scan, and reads nothing of it until told. */
function ask(limit: number) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  sockets.push(socket.pause());
  const head = `Host: localhost\r\nX-API-Key: ${KEY}\r\nConnection: close\r\n\r\n`;
  socket.write(`GET /v1/scan?limit=${limit} HTTP/1.1\r\n${head}`);
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
  const large = [600, 601, 602, 603].map(ask);
  await untilMade(3);
  await settled();
  expect(made.filter((limit) => limit > 100)).toHaveLength(3);
  const first = made.indexOf(made.find((limit) => limit > 100)!);
  expect(await large[made[first] - 600].read()).toBeGreaterThan(LONG);
  await eventually(async () => made.filter((limit) => limit > 100).length === 4);
});

test('a client that hangs up in the middle makes room at once', async () => {
  const large = [600, 601, 602].map(ask);
  await untilMade(3);
  ask(603);
  await settled();
  expect(made).not.toContain(603);
  large[1].socket.destroy();
  await eventually(async () => made.includes(603));
});

test('one that waits and hangs up is never made', async () => {
  const large = [600, 601, 602].map(ask);
  await untilMade(3);
  const waiting = ask(603);
  await settled();
  waiting.socket.destroy();
  await settled();
  await Promise.all(large.map(({ read }) => read()));
  await settled();
  expect(made).not.toContain(603);
});

test('clients that do not read are cut off once others have waited ten seconds for them', async () => {
  const large = [600, 601, 602].map(ask);
  await untilMade(3);
  clock.pass(PATIENCE_MS);
  await settled();
  const next = ask(603);
  await settled();
  clock.pass(PATIENCE_MS - 1);
  await settled();
  expect(made).not.toContain(603);
  clock.pass(1);
  expect(await next.read()).toBeGreaterThan(LONG);
  expect(await large[0].read()).toBeLessThan(LONG);
});
