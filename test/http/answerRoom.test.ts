import { AccountConcurrency } from '../../src/access/accountConcurrency';
import { Engine } from '../../src/engine/engine';
import { startTestApp, type TestApp } from '../helpers/app';
import { gateBefore, listening, RequestLog } from '../helpers/clients';
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
