import { join } from 'node:path';
import type { Queue } from '../../src/queue/queue';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { perennial } from '../helpers/perennial';
import { describeWithPostgres } from '../helpers/postgres';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
let files = 0;

describe('jobs in SQLite', () => suite(async () => join(folder, `${files++}.sqlite`)));
describeWithPostgres('jobs in PostgreSQL', ({ emptied }) => suite(emptied));

/** `npx perennial jobs`, next to another process that sends and runs jobs. */
function suite(database: () => Promise<string>): void {
  let url: string;
  let storage: Storage;
  let queue: Queue;
  beforeEach(async () => {
    url = await database();
    storage = await openStorage(url);
    queue = storage.queue;
  });
  afterEach(() => storage.close());
  const jobs = (...argv: string[]) => perennial({ DATABASE_URL: url, NODE_ENV: 'test' }, 'jobs', ...argv);
  const send = (scanId: string) => queue.send('saved-scan', { scanId }, { key: scanId, account: 7 });
  const idOf = async (key: string) => (await queue.list()).find((job) => job.key === key)!.id;

  test('lists jobs by queue and state, as a table and as JSON', async () => {
    expect(await jobs('list')).toEqual({ code: 0, out: 'no jobs\n', err: '' });
    queue.work('saved-scan', async () => {
      throw new Error('no such scan,\n in two lines');
    });
    await send('a');
    await queue.settled();
    await queue.send('train', {}, { key: 'train' });
    await queue.cancelJob(await idOf('train'));
    const { code, out, err } = await jobs('list');
    expect([code, err]).toEqual([0, '']);
    const [header, ...lines] = out.trimEnd().split('\n');
    expect(header).toMatch(/^id +queue +key +account +state +runs +created \(UTC\) +starts \(UTC\) +error$/);
    expect(lines).toEqual([
      expect.stringMatching(/^\S+ +train +train +cancelled +0 +20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/),
      expect.stringMatching(/^\S+ +saved-scan +a +7 +waiting +1 +20[\d: -]+ +20[\d: -]+ +no such scan, in two lines$/),
    ]);
    expect((await jobs('list', '--state', 'failed')).out).toBe('no jobs\n');
    expect((await jobs('list', '--queue', 'train', '--state', 'cancelled')).out.split('\n')).toHaveLength(3);
    expect(JSON.parse((await jobs('list', '--queue', 'saved-scan', '--json')).out)).toMatchObject([
      { job_id: await idOf('a'), queue: 'saved-scan', key: 'a', account_id: 7, state: 'waiting', attempts: 1 },
    ]);
    expect(JSON.parse((await jobs('list', '--queue', 'export', '--json')).out)).toEqual([]);
  });

  test('cancels and retries jobs', async () => {
    const ran: string[] = [];
    queue.work('saved-scan', async ({ payload }) => void ran.push(payload.scanId));
    await send('a');
    await send('b');
    const [a, b] = [await idOf('a'), await idOf('b')];
    expect(await jobs('cancel', a, b)).toEqual({ code: 0, out: `cancelled: ${a}\ncancelled: ${b}\n`, err: '' });
    await queue.settled();
    expect(ran).toEqual([]);
    expect(await jobs('retry', b)).toEqual({ code: 0, out: `runs again: ${b}\n`, err: '' });
    await queue.settled();
    expect(ran).toEqual(['b']);
  });

  test('an unknown job is reported, and the others are cancelled nevertheless', async () => {
    await send('a');
    const id = await idOf('a');
    const cancelled = await jobs('cancel', '4711', id, 'nonsense');
    expect(cancelled).toMatchObject({ code: 1, out: `cancelled: ${id}\n` });
    expect(cancelled.err).toMatch(/no waiting or running job: 4711, nonsense; npm run jobs -- list/);
    expect(await jobs('cancel', id)).toMatchObject({ code: 1, out: '' });
    const retried = await jobs('retry', 'nonsense');
    expect(retried).toMatchObject({ code: 1, out: '' });
    expect(retried.err).toMatch(/no failed or cancelled job: nonsense/);
  });

  test('an unknown queue, an unknown state and a missing id are refused with what is accepted', async () => {
    for (const [argv, message] of [
      [['list', '--queue', 'mail'], /--queue must be one of feed, export, .*prune; got 'mail'/],
      [['list', '--state', 'done'], /--state must be one of waiting, active, failed, cancelled; got 'done'/],
      [['retry'], /missing required argument 'id'/],
      [['cancel'], /missing required argument 'id'/],
    ] as const) {
      const { code, out, err } = await jobs(...argv);
      expect([argv, code, out, err]).toEqual([argv, 1, '', expect.stringMatching(message)]);
    }
  });
}
