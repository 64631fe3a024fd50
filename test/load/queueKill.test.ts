import { setTimeout } from 'node:timers/promises';
import { LEASE_LOST, QUEUES, type Queue, type QueueName } from '../../src/queue/queue';
import { openDatabase, openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { describeWithPostgres, PATIENT_REQUESTS, statements } from '../helpers/postgres';
import { type Child, startChild } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(300_000);

/** The kinds of job that run long enough to be interrupted by a kill. */
const KINDS = [
  'feed',
  'export',
  'null-distribution',
  'delivery',
  'saved-scan',
  'daily-pick',
  'train',
] as const satisfies readonly QueueName[];

const folder = tempFolder();

interface Dialect {
  fresh(): Promise<string>;
  /** Lets the leases of all running jobs expire. */
  lapse(url: string): Promise<void>;
}

function suite({ fresh, lapse }: Dialect): void {
  let url: string;
  let storage: Storage;
  let queue: Queue;

  beforeEach(async () => {
    url = await fresh();
    storage = await openStorage(url, PATIENT_REQUESTS);
    queue = storage.queue;
  });

  afterEach(() => storage.close());

  const send = (name: QueueName) => queue.send(name, {} as never, { key: 'k' });

  /** The first `count` lines of a child, sorted. */
  async function begun(child: Child, count: number): Promise<string[]> {
    const lines: string[] = [];
    while (lines.length < count) lines.push(await child.line());
    return lines.sort();
  }

  /** Completes every job at once, and records which. */
  function ending(at: Queue): string[] {
    const ended: string[] = [];
    for (const name of KINDS) at.work(name, async ({ attempt }) => void ended.push(`${name} ${attempt}`));
    return ended;
  }

  test.each([
    ['starts afterwards', false],
    ['is there already', true],
  ])('within a minute a process that %s takes over every kind of job, and runs it once', async (_, isThere) => {
    const killed = startChild('runJobs', url);
    expect(await killed.line()).toBe('ready');
    for (const name of KINDS) await send(name);
    const firsts = KINDS.map((name) => `${name} 1`).sort();
    expect(await begun(killed, KINDS.length)).toEqual(firsts);
    const ended = ending(queue);
    if (isThere) {
      await queue.start(() => {});
      await setTimeout(1_000);
      expect(ended).toEqual([]);
    }
    await killed.kill();
    const from = Date.now();
    if (!isThere) await queue.start(() => {});
    while (ended.length < KINDS.length) await setTimeout(50);
    expect(Date.now() - from).toBeLessThan(120_000);
    expect(ended.sort()).toEqual(KINDS.map((name) => `${name} 2`).sort());
    await queue.settled();
    expect(await queue.list()).toEqual([]);
    const stats = (await queue.stats()).filter((one) => KINDS.includes(one.queue as never));
    expect(stats.map(({ takeovers, completed, failures }) => [takeovers, completed, failures])).toEqual(
      KINDS.map(() => [1, 1, 0]),
    );
    await setTimeout(1_000);
    expect(ended).toHaveLength(KINDS.length);
  });

  test('a job that ends every process that runs it fails for good, with the reason', async () => {
    await send('train');
    for (let attempt = 1; attempt <= QUEUES.train.attempts; attempt++) {
      const child = startChild('runJobs', url);
      expect(await begun(child, 2)).toEqual(['ready', `train ${attempt}`]);
      await child.kill();
      await lapse(url);
    }
    const ended = ending(queue);
    await queue.start(() => {});
    while ((await queue.list({ state: 'failed' })).length === 0) await setTimeout(50);
    expect(await queue.list()).toEqual([
      expect.objectContaining({ queue: 'train', state: 'failed', attempts: QUEUES.train.attempts, error: LEASE_LOST }),
    ]);
    expect(ended).toEqual([]);
  });
}

describe('on SQLite', () => {
  let files = 0;
  suite({
    fresh: async () => `${folder}/${files++}.db`,
    async lapse(url) {
      const { database } = await openDatabase(url);
      await database.change('jobs', async (trx) => void (await trx('job').update({ lease_until: 0 })));
      await database.close();
    },
  });
});

describeWithPostgres('on PostgreSQL', (database) => {
  suite({
    fresh: () => database.fresh(),
    async lapse(url) {
      const schema = `perennial_queue_${/search_path=(\w+)/.exec(decodeURIComponent(url))![1]}`;
      await statements(url, [
        `UPDATE ${schema}.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'`,
      ]);
    },
  });
});
