import { join } from 'node:path';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { fixedClock } from '../helpers/clock';
import { eventually } from '../helpers/eventually';
import { addEndpoint, deliverFrom, newEvent } from '../helpers/outbox';
import { describeWithPostgres, PATIENT_REQUESTS } from '../helpers/postgres';
import { startChild } from '../helpers/process';
import { Receiver } from '../helpers/receiver';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(300_000);

const AT = '2024-06-28T15:00:00Z';
const folder = tempFolder();
let files = 0;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterEach(() => receiver.reset());
afterAll(() => receiver.stop());

describe('over SQLite', () => suite(async () => join(folder, `db${files++}.sqlite`)));
describeWithPostgres('over PostgreSQL', ({ emptied }) => suite(emptied));

/** Processes that deliver events from one database: killed at every point, and several at once. */
function suite(database: () => Promise<string>): void {
  const clock = fixedClock(AT);
  const opened: Storage[] = [];
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
  });
  const open = async () => {
    const url = await database();
    const storage = await openStorage(url, PATIENT_REQUESTS);
    opened.push(storage);
    return { url, storage };
  };

  const addAccount = async ({ accounts }: Storage, email: string) =>
    (await accounts.insert({ email, tier: 'pro', role: 'member', createdAt: clock.now() })).id;
  const append = ({ webhooks }: Storage, ...types: string[]) =>
    webhooks.events.append(types.map((type) => newEvent(type, clock.now())));
  const log = async ({ webhooks }: Storage, id: string) => (await webhooks.deliveries.log(id, null, 100)).reverse();
  const hasNothingWaiting = async ({ webhooks }: Storage) => (await webhooks.deliveries.backlog()).waiting === 0;
  const idsOf = (path: string) =>
    receiver.received.filter((one) => one.path === path).map(({ headers }) => headers['webhook-id']);

  /** By point: the events written, those received before the process is killed, and whether that is recorded. */
  const POINTS = [
    { point: 'writing', written: [], first: [] },
    { point: 'written', written: ['one', 'two'], first: [] },
    { point: 'begun', written: ['one', 'two'], first: [] },
    { point: 'sending', written: ['one', 'two'], first: ['one'] },
    { point: 'answered', written: ['one', 'two'], first: ['one'] },
    { point: 'recording', written: ['one', 'two'], first: ['one'] },
    { point: 'recorded', written: ['one', 'two'], first: ['one'], isRecorded: true },
  ];

  /** Kills a process at a point. @returns a check that everything arrives in the end */
  async function killedAt({ point, written, first, isRecorded = false }: (typeof POINTS)[number]) {
    const { url, storage } = await open();
    const path = `/${point}`;
    await addEndpoint(storage, { accountId: await addAccount(storage, 'ann@example.com'), url: receiver.url + path });
    const isWriting = /^writ/.test(point);
    if (!isWriting) await append(storage, 'one', 'two');
    const child = startChild('deliverEvents', url, AT, point);
    if (!isWriting) {
      expect(await child.line()).toBe('ready');
      child.send('deliver');
    }
    if (point === 'sending') await eventually(async () => receiver.types(path).length > 0);
    else expect(await child.line()).toBe(point);
    await child.kill();
    expect([point, receiver.types(path)]).toEqual([point, first]);
    const before = await log(storage, 'we_1');
    expect([point, before.map(({ event }) => event)]).toEqual([point, written]);

    return async () => {
      deliverFrom(storage, clock);
      await storage.queue.start(() => {});
      await eventually(() => hasNothingWaiting(storage));
      const again = isRecorded ? written : [...first, ...written];
      expect([point, receiver.types(path)]).toEqual([point, again]);
      expect([...new Set(idsOf(path))]).toEqual(before.map(({ event_id }) => event_id));
      expect((await log(storage, 'we_1')).map(({ state, attempts }) => [state, attempts])).toEqual(
        written.map(() => ['delivered', 1]),
      );
    };
  }

  // In two parts: the databases of all points and of another suite at once exceed the 100 connections of a default server.
  test.each([
    { points: 'until delivery begins', killed: POINTS.slice(0, 3) },
    { points: 'from sending on', killed: POINTS.slice(3) },
  ])(
    'kill -9 at every point $points: written events arrive in order, with the same message ids',
    async ({ killed }) => {
      receiver.answer = (response, { path }) => void (path === '/sending' || response.writeHead(204).end());
      const arrived = await Promise.all(killed.map(killedAt));
      receiver.answer = (response) => void response.writeHead(204).end();
      // Jobs of a killed process are taken over after half a minute without a heartbeat.
      await Promise.all(arrived.map((one) => one()));
    },
  );

  test('two processes at once send each event to each endpoint once, in order, and both take part', async () => {
    const { url, storage } = await open();
    const paths: string[] = [];
    for (let i = 0; i < 20; i++) {
      const accountId = await addAccount(storage, `a${i}@example.com`);
      for (const id of [`we_${i}_1`, `we_${i}_2`]) {
        paths.push(`/${id}`);
        await addEndpoint(storage, { id, accountId, url: `${receiver.url}/${id}` });
      }
    }
    await append(storage, 'one', 'two', 'three');
    // Requests wait until there are as many as only both processes together can have under way.
    const kept: (() => void)[] = [];
    receiver.answer = (response) => {
      kept.push(() => response.writeHead(204).end());
      if (receiver.received.length >= 16) for (const answer of kept.splice(0)) answer();
    };
    const children = [1, 2].map(() => startChild('deliverEvents', url, AT, 'none'));
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.send('deliver');
    await eventually(() => hasNothingWaiting(storage));
    let counts: number[] = [];
    // A process counts a delivery once it is recorded.
    await eventually(async () => {
      for (const child of children) child.send('how many');
      counts = await Promise.all(children.map(async (child) => Number(await child.line())));
      return counts[0] + counts[1] >= 120;
    });
    expect(counts[0] + counts[1]).toBe(120);
    for (const count of counts) expect(count).toBeGreaterThanOrEqual(8);
    for (const path of paths) expect(receiver.types(path)).toEqual(['one', 'two', 'three']);
    expect(new Set(receiver.received.map(({ headers, path }) => `${path} ${headers['webhook-id']}`)).size).toBe(120);
    for (const path of paths)
      expect((await log(storage, path.slice(1))).map(({ event_id }) => event_id)).toEqual(idsOf(path));
    await Promise.all(children.map((child) => child.kill()));
  });
}
