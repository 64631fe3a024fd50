import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { startChild } from '../helpers/child';
import { startReplica } from '../helpers/composedReplica';
import { eventually } from '../helpers/eventually';
import { addEndpoint, KEY_SECRET } from '../helpers/outbox';
import { describeWithPostgres } from '../helpers/postgres';
import { Receiver } from '../helpers/receiver';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(300_000);

const THURSDAY = '2024-12-19T15:05:00Z';
const FRIDAY = '2024-12-20T15:05:00Z';
/** As it is stored: with the defaults of GET /scan. */
const QUERY = {
  ...{ markets: '0,11', window: 'next_month', pe_cycle: 'consecutive', years: 10, rank_by: 'sharpe', limit: 100 },
  ...{ view: 'table' },
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

/** Saved scans over simulated prices of two days, on the second of which processes are killed, or run them together. */
function suite(database: () => Promise<string>): void {
  let url: string;
  let storage: Storage;
  beforeEach(() => begin());
  afterEach(() => storage.close());

  /** Two scans that are told of, and have run on the first day. */
  async function begin(): Promise<void> {
    url = await database();
    storage = await openStorage(url);
    const account = { email: 'ann@example.com', tier: 'business', role: 'member', createdAt: new Date(0) } as const;
    const { id: accountId } = await storage.accounts.insert(account);
    for (const id of IDS) {
      const scan = { id, accountId, name: id, query: QUERY, markets: null };
      await storage.savedScans.insert({ ...scan, version: 1, createdAt: new Date(0), updatedAt: new Date(0) }, 100);
    }
    await addEndpoint(storage, { accountId, url: receiver.url, events: ['scan.changed', 'pattern.entering'] });
    await run(THURSDAY);
    expect(await days()).toEqual(IDS.map(() => ['2024-12-18']));
  }
  const run = async (instant: string) => {
    const env = { KEY_SECRET, WEBHOOKS_PRIVATE: 'on' };
    const { service } = await startReplica(url, instant, { env });
    await service.warm();
    // What another process has at hand is left to it, until it is known to be gone.
    await eventually(async () => {
      await service.schedule.tick();
      await sleep(50);
      return (await days()).every(({ length }) => length === (instant === FRIDAY ? 2 : 1));
    });
    service.alerts!.wake();
    await service.alerts!.settled();
    await service.close();
  };
  /** Newest days of the runs of each scan. */
  const days = () =>
    Promise.all(IDS.map(async (id) => (await storage.savedScans.runs.of(id, null, 30)).map(({ asOf }) => asOf)));
  const told = () => receiver.received.map(({ body }) => JSON.parse(body));

  /** What is told of both days when nobody is disturbed. */
  let undisturbed: object[] | null = null;
  const expectAllTold = async () => {
    expect(await days()).toEqual(IDS.map(() => ['2024-12-19', '2024-12-18']));
    const seen = told();
    if (undisturbed === null) {
      await storage.close();
      receiver.reset();
      await begin();
      await run(FRIDAY);
      undisturbed = told();
      for (const id of IDS)
        for (const type of ['scan.changed', 'pattern.entering'])
          expect(undisturbed).toContainEqual(
            expect.objectContaining({ type, data: expect.objectContaining({ scan_id: id }) }),
          );
    }
    expect(seen).toEqual(undisturbed);
  };

  test.each([
    { point: 'found', before: [1, 1] },
    { point: 'writing', before: [1, 1] },
    { point: 'written', before: [2, 1] },
  ])(
    'kill -9 at $point: the result and its events are there or not at all, and in the end told once',
    async ({ point, before }) => {
      const first = told();
      const child = startChild('scanningChild.ts', url, FRIDAY, point);
      expect(await child.line()).toBe(point);
      await child.kill();
      expect((await days()).map(({ length }) => length)).toEqual(before);
      expect((await storage.webhooks.deliveries.backlog()).waiting > 0).toBe(point === 'written');
      expect(told()).toEqual(first);
      await run(FRIDAY);
      await expectAllTold();
    },
  );

  test('two processes at once: one run of each scan, and each event once', async () => {
    await Promise.all([run(FRIDAY), run(FRIDAY)]);
    await expectAllTold();
  });
}
