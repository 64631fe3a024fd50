import { join } from 'node:path';
import { type FixedClock, fixedClock } from '../../src/clock';
import type { NullDistribution } from '../../src/core/significance/significance';
import type { Work } from '../../src/deadline';
import type { NullJob } from '../../src/engine/tasks/rotations';
import { Luck, type LuckOptions } from '../../src/services/luck';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { startTestApp, type TestApp } from '../helpers/app';
import { startChild } from '../helpers/child';
import { eventually } from '../helpers/eventually';
import { NO_LOG } from '../helpers/log';
import { callTool, connectClient, listen } from '../helpers/mcp';
import { tempFolder } from '../helpers/tempFolder';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

const SYMBOLS = plantedUniverse().slice(0, 8);
const SCAN = '/v1/scan?markets=0&max_days=30&view=table';
const BACKGROUND = { mode: 'background', rotations: 49 } as const;

interface Row {
  readonly symbol: string;
  readonly edge_score: number;
  readonly bias: string;
  readonly significance: {
    readonly status: string;
    readonly p_window: number | null;
    readonly p_symbol: number | null;
    readonly p_search: number | null;
    readonly reading: string;
  };
}

const rowsOf = async (app: TestApp, path: string, key?: string): Promise<Row[]> =>
  (await app.get(path, key).expect(200)).body.opportunities;

describe('a search whose luck is not known', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, luck: BACKGROUND });
  });
  afterAll(() => app.close());

  test('is pending at once and ready once it is computed, here and after a restart', async () => {
    const before = await rowsOf(app, SCAN);
    expect(before.length).toBeGreaterThan(3);
    for (const { significance, bias } of before) {
      expect(significance).toMatchObject({ status: 'pending', p_symbol: null, p_search: null });
      expect(significance.p_window).not.toBeNull();
      expect(bias).toBe('neutral');
    }

    await app.service.luck.settled();
    const after = await rowsOf(app, SCAN);
    expect(after.map(({ symbol }) => symbol)).toEqual(before.map(({ symbol }) => symbol));
    for (const { significance } of after) {
      expect(significance.status).toBe('ready');
      expect(significance.p_symbol! <= significance.p_search!).toBe(true);
    }
    expect(after.some(({ bias }) => bias !== 'neutral')).toBe(true);
    const least = Math.min(...after.map(({ significance }) => significance.p_symbol!));
    const strong = await rowsOf(app, `${SCAN}&max_p_symbol=${least}&rank_by=significance`);
    expect(strong).not.toEqual([]);
    for (const { significance } of strong) expect(significance.p_symbol).toBe(least);
  });

  test('is there for the first default scan after a restart, of every plan, and nothing is computed', async () => {
    await app.service.luck.settled();
    const events: string[] = [];
    const logTo = { write: (line: string) => void events.push(JSON.parse(line).msg) };
    const again = await startTestApp({ now: UNIVERSE_NOW, over: app, luck: BACKGROUND, logTo });
    for (const tier of ['free', 'dev', 'pro', 'business'] as const) {
      const [first] = await rowsOf(again, '/v1/scan?view=table', tier);
      expect({ tier, ...first.significance }).toMatchObject({ status: 'ready', p_symbol: expect.any(Number) });
    }
    await again.service.luck.settled();
    expect(events).toContain('request');
    expect(events).not.toContain('luck of a search');
    await again.close();
  });

  test('never satisfies a bound while it is pending', async () => {
    const off = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, luck: { mode: 'off' } });
    expect((await rowsOf(off, SCAN))[0].significance.status).toBe('pending');
    for (const bound of ['max_p_symbol=1', 'max_p_search=1']) {
      const { body } = await off.get(`${SCAN}&${bound}`).expect(200);
      expect(body.opportunities).toEqual([]);
      expect(body.summary).toMatch(
        /^No setup qualifies .* is not known yet, and what is not known satisfies no max_p_/,
      );
    }
    expect((await off.get(`${SCAN}&min_win_rate=1&min_sharpe=99`).expect(200)).body.summary).not.toContain('max_p_');
    await off.get(`${SCAN}&max_p_symbol=1.5`).expect(400);
    await off.close();
  });

  test('gives the same chances whoever computes them', async () => {
    const twin = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, luck: { rotations: 49 } });
    expect(await rowsOf(twin, SCAN)).toEqual(await rowsOf(app, SCAN));
    await twin.close();
  });

  test('is begun as often an hour as the plan allows, and says so beyond', async () => {
    const asked = (days: number) => rowsOf(app, `/v1/scan?markets=0&max_days=${days}&view=table`, 'free');
    const readings = [];
    for (let days = 40; days < 51; days++) readings.push((await asked(days))[0].significance.reading);
    expect(readings[9]).toContain('is still being computed');
    expect(readings[10]).toContain('searches of your plan for this hour are used up');
    // What was begun before is told all the same, and another account is not bound.
    await app.service.luck.settled();
    expect((await asked(40))[0].significance.status).toBe('ready');
    const [other] = await rowsOf(app, '/v1/scan?markets=0&max_days=50&view=table', 'dev');
    expect(other.significance.reading).toContain('is still being computed');
    app.clock.set(UNIVERSE_NOW.replace('T15', 'T16'));
    await app.service.luck.settled();
    expect((await asked(51))[0].significance.reading).toContain('is still being computed');
    app.clock.set(UNIVERSE_NOW);
  });

  test('is bound for agents too, by whatever tool they search, and the answer says what to wait for', async () => {
    const served = await startTestApp({ now: UNIVERSE_NOW, over: app, luck: BACKGROUND });
    const door = await listen(served.app);
    const client = await connectClient(door.url, served.keys.free);
    const scanned = async (days: number) => {
      const { body } = await callTool(client, 'find_best_opportunities', { markets: '0', max_days: days });
      return body.opportunities[0].significance;
    };
    for (let days = 52; days < 62; days++) expect((await scanned(days)).reading).toContain('is still being computed');
    const analyzed = await callTool(client, 'analyze_symbol', { symbol: SYMBOLS[0].symbol });
    for (const significance of [await scanned(62), analyzed.body.card.significance])
      expect(significance).toMatchObject({
        status: 'pending',
        p_symbol: null,
        reading: expect.stringContaining('the searches of your plan for this hour are used up'),
      });
    await client.close();
    await door.close();
    await served.close();
  });
});

