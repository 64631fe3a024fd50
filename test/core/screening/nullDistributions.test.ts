import { join } from 'node:path';
import type { NullDistribution } from '../../../src/core/significance/significance';
import type { Work } from '../../../src/deadline';
import type { NullJob } from '../../../src/engine/tasks/rotations';
import { type NullDistributionOptions, NullDistributions } from '../../../src/services/screening/nullDistributions';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { callerOn } from '../../helpers/access';
import { type FixedClock, fixedClock } from '../../helpers/clock';
import { eventually } from '../../helpers/eventually';
import { NO_LOG } from '../../helpers/log';
import { describeWithPostgres } from '../../helpers/postgres';
import { startChild } from '../../helpers/process';
import { tempFolder } from '../../helpers/tempFolder';

/** @param open creates an empty database. @returns its URL */
function twoProcesses(open: () => Promise<string>): void {
  test('together compute every search once, and both find all results in the database', async () => {
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
  const DEFAULTS = { entries: 10, minHold: 5, maxHold: 120, years: 10 };
  /** A search of symbols that nothing reads but their number. */
  const searchOf = (symbols: number, { entries, ...request }: typeof DEFAULTS) => {
    const one = {
      symbols: Array.from({ length: symbols }, (_, id) => ({ id, hash: '' })),
      request: { ...request, entries: Array.from({ length: entries }, (_, day) => ({ day, asOf: day })) },
    } as unknown as NullJob['searches'][number];
    return (key: string) => ({ key, job: (): NullJob => ({ dataVersion: key, searches: [one] }) });
  };
  const search = searchOf(2, DEFAULTS);

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

  /** Rotations that run until they are ended or aborted. */
  function openEnded() {
    const begun: { readonly key: string; readonly work: Work; end(): void; fail(): void }[] = [];
    const rotate = ({ dataVersion: key }: NullJob, _: number, work: Work) =>
      new Promise<NullDistribution>((resolve, reject) => {
        begun.push({ key, work, end: () => resolve(FOUND), fail: () => reject(new Error('out of order')) });
        work.signal?.addEventListener('abort', () => reject(work.signal?.reason), { once: true });
      });
    return { begun, engine: { rotate } };
  }

  function nullsOver(
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

  /** Runs jobs. */
  function work(nulls: NullDistributions): void {
    storage.queue.work('null-distribution', async ({ payload: { key, dataVersion }, signal }) => {
      await nulls.compute(key, { dataVersion, searches: [] }, signal);
    });
  }

  test('requested by two processes are computed once, and both find the result', async () => {
    const { begun, engine } = openEnded();
    const [a, b] = [nullsOver(engine), nullsOver(engine)];
    for (const nulls of [a, a, b, b]) expect(await nulls.of(search('k'), null)).toBe('pending');
    expect(sent).toEqual([null, null]);
    work(a);
    const settled = storage.queue.settled();
    await eventually(async () => begun.length > 0);
    expect(await b.of(search('k'), null)).toBe('pending');
    begun[0].end();
    await settled;
    for (const nulls of [a, b]) expect(await nulls.of(search('k'), null)).toEqual(FOUND);
    expect(begun).toHaveLength(1);
  });

  test('awaited twice in a process are computed once, for the given account', async () => {
    const { begun, engine } = openEnded();
    const nulls = nullsOver(engine, { account: 'exports', mode: 'waiting' });
    const found = ['k', 'k', 'other'].map((key) => nulls.computed(search(key)));
    await eventually(async () => begun.length > 1);
    expect(begun.map(({ key, work: { account } }) => [key, account]).sort()).toEqual([
      ['k', 'exports'],
      ['other', 'exports'],
    ]);
    for (const one of begun) one.end();
    expect(await Promise.all(found)).toEqual([FOUND, FOUND, FOUND]);
    expect(await nulls.computed(search('k'))).toEqual(FOUND);
    expect(begun).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  test('are sent at most once in five minutes', async () => {
    const nulls = nullsOver(openEnded().engine);
    for (let i = 0; i < 3; i++) expect(await nulls.prepare(search('k'))).toBe(false);
    clock.pass(300_000);
    expect(await nulls.of(search('k'), callerOn('free'))).toBe('pending');
    expect(sent).toHaveLength(1);
    clock.pass(1);
    expect(await nulls.of(search('k'), callerOn('free'))).toBe('pending');
    expect(sent).toEqual([null, callerOn('free').accountId]);
    // One job waits.
    expect((await storage.queue.list({ queue: 'null-distribution' })).map(({ key }) => key)).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
  });

  test('are started by callers only while fewer than fifty jobs of all processes wait', async () => {
    const other = nullsOver(openEnded().engine);
    for (let i = 0; i < 49; i++) await other.prepare(search(`k${i}`));
    const nulls = nullsOver(openEnded().engine);
    const caller = { ...callerOn('free'), tier: { ...callerOn('free').tier, searchesPerHour: 2 } };
    expect(await nulls.of(search('a'), caller)).toBe('pending');
    // Not started; 'limited' would tell the caller that the plan's searches of this hour are used up.
    expect(await nulls.of(search('b'), caller)).toBe('pending');
    expect(sent).toHaveLength(50);
    // A search that waits already does not count, and the service itself has no limit.
    expect(await nulls.of(search('a'), caller)).toBe('pending');
    expect(await nulls.prepare(search('c'))).toBe(false);
    expect(sent).toHaveLength(51);
    work(nullsOver({ rotate: async () => FOUND }));
    await storage.queue.settled();
    // The refused search was not counted.
    expect(await nulls.of(search('b'), caller)).toBe('pending');
    expect(await nulls.of(search('d'), caller)).toBe('limited');
  });

  test('of callers are not started without a window to search, and do not displace those of default scans', async () => {
    const nulls = nullsOver({ rotate: async () => FOUND });
    work(nulls);
    const empty = { key: 'weekend', job: (): NullJob => ({ dataVersion: 'weekend', searches: [] }) };
    expect(await nulls.of(empty, callerOn('free'))).toBe('pending');
    expect(sent).toEqual([]);
    await nulls.prepare(search('default scan'));
    await storage.queue.settled();
    for (let i = 0; i < 150; i++) {
      clock.set(new Date(clock.now().getTime() + 60_000).toISOString());
      if (i % 10 === 0) expect(await nulls.prepare(search('default scan'))).toBe(true);
      await nulls.computed(search(`odd ${i}`));
    }
    const restarted = nullsOver(openEnded().engine);
    expect(await restarted.of(search('default scan'), null)).toEqual(FOUND);
    expect(await restarted.of(search('odd 0'), null)).toBe('pending');
  });

  describe('weigh in the hourly limit of a plan as much as they compute', () => {
    const WIDEST = { entries: 252, minHold: 2, maxHold: 366, years: 98 };
    test.each([
      { given: 'scans of 600 symbols with the defaults', made: searchOf(600, DEFAULTS), limit: 2, started: 2 },
      {
        given: 'scans of a month of entries over 20 years',
        made: searchOf(600, { ...DEFAULTS, entries: 22, years: 20 }),
        limit: 2,
        started: 2,
      },
      { given: 'scans of a small market', made: searchOf(2, DEFAULTS), limit: 2, started: 2 },
      { given: 'searches of one symbol', made: searchOf(1, { ...DEFAULTS, entries: 254 }), limit: 2, started: 40 },
      {
        given: 'scans of a year of entries',
        made: searchOf(500, { ...DEFAULTS, entries: 252 }),
        limit: 10,
        started: 2,
      },
      { given: 'the widest scans', made: searchOf(600, WIDEST), limit: 10, started: 1 },
      { given: 'the widest searches of one symbol', made: searchOf(1, WIDEST), limit: 10, started: 38 },
      { given: 'a plan without searches', made: searchOf(1, DEFAULTS), limit: 0, started: 0 },
    ])('$given: $started within $limit', async ({ made, limit, started }) => {
      const nulls = nullsOver(openEnded().engine);
      const caller = { ...callerOn('free'), tier: { ...callerOn('free').tier, searchesPerHour: limit } };
      for (let i = 0; i < started; i++) expect(await nulls.of(made(`k${i}`), caller)).toBe('pending');
      expect(await nulls.of(made('one more'), caller)).toBe('limited');
    });
  });

  test('that cannot be sent are pending, and are sent on the next request', async () => {
    const { queue } = storage;
    let isAway = true;
    const away: NullDistributionOptions['queue'] = {
      stats: () => queue.stats(),
      async send(name, payload, options) {
        if (isAway) throw new Error('away');
        await queue.send(name, payload, options);
      },
    };
    const nulls = nullsOver(openEnded().engine, { queue: away });
    expect(await nulls.of(search('k'), null)).toBe('pending');
    isAway = false;
    expect(await nulls.of(search('k'), null)).toBe('pending');
    expect(await queue.list({ queue: 'null-distribution' })).toHaveLength(1);
  });

  test('that fail or are aborted give null, and can be computed again', async () => {
    const { begun, engine } = openEnded();
    const stop = new AbortController();
    const nulls = nullsOver(engine, { mode: 'waiting', signal: stop.signal });
    const first = nulls.computed(search('k'));
    await eventually(async () => begun.length > 0);
    begun[0].fail();
    expect(await first).toBeNull();
    const second = nulls.computed(search('k'));
    await eventually(async () => begun.length > 1);
    stop.abort(new Error('stopped'));
    expect(await second).toBeNull();
    const next = openEnded();
    const found = nullsOver(next.engine).computed(search('k'));
    await eventually(async () => next.begun.length > 0);
    next.begun[0].end();
    expect(await found).toEqual(FOUND);
  });

  test('use draws with a rounded-up reach, which agree in their common years', () => {
    const nulls = nullsOver(openEnded().engine);
    const [few, more, most] = [13, 128, 512].map((reach) => nulls.draws(reach));
    expect([few, more, most].map(({ reach, rotations }) => [reach, rotations])).toEqual([
      [16, ROTATIONS],
      [128, ROTATIONS],
      [512, ROTATIONS],
    ]);
    expect(nulls.draws(16)).toBe(few);
    expect([...few.weeks]).toEqual([...most.weeks.subarray(0, 16), ...most.weeks.subarray(512, 528)]);
    expect(() => nulls.draws(513)).toThrow(RangeError);
  });
});
