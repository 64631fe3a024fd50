import type { ExportLimits, ExportStore, NewExport } from '../../../src/storage/exports';
import type { Storage } from '../../../src/storage/storage';
import type { OpenStorage } from './contract';

const AT = new Date('2024-06-28T15:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const LIMITS: ExportLimits = { perDay: 10, since: AT, underWay: 5, waiting: 10, bytes: 1000 };
const FILE = { rows: 2, size: 5, sha256: 'ab'.repeat(32) };

/** Tests that every ExportStore passes. */
export function exportsContract(open: OpenStorage): void {
  let storage: Storage;
  let exports: ExportStore;
  let account: number;
  let other: number;
  beforeEach(async () => {
    storage = await open();
    exports = storage.exports;
    const made = { tier: 'business', role: 'member' as const, createdAt: AT };
    account = (await storage.accounts.insert({ ...made, email: 'a@b.c' })).id;
    other = (await storage.accounts.insert({ ...made, email: 'd@e.f' })).id;
  });

  const create = (id: string, changes: Partial<NewExport> = {}, limits = LIMITS) => {
    const fresh = { request: `{"of":"${id}"}`, accountId: account, createdAt: AT, dataVersion: 'v' };
    return exports.create({ id, ...fresh, ...changes }, limits);
  };
  const run = (id: string, attempt = 1) => ({ id, attempt });
  const progress = { stage: 'patterns', done: 1, total: 2, dataVersion: 'v' } as const;
  const ready = {
    state: 'ready',
    file: FILE,
    failures: [{ symbol: 'Ä', reason: 'r' }],
    note: 'Old prices.',
    expiresAt: later(60),
  } as const;
  const make = async (id: string) => {
    await exports.begin(id);
    await exports.write(run(id), 0, Buffer.from('x'));
    await exports.finish(run(id), ready, AT);
  };

  test('an equal export that is under way, or whose file has the same prices, is returned instead of a new one', async () => {
    await create('a', { request: '{}' });
    expect(await create('b', { request: '{}' })).toMatchObject({ job: { id: 'a' } });
    expect(await create('c', { request: '{}', accountId: other })).toMatchObject({ job: { id: 'c' } });
    await exports.begin('a');
    expect(await create('b', { request: '{}' }, { ...LIMITS, underWay: 0 })).toMatchObject({ job: { id: 'a' } });
    await exports.saveProgress(run('a'), progress);
    await exports.finish(run('a'), ready, AT);
    expect(await create('b', { request: '{}', createdAt: later(59) })).toMatchObject({
      job: { id: 'a', state: 'ready' },
    });
    expect(await create('b', { request: '{}', dataVersion: 'w' })).toMatchObject({ job: { id: 'b', state: 'queued' } });
    await exports.cancel(account, 'b', AT);
    expect(await create('d', { request: '{}', createdAt: later(60) })).toMatchObject({ job: { id: 'd' } });
    await exports.cancel(account, 'd', AT);
    await exports.cancel(account, 'a', AT);
    expect(await create('e', { request: '{}' })).toMatchObject({ job: { id: 'e', state: 'queued' } });
    expect((await exports.of(account)).map(({ id }) => id)).toEqual(['d', 'a', 'b', 'e']);
  });

  test('an account sees and cancels its own exports only', async () => {
    await create('a');
    await make('a');
    expect([await exports.find(other, 'a'), await exports.cancel(other, 'a', AT)]).toEqual([null, null]);
    expect([await exports.of(other), await exports.countSince(other, AT)]).toEqual([[], 0]);
    expect(await exports.find(account, 'a')).toMatchObject({ state: 'ready', file: FILE, note: 'Old prices.' });
  });

  test('limits hold: per account, per day, of all waiting exports, and of the size of all files', async () => {
    await create('a');
    expect(await create('b', {}, { ...LIMITS, underWay: 1 })).toEqual({ limit: 'underWay' });
    expect(await create('b', {}, { ...LIMITS, perDay: 1 })).toEqual({ limit: 'perDay' });
    expect(await create('b', {}, { ...LIMITS, perDay: 1, since: later(1) })).toMatchObject({ job: { id: 'b' } });
    expect(await create('c', { accountId: other }, { ...LIMITS, waiting: 2 })).toEqual({ limit: 'waiting' });
    await make('a');
    expect(await create('c', { accountId: other }, { ...LIMITS, bytes: 5 })).toEqual({ limit: 'bytes' });
    expect(await create('c', { accountId: other }, { ...LIMITS, bytes: 6 })).toMatchObject({ job: { id: 'c' } });
    // A job for each stored export, of its account, which takes turns with the others.
    const jobs = await storage.queue.list({ queue: 'export' });
    expect(jobs.map(({ key, account: of, state }) => [key, of, state]).sort()).toEqual([
      ['a', account, 'waiting'],
      ['b', account, 'waiting'],
      ['c', other, 'waiting'],
    ]);
  });

  test('once a new run has begun from an empty file, an earlier run can write nothing', async () => {
    await create('a');
    await exports.begin('a');
    await exports.saveProgress(run('a'), progress);
    await exports.write(run('a'), 0, Buffer.from('x'));
    expect(await exports.begin('a')).toMatchObject({ job: { progress: { done: 0, stage: null } }, attempt: 2 });
    expect(await exports.saveProgress(run('a'), progress)).toBe(false);
    expect(await exports.write(run('a'), 1, Buffer.from('x'))).toBe(false);
    expect(await exports.finish(run('a'), ready, AT)).toBe(false);
    await exports.requeue(run('a'));
    expect(await exports.write(run('a', 2), 0, Buffer.from('y'))).toBe(true);
    expect(await exports.block('a', 0)).toBeNull();
    expect(await exports.finish(run('a', 2), { state: 'failed', note: 'why' }, AT)).toBe(true);
    expect(await exports.find(account, 'a')).toMatchObject({ state: 'failed', note: 'why', file: null });
    expect(await exports.begin('a')).toBeNull();
    expect(await exports.begin('nothing')).toBeNull();
  });

  test('a requeued run does not count as an attempt', async () => {
    await create('a');
    for (let i = 0; i < 5; i++) {
      expect(await exports.begin('a')).toMatchObject({ attempt: 1 });
      await exports.requeue(run('a'));
      expect(await exports.write(run('a'), 0, Buffer.from('x'))).toBe(false);
    }
    expect(await exports.find(account, 'a')).toMatchObject({ state: 'queued' });
    expect((await exports.unfinished()).map(({ id }) => id)).toEqual(['a']);
  });

  test('a cancelled export stops', async () => {
    await create('a');
    await exports.begin('a');
    expect(await exports.cancel(account, 'a', AT)).toMatchObject({ state: 'cancelled', finishedAt: AT });
    expect(await exports.saveProgress(run('a'), progress)).toBe(false);
    expect(await exports.finish(run('a'), ready, AT)).toBe(false);
    expect(await exports.begin('a')).toBeNull();
  });

  test('finished exports are deleted some time after their request', async () => {
    await create('a');
    await create('b');
    await make('a');
    await exports.prune(later(60), AT);
    expect(await exports.find(account, 'a')).toMatchObject({ state: 'expired', note: null });
    await exports.prune(later(60), later(1));
    expect((await exports.of(account)).map(({ id }) => id)).toEqual(['b']);
  });
}