describe('two processes', () => {
  const folder = tempFolder();

  test('compute every search once between them, and both find all of them in the database', async () => {
    const file = join(folder, 'shared.sqlite');
    await (await openStorage(file)).close();
    const keys = Array.from({ length: 12 }, (_, i) => `search ${i}`);
    const children = [1, 2].map(() => startChild('rotatingChild.ts', file, ...keys));
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.say('go');
    const computed: string[] = [];
    for (const child of children) {
      for (let line = await child.line(); line !== 'done'; line = await child.line()) computed.push(line);
    }
    expect(computed.sort()).toEqual([...keys].sort());
    for (const child of children) child.say('look');
    for (const child of children) expect(await child.line()).toBe(`${keys.length} found`);
  });
});

describe('searches over one database', () => {
  const NOW = '2024-12-20T15:00:00Z';
  const ROTATIONS = 2;
  const FOUND = { rotations: ROTATIONS, overall: Float32Array.of(1, 2), bySymbol: new Map() };
  const search = (key: string) => ({ key, job: (): NullJob => ({ dataVersion: key, searches: [] }) });

  let storage: Storage;
  let clock: FixedClock;
  let all: Luck[];
  beforeEach(async () => {
    storage = await openStorage(':memory:');
    clock = fixedClock(NOW);
    all = [];
  });
  afterEach(async () => {
    for (const luck of all) await luck.stop();
    await storage.close();
  });

  /** Rotations that are under way until they are ended, or nobody wants them any more. */
  function openEnded() {
    const begun: { readonly key: string; readonly work: Work; end(): void; fail(): void }[] = [];
    const rotate = ({ dataVersion: key }: NullJob, _: number, work: Work) =>
      new Promise<NullDistribution>((resolve, reject) => {
        begun.push({ key, work, end: () => resolve(FOUND), fail: () => reject(new Error('out of order')) });
        work.signal?.addEventListener('abort', () => reject(work.signal?.reason), { once: true });
      });
    return { begun, engine: { rotate } };
  }

  function luckOver(engine: LuckOptions['engine'], more: Partial<LuckOptions> = {}): Luck {
    const { nulls, presence } = storage;
    const luck = new Luck({
      ...{ engine, rotations: ROTATIONS, store: nulls, presence, clock },
      ...{ log: NO_LOG, mode: 'background', ...more },
    });
    all.push(luck);
    return luck;
  }

  test('that two processes ask for: one waits for nothing, and finds it once the other is done', async () => {
    const made = [openEnded(), openEnded()];
    const [a, b] = made.map(({ engine }) => luckOver(engine));
    const wanted = search('k');
    expect(await a.of(wanted, null)).toBe('pending');
    expect(await a.of(wanted, null)).toBe('pending');
    await eventually(async () => made[0].begun.length > 0);
    expect(await b.awaited(wanted)).toBeNull();
    expect(await b.of(wanted, null)).toBe('pending');
    for (const { begun } of made) for (const one of begun) one.end();
    await a.settled();
    expect(await a.of(wanted, null)).toEqual(FOUND);
    expect(await b.of(wanted, null)).toEqual(FOUND);
    expect(made.map(({ begun }) => begun.length)).toEqual([1, 0]);
  });

  test('that two ask for here are computed once, one after the other, and by turns of the account that is said', async () => {
    const { begun, engine } = openEnded();
    const luck = luckOver(engine, { account: 'exports' });
    const asked = ['k', 'k', 'other'].map((key) => luck.awaited(search(key)));
    await eventually(async () => begun.length > 0 && luck.load > 1);
    expect(luck.load).toBe(2);
    expect(begun.map(({ key, work }) => [key, work.account])).toEqual([['k', 'exports']]);
    begun[0].end();
    await eventually(async () => begun.length > 1);
    begun[1].end();
    expect(await Promise.all(asked)).toEqual([FOUND, FOUND, FOUND]);
    expect(begun.map(({ key }) => key)).toEqual(['k', 'other']);
    expect(luck.load).toBe(0);
  });

  test('are not tried again at once where they failed', async () => {
    const { begun, engine } = openEnded();
    const luck = luckOver(engine);
    expect(await luck.prepare(search('k'))).toBe(false);
    await eventually(async () => begun.length > 0);
    begun[0].fail();
    await luck.settled();
    clock.pass(14_999);
    expect(await luck.prepare(search('k'))).toBe(false);
    expect(await luck.of(search('k'), null)).toBe('pending');
    await luck.settled();
    expect(begun).toHaveLength(1);
    clock.pass(1);
    expect(await luck.prepare(search('k'))).toBe(false);
    await eventually(async () => begun.length > 1);
    begun[1].end();
    await luck.settled();
    expect(await luck.prepare(search('k'))).toBe(true);
  });

  test('end at once when the service closes, and are free for others', async () => {
    const { begun, engine } = openEnded();
    const luck = luckOver(engine);
    const asked = ['k', 'other'].map((key) => luck.awaited(search(key)));
    await eventually(async () => begun.length > 0);
    await luck.stop();
    expect(await Promise.all(asked)).toEqual([null, null]);
    expect(await luck.awaited(search('k'))).toBeNull();
    expect(begun).toHaveLength(1);
    const next = openEnded();
    const found = luckOver(next.engine).awaited(search('k'));
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
