import { join } from 'node:path';
import { type FixedClock, fixedClock } from '../../../src/clock';
import type { NullDistribution } from '../../../src/core/significance/significance';
import type { Work } from '../../../src/deadline';
import type { NullJob } from '../../../src/engine/tasks/rotations';
import { type NullDistributionOptions, NullDistributions } from '../../../src/services/screening/nullDistributions';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { callerOn } from '../../helpers/access';
import { eventually } from '../../helpers/eventually';
import { NO_LOG } from '../../helpers/log';
import { describeWithPostgres } from '../../helpers/postgres';
import { startChild } from '../../helpers/process';
import { tempFolder } from '../../helpers/tempFolder';

/** @param open makes an empty database. @returns what names it */
function twoProcesses(open: () => Promise<string>): void {
  test('compute every search once between them, and both find all of them in the database', async () => {
    const url = await open();
    await (await openStorage(url)).close();
    const keys = Array.from({ length: 12 }, (_, i) => `search ${i}`);
    const children = [1, 2].map(() => startChild('computeNulls', url, ...keys));
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.send('go');
    const computed: string[] = [];
    for (const child of children) {
      for (let line = await child.line(); line !== 'done'; line = await child.line()) computed.push(line);
    }
    expect(computed.sort()).toEqual([...keys].sort());
    for (const child of children) child.send('look');
    for (const child of children) expect(await child.line()).toBe(`${keys.length} found`);
  });
}

describe('two processes over SQLite', () => {
  const folder = tempFolder();
  twoProcesses(async () => join(folder, 'shared.sqlite'));
});

describeWithPostgres('two processes over PostgreSQL', ({ fresh }) => twoProcesses(fresh));

