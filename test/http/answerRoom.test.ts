import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { AccountConcurrency } from '../../src/access/accountConcurrency';
import { createApp } from '../../src/app';
import { Engine } from '../../src/engine/engine';
import { FileAnswer } from '../../src/fileAnswer';
import { createLog } from '../../src/log';
import { type Context, type Handlers, type Input, Keyed } from '../../src/operation';
import { startTestApp, type TestApp } from '../helpers/app';
import { gateBefore, Happenings, listening, RequestLog } from '../helpers/clients';
import { contract } from '../helpers/contract';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Large answers of all accounts together: what one of them takes of memory, several at once would take several times. */

const log = new RequestLog();
let app: TestApp;
let door: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse(), logTo: log });
  door = await listening(app);
});
afterAll(async () => {
  await door.close();
  await app.close();
});

let searched: ReturnType<typeof gateBefore>;
let arrived: ReturnType<typeof gateBefore>;
beforeEach(() => {
  log.lines.length = 0;
  searched = gateBefore(Engine.prototype, 'detect');
  arrived = gateBefore(AccountConcurrency.prototype, 'run');
  arrived.open();
});
afterEach(() => jest.restoreAllMocks());

/** A scan of one market that no other test makes: one search. */
let distinct = 0;
const scan = (size: string) => `/v1/scan?markets=0&max_days=${30 + distinct++}&${size}`;
/** By then whatever could begin has begun. */
const settled = () => app.get('/v1/markets', 'dev').expect(200);
const statusesOf = async (asked: readonly { readonly answer: Promise<Response | null> }[]) =>
  Promise.all(asked.map(async ({ answer }) => (await answer)?.status ?? null));

test.each(['limit=600', 'limit=25&pool=600&min_win_rate=0', 'limit=9007199254740991'])(
  'two of %s are made one after the other, and small ones beside them',
  async (size) => {
    const first = door.ask(scan(size), app.keys.pro);
    await searched.until(1);
    const second = door.ask(scan(size), app.keys.business);
    await arrived.until(2);
    const small = door.ask(scan('limit=100'), app.keys.business);
    // What the plan cuts to 3 is small, whatever it asks for.
    const cut = door.ask(scan(size), app.keys.free);
    await searched.until(3);
    await settled();
    expect(searched.calls()).toBe(3);
    searched.open();
    expect(await statusesOf([first, second, small, cut])).toEqual([200, 200, 200, 200]);
    expect(searched.calls()).toBe(4);
  },
);

test('two that fit together are made together', async () => {
  const asked = [app.keys.pro, app.keys.business].map((key) => door.ask(scan('limit=500'), key));
  await searched.until(2);
  searched.open();
  expect(await statusesOf(asked)).toEqual([200, 200]);
});

test('who hangs up leaves the line, or frees its room for the next', async () => {
  const made = door.ask(scan('limit=600'), app.keys.pro);
  await searched.until(1);
  const waiting = door.ask(scan('limit=600'), app.keys.business);
  await arrived.until(2);
  const last = door.ask(scan('limit=600'), app.keys.pro);
  await arrived.until(3);
  await settled();
  waiting.hangUp();
  await log.until(1, 499);
  expect(searched.calls()).toBe(1);
  made.hangUp();
  await searched.until(2);
  searched.open();
  expect(await statusesOf([made, waiting, last])).toEqual([null, null, 200]);
  expect(searched.calls()).toBe(2);
});

test('one that fails makes room for the next', async () => {
  searched.open();
  const [broken, fine] = [scan('limit=600&min_days=40'), scan('limit=600')];
  const asked = [broken.replace(/max_days=\d+/, 'max_days=10'), fine].map((path) => door.ask(path, app.keys.pro));
  expect(await statusesOf(asked)).toEqual([400, 200]);
});

describe('answers of more bytes than a connection takes unread', () => {
  const PATIENCE_MS = 2_000;
  const LONG = 16 << 20;
  /** Scans that have been made. */
  let made = 0;
  /** Those of them whose connection has them, and does not get rid of them. */
  let handedOver = 0;
  const progress = new Happenings();
  let wide: Awaited<ReturnType<typeof listening>>;
  let port: number;
  const deaf: Socket[] = [];

  beforeEach(async () => {
    made = 0;
    handedOver = 0;
    searched.open();
    const { after } = app.clock;
    jest.spyOn(app.clock, 'after').mockImplementation((ms, then) => {
      if (ms === PATIENCE_MS) handedOver += 1;
      progress.happened();
      return after(ms, then);
    });
    wide = await listening({ ...app, app: await appOfLongAnswers() });
    port = Number(new URL(wide.url).port);
  });
  afterEach(async () => {
    for (const socket of deaf.splice(0)) socket.destroy();
    await wide.close();
  });

  /** The service, whose scans have a summary that no connection holds. */
  async function appOfLongAnswers() {
    const { handlers } = app.service.app;
    const scanMarkets = async (input: Input<'scanMarkets'>, context: Context) => {
      const answer = await handlers.scanMarkets(input, context);
      made += 1;
      progress.happened();
      if (answer instanceof FileAnswer) throw new Error('nobody has asked for a table');
      return { ...(answer instanceof Keyed ? await answer.body() : answer), summary: 'x'.repeat(LONG) };
    };
    const changed: Handlers = { ...handlers, scanMarkets };
    const shell = { ...app.service.app, handlers: changed, log: createLog('silent'), strictResponses: true };
    return createApp(shell, contract);
  }

  /** Asks for a large answer and reads nothing of it. */
  function askDeaf(key: string) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    deaf.push(socket.pause());
    socket.write(
      `GET ${scan('limit=600')} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
    );
    return socket;
  }
  /** Reads at last. */
  async function bytesUntilClosed(socket: Socket): Promise<number> {
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    return bytes;
  }
  const untilHandedOver = (count: number) => progress.until(() => made >= count && handedOver >= count);

  test('who does not read holds the others up for a moment only', async () => {
    askDeaf(app.keys.pro);
    await untilHandedOver(1);
    const next = wide.ask(scan('limit=600'), app.keys.business);
    await arrived.until(2);
    await settled();
    expect(searched.calls()).toBe(1);
    app.clock.pass(PATIENCE_MS - 1);
    await settled();
    expect(searched.calls()).toBe(1);
    app.clock.pass(1);
    expect(await statusesOf([next])).toEqual([200]);
  });

  test('who hangs up in the middle of it makes room at once', async () => {
    const leaving = askDeaf(app.keys.pro);
    await untilHandedOver(1);
    const next = wide.ask(scan('limit=600'), app.keys.business);
    await arrived.until(2);
    for (let turns = 0; turns < 5; turns++) await settled();
    expect(searched.calls()).toBe(1);
    leaving.destroy();
    expect(await statusesOf([next])).toEqual([200]);
  });

  test('of those who do not read, four are sent on: the oldest is cut off when a fifth comes', async () => {
    for (let clients = 1; clients <= 5; clients++) {
      askDeaf(app.keys.pro);
      await untilHandedOver(clients);
      await settled();
      app.clock.pass(PATIENCE_MS);
    }
    const [oldest, ...others] = await Promise.all(deaf.map(bytesUntilClosed));
    expect(oldest).toBeLessThan(LONG);
    expect(Math.min(...others)).toBeGreaterThan(LONG);
  });
});
