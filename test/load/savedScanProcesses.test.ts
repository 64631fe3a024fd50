import { join } from 'node:path';
import type { Service } from '../../src/compose';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { fixedClock } from '../helpers/clock';
import { eventually } from '../helpers/eventually';
import { addEndpoint, KEY_SECRET } from '../helpers/outbox';
import { describeWithPostgres } from '../helpers/postgres';
import { startChild } from '../helpers/process';
import { Receiver } from '../helpers/receiver';
import { composeService } from '../helpers/service';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(300_000);

const THURSDAY = '2024-12-19T15:05:00Z';
const FRIDAY = '2024-12-20T15:05:00Z';
/** As it is stored: with the defaults of GET /scan. */
const QUERY = {
  markets: '0,11',
  window: 'next_month',
  pe_cycle: 'consecutive',
  years: 10,
  rank_by: 'sharpe',
  limit: 100,
  view: 'table',
};
const IDS = ['sc_1', 'sc_2'];
const folder = tempFolder();
let files = 0;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterEach(() => receiver.reset());
afterAll(() => receiver.stop());

describe('on SQLite', () => suite(async () => join(folder, `db${files++}.sqlite`)));
describeWithPostgres('on PostgreSQL', ({ emptied }) => suite(emptied));

/** Saved scans over simulated prices of two days. On the second day processes are killed or run at the same time. */
function suite(database: () => Promise<string>): void {
  const opened: Storage[] = [];
  const services = new Set<Service>();
  afterEach(async () => {
    for (const service of services) await service.close();
    services.clear();
    for (const storage of opened.splice(0)) await storage.close();
  });

  /** A database with two scans whose events go to a path of the receiver, and that have run on the first day. */
  async function begin(path: string) {
    const url = await database();
    const storage = await openStorage(url);
    opened.push(storage);
    const account = { email: 'ann@example.com', tier: 'business', role: 'member', createdAt: new Date(0) } as const;
    const { id: accountId } = await storage.accounts.insert(account);
    for (const id of IDS) {
      const scan = { id, accountId, name: id, query: QUERY, markets: null };
      await storage.savedScans.insert({ ...scan, version: 1, createdAt: new Date(0), updatedAt: new Date(0) }, 100);
    }
    await addEndpoint(storage, {
      accountId,
      url: `${receiver.url}${path}`,
      events: ['scan.changed', 'pattern.entering'],
      // Without significance every setup is neutral.
      includeNeutral: true,
    });
    /** Newest days of the runs of each scan. */
    const days = () =>
      Promise.all(IDS.map(async (id) => (await storage.savedScans.runs.of(id, null, 30)).map(({ asOf }) => asOf)));
    /** Runs a service at an instant until each scan has that many runs and all events are sent. */
    const run = async (instant: string, times: number) => {
      const { service } = await composeService(url, fixedClock(instant), {
        env: { KEY_SECRET, WEBHOOKS_PRIVATE: 'on' },
      });
      services.add(service);
      await service.warm();
      await service.schedule.tick();
      await service.queue.send('due-saved-scans', {}, { key: 'due-saved-scans' });
      await service.start();
      await eventually(async () => (await days()).every(({ length }) => length === times));
      await eventually(async () => (await storage.webhooks.deliveries.backlog()).waiting === 0);
      services.delete(service);
      await service.close();
    };
    await run(THURSDAY, 1);
    expect(await days()).toEqual(IDS.map(() => ['2024-12-18']));
    return { url, storage, days, run, sent: () => sentTo(path) };
  }

  const sentTo = (path: string): { data: { scan_id: string }; type: string }[] =>
    receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
  /** Grouped by scan, since either of the two may run first. */
  const byScan = (events: ReturnType<typeof sentTo>) =>
    IDS.map((id) => events.filter(({ data }) => data.scan_id === id));

  /** The events of both days when no process is killed. */
  async function undisturbed() {
    const { run, sent } = await begin('/undisturbed');
    await run(FRIDAY, 2);
    const events = byScan(sent());
    for (const ofScan of events)
      for (const type of ['scan.changed', 'pattern.entering'])
        expect(ofScan).toContainEqual(expect.objectContaining({ type }));
    return events;
  }

  test('kill -9 at every point: a result and its events are stored together or not at all, and sent once', async () => {
    const killedAt = async (point: string, runs: readonly number[]) => {
      const { url, storage, days, run, sent } = await begin(`/${point}`);
      const first = sent();
      const child = startChild('runScans', url, FRIDAY, point);
      expect(await child.line()).toBe(point);
      await child.kill();
      expect([point, (await days()).map(({ length }) => length).sort()]).toEqual([point, runs]);
      expect((await storage.webhooks.deliveries.backlog()).waiting > 0).toBe(point === 'written');
      expect(sent()).toEqual(first);
      return async () => {
        // The job of a killed process is taken over after half a minute without a heartbeat.
        await run(FRIDAY, 2);
        expect(await days()).toEqual(IDS.map(() => ['2024-12-19', '2024-12-18']));
        return byScan(sent());
      };
    };
    const killed = [await killedAt('found', [1, 1]), await killedAt('writing', [1, 1])];
    killed.push(await killedAt('written', [1, 2]));
    const [expected, ...sent] = await Promise.all([undisturbed(), ...killed.map((one) => one())]);
    for (const one of sent) expect(one).toEqual(expected);
  });

  test('two processes at once run each scan once and send each event once', async () => {
    const { days, run, sent } = await begin('/two');
    await Promise.all([run(FRIDAY, 2), run(FRIDAY, 2)]);
    expect(await days()).toEqual(IDS.map(() => ['2024-12-19', '2024-12-18']));
    expect(byScan(sent())).toEqual(await undisturbed());
  });
}
