import { join } from 'node:path';
import type { Alerts } from '../../src/alerts/alerts';
import { fixedClock } from '../../src/clock';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { startChild } from '../helpers/child';
import { eventually } from '../helpers/eventually';
import { addEndpoint, alertsOver, newEvent } from '../helpers/outbox';
import { describeWithPostgres } from '../helpers/postgres';
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

/** Processes that send what one outbox holds: killed at every point, and several at once. */
function suite(database: () => Promise<string>): void {
  const clock = fixedClock(AT);
  let url: string;
  let storage: Storage;
  let alerts: Alerts;
  beforeEach(async () => {
    url = await database();
    storage = await openStorage(url);
    alerts = alertsOver(storage, clock);
  });
  afterEach(async () => {
    await alerts.stop();
    await storage.close();
  });

  const addAccount = async (email: string) =>
    (await storage.accounts.insert({ email, tier: 'pro', role: 'member', createdAt: clock.now() })).id;
  const append = (...types: string[]) =>
    storage.webhooks.events.append(types.map((type) => newEvent(type, clock.now())));
  const log = async (id: string) => (await storage.webhooks.deliveries.log(id, null, 100)).reverse();
  /** Looks until nothing waits: that a process is gone is believed a while after it was first missed. */
  const sendAll = () =>
    eventually(async () => {
      alerts.wake();
      await alerts.settled();
      return (await storage.webhooks.deliveries.backlog()).waiting === 0;
    });
  const idsOf = (path: string) =>
    receiver.received.filter((one) => one.path === path).map(({ headers }) => headers['webhook-id']);

  test.each([
    { point: 'writing', written: [], first: 0 },
    { point: 'written', written: ['one', 'two'], first: 0 },
    { point: 'claiming', written: ['one', 'two'], first: 0 },
    { point: 'claimed', written: ['one', 'two'], first: 0 },
    { point: 'sending', written: ['one', 'two'], first: 1 },
    { point: 'answered', written: ['one', 'two'], first: 1 },
    { point: 'recording', written: ['one', 'two'], first: 1 },
    { point: 'recorded', written: ['one', 'two'], first: 1, isNoted: true },
  ])('kill -9 at $point: what was written arrives, in order, as the same messages', async ({ point, ...expected }) => {
    const { written, first, isNoted = false } = expected;
    await addEndpoint(storage, { accountId: await addAccount('ann@example.com'), url: receiver.url });
    const isWriting = /^writ/.test(point);
    if (!isWriting) await append('one', 'two');
    const child = startChild('deliveringChild.ts', url, AT, point);
    if (!isWriting) {
      expect(await child.line()).toBe('ready');
      if (point === 'sending') receiver.answer = () => {};
      child.say('send');
    }
    if (point === 'sending') await eventually(async () => receiver.received.length > 0);
    else expect(await child.line()).toBe(point);
    await child.kill();
    expect(receiver.types()).toEqual(['one'].slice(0, first));

    const before = await log('we_1');
    expect(before.map(({ event }) => event)).toEqual(written);
    receiver.answer = (response) => void response.writeHead(204).end();
    await sendAll();
    expect(receiver.types()).toEqual([...(first && !isNoted ? ['one'] : []), ...written]);
    expect([...new Set(idsOf('/'))]).toEqual(before.map(({ event_id }) => event_id));
    expect((await log('we_1')).map(({ state, attempts }) => [state, attempts])).toEqual(
      written.map(() => ['delivered', 1]),
    );
  });

  test('two processes at once: each event goes to each endpoint once, in order, and both take part', async () => {
    const paths: string[] = [];
    for (let i = 0; i < 20; i++) {
      const accountId = await addAccount(`a${i}@example.com`);
      for (const id of [`we_${i}_1`, `we_${i}_2`]) {
        paths.push(`/${id}`);
        await addEndpoint(storage, { id, accountId, url: `${receiver.url}/${id}` });
      }
    }
    await append('one', 'two', 'three');
    // As many as both have under way together are kept waiting: one alone never has so many.
    const kept: (() => void)[] = [];
    receiver.answer = (response) => {
      kept.push(() => response.writeHead(204).end());
      if (receiver.received.length >= 32) for (const answer of kept.splice(0)) answer();
    };
    const children = [
      startChild('deliveringChild.ts', url, AT, 'none'),
      startChild('deliveringChild.ts', url, AT, 'none'),
    ];
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.say('send');
    await eventually(async () => (await storage.webhooks.deliveries.backlog()).waiting === 0);
    let counts: number[] = [];
    // A process counts what it delivered once it knows that it is noted.
    await eventually(async () => {
      for (const child of children) child.say('how many');
      counts = await Promise.all(children.map(async (child) => Number(await child.line())));
      return counts[0] + counts[1] >= 120;
    });
    expect(counts[0] + counts[1]).toBe(120);
    for (const count of counts) expect(count).toBeGreaterThanOrEqual(16);
    for (const path of paths) expect(receiver.types(path)).toEqual(['one', 'two', 'three']);
    expect(new Set(receiver.received.map(({ headers, path }) => `${path} ${headers['webhook-id']}`)).size).toBe(120);
    for (const path of paths) expect((await log(path.slice(1))).map(({ event_id }) => event_id)).toEqual(idsOf(path));
    await Promise.all(children.map((child) => child.kill()));
  });
}
