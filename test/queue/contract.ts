import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { QUEUES, type Queue, type RunningJob } from '../../src/queue/queue';
import type { Storage } from '../../src/storage/storage';
import { eventually } from '../helpers/eventually';

type InTransaction = (work: (trx: Knex) => Promise<void>) => Promise<void>;

/** Tests that the queue of every database passes. @param open starts a new process over the same database */
export function queueContract(open: () => Promise<Storage>, inTransaction: InTransaction): void {
  let queue: Queue;
  let opened: Storage[];

  beforeEach(async () => {
    opened = [];
    queue = await another();
  });

  afterEach(() => Promise.all(opened.map((storage) => storage.close())));

  async function another(): Promise<Queue> {
    const storage = await open();
    opened.push(storage);
    return storage.queue;
  }

  /** Notes the scan of each job that runs. */
  function noted(at: Queue, run: (job: RunningJob<'saved-scan'>) => Promise<void> = async () => {}): string[] {
    const seen: string[] = [];
    at.work('saved-scan', async (job) => {
      seen.push(job.payload.scanId);
      await run(job);
    });
    return seen;
  }

  const send = (
    scanId: string,
    options: { key?: string; account?: number; delayMs?: number; occurrence?: string } = {},
  ) => queue.send('saved-scan', { scanId }, { key: scanId, ...options });

  test('runs jobs in the order in which they were sent', async () => {
    const seen = noted(queue);
    for (const id of ['a', 'b', 'c']) await send(id);
    await queue.settled();
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(await queue.list()).toEqual([]);
  });

  test('runs a job that is sent while the queue is running', async () => {
    const seen = noted(queue);
    await queue.start(() => {});
    await send('a');
    await eventually(async () => seen.includes('a'));
  });

  test('one job per key waits, with the last payload and start time', async () => {
    const seen = noted(queue);
    await send('later', { key: 'same', delayMs: 3_600_000 });
    await send('now', { key: 'same' });
    await queue.settled();
    expect(seen).toEqual(['now']);
  });

  test('a delayed job waits', async () => {
    const seen = noted(queue);
    const sentAt = Date.now();
    await send('a', { delayMs: 3_600_000 });
    await queue.settled();
    expect(seen).toEqual([]);
    const [job] = await queue.list();
    expect(job).toMatchObject({ queue: 'saved-scan', key: 'a', state: 'waiting', attempts: 0, error: null });
    expect(job.runAt!.getTime()).toBeGreaterThan(sentAt + 3_500_000);
  });

  test('one job per key runs: the next waits for its end', async () => {
    let atOnce = 0;
    let most = 0;
    const other = await another();
    for (const one of [queue, other]) {
      noted(one, async () => {
        most = Math.max(most, ++atOnce);
        await setTimeout(50);
        atOnce -= 1;
      });
    }
    await send('a', { key: 'same' });
    const running = Promise.all([queue.settled(), other.settled()]);
    await eventually(async () => atOnce === 1);
    await send('b', { key: 'same' });
    await running;
    await Promise.all([queue.settled(), other.settled()]);
    expect(most).toBe(1);
  });

  test('an occurrence runs once, even if several processes send it', async () => {
    const other = await another();
    const seen = [noted(queue), noted(other)];
    await send('a', { occurrence: 'today' });
    await queue.settled();
    await other.send('saved-scan', { scanId: 'a' }, { key: 'a', occurrence: 'today' });
    await other.settled();
    expect(seen.flat()).toEqual(['a']);
  });

  test('an occurrence that is sent while its job waits also runs once', async () => {
    const seen = noted(queue);
    await send('before', { key: 'same', delayMs: 3_600_000 });
    await send('due', { key: 'same', occurrence: 'today' });
    await queue.settled();
    const runs = seen.length;
    await send('due', { key: 'same', occurrence: 'today' });
    await queue.settled();
    expect([runs, seen.length]).toEqual([1, 1]);
  });

  test('a job sent in a transaction that is rolled back was never sent', async () => {
    const seen = noted(queue);
    await expect(
      inTransaction(async (trx) => {
        await queue.send('saved-scan', { scanId: 'lost' }, { key: 'lost', trx });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await inTransaction((trx) => queue.send('saved-scan', { scanId: 'kept' }, { key: 'kept', trx }));
    await queue.settled();
    expect(seen).toEqual(['kept']);
  });

  test('jobs of other accounts run between those of one account', async () => {
    const seen = noted(queue);
    for (const id of ['a1', 'a2', 'a3']) await send(id, { account: 1 });
    await send('b1', { account: 2 });
    await queue.settled();
    expect(seen.indexOf('b1')).toBeLessThan(2);
    expect(seen.slice().sort()).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  test('a long search over shuffled calendars holds up those of its own account only', async () => {
    const begun: string[] = [];
    let finish = () => {};
    const long = new Promise<void>((resolve) => {
      finish = resolve;
    });
    queue.work('null-distribution', async ({ key }) => {
      begun.push(key);
      if (key === 'long') await long;
    });
    const search = (key: string, account: number) =>
      queue.send('null-distribution', { key, dataVersion: '', contents: '', searches: [] }, { key, account });
    await search('long', 1);
    await search('its own', 1);
    await search('of another', 2);
    await queue.start(() => {});
    // In either order.
    await eventually(async () => begun.includes('long') && begun.includes('of another'));
    expect(begun).not.toContain('its own');
    finish();
    await eventually(async () => begun.includes('its own'));
  });

  test('a failed job is retried after a pause, and has its error meanwhile', async () => {
    noted(queue, async () => {
      throw new Error('no such scan');
    });
    const sentAt = Date.now();
    await send('a');
    await queue.settled();
    const [job] = await queue.list();
    expect(job).toMatchObject({ state: 'waiting', attempts: 1, error: 'no such scan' });
    expect(job.runAt!.getTime()).toBeGreaterThan(sentAt + 1_000);
    const stats = (await queue.stats()).find((one) => one.queue === 'saved-scan');
    expect(stats).toMatchObject({ waiting: 1, active: 0, failed: 0, failures: 1, completed: 0, oldest: null });
  });

  test('a job that fails in every attempt ends as failed with its error; an operator can retry it', async () => {
    let isBroken = true;
    const attempts: number[] = [];
    queue.work('saved-scan', async ({ attempt }) => {
      attempts.push(attempt);
      if (isBroken) throw new Error(`broken in attempt ${attempt}`);
    });
    for (let i = 0; i < QUEUES['saved-scan'].attempts; i++) {
      // It does not wait for the end of its pause.
      await send('a');
      await queue.settled();
    }
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    const [failed] = await queue.list();
    expect(failed).toMatchObject({ state: 'failed', attempts: 5, error: 'broken in attempt 5', runAt: null });
    const stats = (await queue.stats()).find((one) => one.queue === 'saved-scan');
    expect(stats).toMatchObject({ waiting: 0, active: 0, failed: 1, failures: 5 });
    expect(await queue.cancelJob(failed.id)).toBe(false);
    isBroken = false;
    expect(await queue.retry(failed.id)).toBe(true);
    expect(await queue.retry(failed.id)).toBe(false);
    await queue.settled();
    expect(attempts).toEqual([1, 2, 3, 4, 5, 1]);
    expect(await queue.list()).toEqual([]);
  });

  test('a cancelled job does not run until an operator retries it', async () => {
    const seen = noted(queue);
    await send('a', { delayMs: 100 });
    await queue.cancel('saved-scan', 'a');
    await setTimeout(200);
    await queue.settled();
    expect(seen).toEqual([]);
    const [job] = await queue.list();
    expect(job.state).toBe('cancelled');
    expect(await queue.cancelJob(job.id)).toBe(false);
    expect(await queue.retry(job.id)).toBe(true);
    await queue.settled();
    expect(seen).toEqual(['a']);
  });

  test.each(['throws', 'returns'])(
    'a running job that is cancelled gets an abort, and is kept if it then %s',
    async (end) => {
      let reason: unknown;
      noted(queue, async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        reason = signal.reason;
        if (end === 'throws') signal.throwIfAborted();
      });
      await send('a');
      const settled = queue.settled();
      await eventually(async () => (await queue.list()).some(({ state }) => state === 'active'));
      await queue.cancel('saved-scan', 'a');
      await settled;
      expect(String(reason)).toMatch(/cancelled/);
      expect((await queue.list()).map(({ state }) => state)).toEqual(['cancelled']);
    },
  );

  test('a process that stops returns its running jobs to the queue', async () => {
    const begun: string[] = [];
    queue.work('saved-scan', async ({ payload, signal }) => {
      begun.push(payload.scanId);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    });
    await queue.start(() => {});
    await send('a');
    await eventually(async () => begun.includes('a'));
    const other = await another();
    await opened.shift()!.close();
    const seen: number[] = [];
    other.work('saved-scan', async ({ attempt }) => void seen.push(attempt));
    await other.settled();
    expect(seen).toEqual([1]);
  });

  test('a command runs a job itself, unless it is running elsewhere', async () => {
    const other = await another();
    let release = () => {};
    const running = queue.runInProcess(
      'feed',
      '1',
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    await eventually(async () => (await queue.list()).some(({ state }) => state === 'active'));
    expect(await other.runInProcess('feed', '1', async () => {})).toBe(false);
    await queue.send('feed', { feedId: 1 }, { key: '1' });
    expect(await other.runInProcess('feed', '1', async () => {})).toBe(false);
    expect(await other.runInProcess('feed', '2', async () => {})).toBe(true);
    release();
    expect(await running).toBe(true);
    const feeds: number[] = [];
    queue.work('feed', async ({ payload }) => void feeds.push(payload.feedId));
    await queue.send('feed', { feedId: 1 }, { key: '1' });
    await queue.settled();
    expect(feeds).toEqual([1]);
    expect(await queue.list()).toEqual([]);
    await expect(queue.runInProcess('feed', '1', async () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await queue.list()).toEqual([]);
  });

  /** Waits for one heartbeat of the real clock. */
  test('a job cancelled by another process is aborted where it runs, in a service or a command', async () => {
    const aborted: string[] = [];
    const until = (signal: AbortSignal, name: string) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          aborted.push(name);
          resolve();
        });
      });
    queue.work('saved-scan', ({ signal }) => until(signal, 'service'));
    await queue.start(() => {});
    await send('a');
    const command = queue.runInProcess('feed', '1', (signal) => until(signal, 'command'));
    await eventually(async () => (await queue.list({ state: 'active' })).length === 2);
    const other = await another();
    for (const { id } of await queue.list({ state: 'active' })) expect(await other.cancelJob(id)).toBe(true);
    await command;
    await eventually(async () => aborted.length === 2);
  });
}