describe('searches over one database', () => {
  const NOW = '2024-12-20T15:00:00Z';
  const ROTATIONS = 2;
  const FOUND = {
    rotations: ROTATIONS,
    overall: Float32Array.of(1, 2),
    bySymbol: new Map(),
    byChance: { mean: 0.5, low: 0, high: 2 },
  };
  const search = (key: string) => ({ key, job: (): NullJob => ({ dataVersion: key, searches: [] }) });

  let storage: Storage;
  let clock: FixedClock;
  /** Accounts of the jobs that were sent. */
  let sent: (number | null | undefined)[];
  beforeEach(async () => {
    storage = await openStorage(':memory:');
    clock = fixedClock(NOW);
    sent = [];
  });
  afterEach(() => storage.close());

  /** Rotations that are under way until they are ended, or aborted. */
  function openEnded() {
    const begun: { readonly key: string; readonly work: Work; end(): void; fail(): void }[] = [];
    const rotate = ({ dataVersion: key }: NullJob, _: number, work: Work) =>
      new Promise<NullDistribution>((resolve, reject) => {
        begun.push({ key, work, end: () => resolve(FOUND), fail: () => reject(new Error('out of order')) });
        work.signal?.addEventListener('abort', () => reject(work.signal?.reason), { once: true });
      });
    return { begun, engine: { rotate } };
  }

  function luckOver(
    engine: NullDistributionOptions['engine'],
    more: Partial<NullDistributionOptions> = {},
  ): NullDistributions {
    const { nulls: store, queue } = storage;
    const counted: NullDistributionOptions['queue'] = {
      stats: () => queue.stats(),
      async send(name, payload, options) {
        sent.push(options.account);
        await queue.send(name, payload, options);
      },
    };
    return new NullDistributions({
      engine,
      rotations: ROTATIONS,
      store,
      queue: counted,
      clock,
      log: NO_LOG,
      mode: 'background',
      ...more,
    });
  }

  /** Has jobs run. */
  function work(luck: NullDistributions): void {
    storage.queue.work('null-distribution', async ({ payload: { key, dataVersion }, signal }) => {
      await luck.compute(key, { dataVersion, searches: [] }, signal);
    });
  }

  test('that two processes ask for are computed once, and both find them', async () => {
    const { begun, engine } = openEnded();
    const [a, b] = [luckOver(engine), luckOver(engine)];
    for (const luck of [a, a, b, b]) expect(await luck.of(search('k'), null)).toBe('pending');
    expect(sent).toEqual([null, null]);
    work(a);
    const settled = storage.queue.settled();
    await eventually(async () => begun.length > 0);
    expect(await b.of(search('k'), null)).toBe('pending');
    begun[0].end();
    await settled;
    for (const luck of [a, b]) expect(await luck.of(search('k'), null)).toEqual(FOUND);
    expect(begun).toHaveLength(1);
  });

  test('that two wait for here are computed once, for the account that is given', async () => {
    const { begun, engine } = openEnded();
    const luck = luckOver(engine, { account: 'exports', mode: 'waiting' });
    const found = ['k', 'k', 'other'].map((key) => luck.computed(search(key)));
    await eventually(async () => begun.length > 1);
    expect(begun.map(({ key, work: { account } }) => [key, account]).sort()).toEqual([
      ['k', 'exports'],
      ['other', 'exports'],
    ]);
    for (const one of begun) one.end();
    expect(await Promise.all(found)).toEqual([FOUND, FOUND, FOUND]);
    expect(await luck.computed(search('k'))).toEqual(FOUND);
    expect(begun).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  test('are sent once in five minutes, however often they are asked for', async () => {
    const luck = luckOver(openEnded().engine);
    for (let i = 0; i < 3; i++) expect(await luck.prepare(search('k'))).toBe(false);
    clock.pass(299_999);
    expect(await luck.of(search('k'), callerOn('free'))).toBe('pending');
    expect(sent).toHaveLength(1);
    clock.pass(1);
    expect(await luck.of(search('k'), callerOn('free'))).toBe('pending');
    expect(sent).toEqual([null, callerOn('free').accountId]);
    // The one job that waits.
    expect((await storage.queue.list({ queue: 'null-distribution' })).map(({ key }) => key)).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
  });

  test('are begun by callers only while less than fifty wait, of all processes', async () => {
    const other = luckOver(openEnded().engine);
    for (let i = 0; i < 49; i++) await other.prepare(search(`k${i}`));
    const luck = luckOver(openEnded().engine);
    const caller = { ...callerOn('free'), tier: { ...callerOn('free').tier, searchesPerHour: 2 } };
    expect(await luck.of(search('a'), caller)).toBe('pending');
    expect(await luck.of(search('b'), caller)).toBe('limited');
    // What waits already is only waited for, and the service itself is not bound.
    expect(await luck.of(search('a'), caller)).toBe('pending');
    expect(await luck.prepare(search('c'))).toBe(false);
    expect(sent).toHaveLength(51);
    work(luckOver({ rotate: async () => FOUND }));
    await storage.queue.settled();
    // The one that was refused was not counted.
    expect(await luck.of(search('b'), caller)).toBe('pending');
    expect(await luck.of(search('d'), caller)).toBe('limited');
  });

  test('that cannot be sent are pending, and sent the next time', async () => {
    const { queue } = storage;
    let isAway = true;
    const away: NullDistributionOptions['queue'] = {
      stats: () => queue.stats(),
      async send(name, payload, options) {
        if (isAway) throw new Error('away');
        await queue.send(name, payload, options);
      },
    };
    const luck = luckOver(openEnded().engine, { queue: away });
    expect(await luck.of(search('k'), null)).toBe('pending');
    isAway = false;
    expect(await luck.of(search('k'), null)).toBe('pending');
    expect(await queue.list({ queue: 'null-distribution' })).toHaveLength(1);
  });

  test('that fail or are aborted are null for whoever waits, and free to be computed again', async () => {
    const { begun, engine } = openEnded();
    const stop = new AbortController();
    const luck = luckOver(engine, { mode: 'waiting', signal: stop.signal });
    const first = luck.computed(search('k'));
    await eventually(async () => begun.length > 0);
    begun[0].fail();
    expect(await first).toBeNull();
    const second = luck.computed(search('k'));
    await eventually(async () => begun.length > 1);
    stop.abort(new Error('stopped'));
    expect(await second).toBeNull();
    const next = openEnded();
    const found = luckOver(next.engine).computed(search('k'));
    await eventually(async () => next.begun.length > 0);
    next.begun[0].end();
    expect(await found).toEqual(FOUND);
  });

  test('rest on one table of draws for all lookbacks that it reaches', () => {
    const luck = luckOver(openEnded().engine);
    const [few, more, most] = [13, 128, 512].map((reach) => luck.draws(reach));
    expect([few, more, most].map(({ reach, rotations }) => [reach, rotations])).toEqual([
      [16, ROTATIONS],
      [128, ROTATIONS],
      [512, ROTATIONS],
    ]);
    expect(luck.draws(16)).toBe(few);
    expect([...few.weeks]).toEqual([...most.weeks.subarray(0, 16), ...most.weeks.subarray(512, 528)]);
    expect(() => luck.draws(513)).toThrow(RangeError);
  });
});
