import type { ExportLimits, ExportStore, NewExport } from '../../../src/storage/exports';
import type { Storage } from '../../../src/storage/storage';
import type { OpenStorage } from './contract';

const AT = new Date('2024-06-28T15:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const LIMITS: ExportLimits = { perDay: 10, since: AT, underWay: 5, waiting: 10, bytes: 1000 };
const FILE = { rows: 2, size: 5, sha256: 'ab'.repeat(32) };
const alive = async () => false;
const gone = async () => true;

/** What every ExportStore does. */
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
  afterEach(() => storage.close());

  const create = (id: string, changes: Partial<NewExport> = {}, limits = LIMITS) => {
    const fresh = { request: `{"of":"${id}"}`, accountId: account, createdAt: AT, dataVersion: 'v' };
    return exports.create({ id, ...fresh, ...changes }, limits);
  };
  const claim = (holder: string, isGone = alive, now = AT) => exports.claim({ holder, now, until: later(10) }, isGone);
  const told = { stage: 'patterns', done: 1, total: 2, dataVersion: 'v', until: later(10) } as const;
  const ready = { state: 'ready', file: FILE, failures: [{ symbol: 'Ä', reason: 'r' }], expiresAt: later(60) } as const;

  test('one is taken on, worked on, and its file read back, also through another connection', async () => {
    expect(await create('a')).toMatchObject({ job: { id: 'a', state: 'queued', progress: { stage: null } } });
    expect(await claim('p')).toMatchObject({ id: 'a', state: 'running' });
    expect(await claim('q')).toBeNull();
    expect(await exports.tell('a', 'p', told)).toBe(true);
    expect(await exports.write('a', 'p', 0, Buffer.from('abc'))).toBe(true);
    expect(await exports.write('a', 'p', 1, Buffer.from('de'))).toBe(true);
    const reader = await open(storage);
    expect(await reader.exports.find(account, 'a')).toMatchObject({
      state: 'running',
      dataVersion: 'v',
      progress: { stage: 'patterns', done: 1, total: 2 },
    });
    expect(await reader.exports.block('a', 0)).toBeNull();
    expect(await exports.finish('a', 'p', ready, later(1))).toBe(true);
    expect(await reader.exports.find(account, 'a')).toEqual({
      ...{ id: 'a', accountId: account, state: 'ready', request: '{"of":"a"}', createdAt: AT, dataVersion: 'v' },
      ...{ progress: { stage: 'patterns', done: 2, total: 2 }, finishedAt: later(1), expiresAt: later(60) },
      ...{ failures: [{ symbol: 'Ä', reason: 'r' }], note: null, file: FILE },
    });
    expect(Buffer.from((await reader.exports.block('a', 1))!).toString()).toBe('de');
    expect(await reader.exports.block('a', 2)).toBeNull();
    expect(await reader.exports.find(other, 'a')).toBeNull();
    await reader.close();
  });

  test('an equal one that is under way is answered in its place, and one whose file is there of the same prices', async () => {
    await create('a', { request: '{}' });
    expect(await create('b', { request: '{}' })).toMatchObject({ job: { id: 'a' } });
    expect(await create('c', { request: '{}', accountId: other })).toMatchObject({ job: { id: 'c' } });
    await claim('p');
    expect(await create('b', { request: '{}' }, { ...LIMITS, underWay: 0 })).toMatchObject({ job: { id: 'a' } });
    await exports.tell('a', 'p', told);
    await exports.finish('a', 'p', ready, AT);
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

  test('says how many an account asked for since a moment, whatever became of them', async () => {
    await create('a');
    await create('b', { createdAt: later(5) });
    await create('c', { accountId: other });
    await exports.cancel(account, 'b', later(6));
    expect(await exports.countSince(account, AT)).toBe(2);
    expect(await exports.countSince(account, later(1))).toBe(1);
    expect(await exports.countSince(other, later(1))).toBe(0);
  });

  test('accounts have their turns: none waits behind all that another asked for', async () => {
    const third = (await storage.accounts.insert({ tier: 'business', role: 'member', createdAt: AT, email: 'g@h.i' }))
      .id;
    for (const id of ['a1', 'a2', 'a3']) await create(id);
    await create('b1', { accountId: other, createdAt: later(1) });
    await create('c1', { accountId: third, createdAt: later(2) });
    await create('b2', { accountId: other, createdAt: later(3) });
    // One after the other: whoever was served goes to the end of the line.
    const turns: string[] = [];
    for (let minute = 0; minute < 6; minute++) {
      const job = (await claim('p'))!;
      turns.push(job.id);
      await exports.finish(job.id, 'p', ready, later(10 + minute));
    }
    expect(turns).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    // Several at once: whoever has one under way comes after those who have none.
    for (const id of ['a4', 'a5']) await create(id);
    await create('c2', { accountId: third, createdAt: later(20) });
    const held = [await claim('p'), await claim('q'), await claim('r')];
    expect(held.map((job) => job?.id)).toEqual(['c2', 'a4', 'a5']);
  });

  test('limits hold: of the account, of the day, of all, and of all files', async () => {
    await create('a');
    expect(await create('b', {}, { ...LIMITS, underWay: 1 })).toEqual({ limit: 'underWay' });
    expect(await create('b', {}, { ...LIMITS, perDay: 1 })).toEqual({ limit: 'perDay' });
    expect(await create('b', {}, { ...LIMITS, perDay: 1, since: later(1) })).toMatchObject({ job: { id: 'b' } });
    expect(await create('c', { accountId: other }, { ...LIMITS, waiting: 2 })).toEqual({ limit: 'waiting' });
    await claim('p');
    await exports.finish('a', 'p', ready, AT);
    expect(await create('c', { accountId: other }, { ...LIMITS, bytes: 5 })).toEqual({ limit: 'bytes' });
    expect(await create('c', { accountId: other }, { ...LIMITS, bytes: 6 })).toMatchObject({ job: { id: 'c' } });
  });

  test('what a process left that ended is begun anew by another, which has nothing of its file; in the end it fails', async () => {
    await create('a');
    await claim('p');
    await exports.write('a', 'p', 0, Buffer.from('x'));
    expect(await claim('q')).toBeNull();
    expect(await claim('q', gone)).toMatchObject({ id: 'a', progress: { done: 0, stage: null } });
    expect(await exports.tell('a', 'p', told)).toBe(false);
    expect(await exports.write('a', 'p', 1, Buffer.from('x'))).toBe(false);
    expect(await exports.finish('a', 'p', ready, AT)).toBe(false);
    expect(await exports.write('a', 'q', 0, Buffer.from('y'))).toBe(true);
    // A claim lapses by itself, too.
    expect(await claim('r', alive, later(11))).toMatchObject({ id: 'a' });
    expect(await claim('s', gone)).toBeNull();
    expect(await exports.find(account, 'a')).toMatchObject({
      state: 'failed',
      note: expect.stringMatching(/3 processes/),
    });
  });

  test('who stops gives back, which counts against nobody', async () => {
    await create('a');
    for (let i = 0; i < 5; i++) {
      expect(await claim('p')).toMatchObject({ id: 'a' });
      await exports.release('a', 'p');
    }
    expect(await exports.find(account, 'a')).toMatchObject({ state: 'queued' });
  });

  test('what is called off stops, and its file goes', async () => {
    await create('a');
    await create('b');
    expect(await exports.cancel(other, 'a', AT)).toBeNull();
    await claim('p');
    expect(await exports.cancel(account, 'a', AT)).toMatchObject({ state: 'cancelled', finishedAt: AT });
    expect(await exports.tell('a', 'p', told)).toBe(false);
    expect(await exports.finish('a', 'p', ready, AT)).toBe(false);
    await claim('p');
    await exports.write('b', 'p', 0, Buffer.from('x'));
    await exports.finish('b', 'p', ready, AT);
    expect(await exports.cancel(account, 'b', AT)).toMatchObject({ state: 'expired', note: expect.any(String) });
    expect(await exports.block('b', 0)).toBeNull();
    expect(await exports.cancel(account, 'b', AT)).toMatchObject({ state: 'expired' });
  });

  test('files go when their time is over, jobs when nobody asks for them any more', async () => {
    await create('a');
    await create('b');
    await claim('p');
    await exports.write('a', 'p', 0, Buffer.from('x'));
    await exports.finish('a', 'p', ready, AT);
    await exports.prune(later(59), AT);
    expect(await exports.block('a', 0)).not.toBeNull();
    await exports.prune(later(60), AT);
    expect(await exports.block('a', 0)).toBeNull();
    expect(await exports.find(account, 'a')).toMatchObject({ state: 'expired' });
    await exports.prune(later(60), later(1));
    expect((await exports.of(account)).map(({ id }) => id)).toEqual(['b']);
  });
}
