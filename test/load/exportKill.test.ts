import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXPORT_LIMITS, type ExportRequest } from '../../src/services/exports/request';
import { ExportStore } from '../../src/storage/exports';
import { canonical } from '../../src/storage/hashes';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { fixedClock } from '../helpers/clock';
import { eventually } from '../helpers/eventually';
import { endLeases, endWaits, removeJobs } from '../helpers/jobTimes';
import { describeWithPostgres, PATIENT_REQUESTS } from '../helpers/postgres';
import { type Child, startChild } from '../helpers/process';
import { type ComposedService, composeService } from '../helpers/service';
import { storeBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

jest.setTimeout(600_000);

/** The file has several blocks, so that a killed process leaves some of them. */
const EXPORT: ExportRequest = {
  market: '0',
  from: 20_080,
  to: 20_080 + 364,
  perSymbol: 20,
  format: 'ndjson',
  years: 10,
  cycle: 'consecutive',
  minHold: 5,
  maxHold: 60,
  minWins: 8,
  floors: {},
};
const REQUEST = canonical(EXPORT);
const LIMITS = { ...EXPORT_LIMITS, perDay: 20, since: new Date(0) };

describe('on SQLite', () => {
  const folder = tempFolder();
  let databases = 0;
  heldToKills(async () => join(folder, `${++databases}.sqlite`));
});

describeWithPostgres('on PostgreSQL', ({ fresh }) => heldToKills(fresh));

/** @param open creates an empty database and returns its address */
function heldToKills(open: () => Promise<string>): void {
  let url: string;
  let storage: Storage;
  let account: number;
  let replicas: ComposedService[];
  beforeEach(async () => {
    replicas = [];
    url = await open();
    storage = await openStorage(url, PATIENT_REQUESTS);
    for (const symbol of plantedUniverse().slice(0, 12)) await storeBars(storage.prices, symbol, symbol.bars);
    account = await newAccount('a@b.c');
    await create('a', account);
  });
  afterEach(async () => {
    for (const { service } of replicas) await service.close();
    await storage.close();
  });

  async function newAccount(email: string): Promise<number> {
    const fresh = { email, tier: 'business', role: 'member' as const, createdAt: new Date(UNIVERSE_NOW) };
    return (await storage.accounts.insert(fresh)).id;
  }

  async function create(id: string, accountId: number): Promise<void> {
    const asked = { request: REQUEST, createdAt: new Date(UNIVERSE_NOW), dataVersion: null };
    expect(await storage.exports.create({ id, accountId, ...asked }, LIMITS)).toMatchObject({
      job: { state: 'queued' },
    });
  }

  const stored = async (id = 'a', accountId = account) => (await storage.exports.find(accountId, id))!;
  /** Waits until the export is in none of these states, and ends the waits of its job meanwhile. */
  const until = (...states: readonly string[]) =>
    eventually(async () => {
      await endWaits(url, 'export');
      return !states.includes((await stored()).state);
    });
  const content = async (id = 'a') => {
    const blocks: Buffer[] = [];
    for (let seq = 0; ; seq++) {
      const block = await storage.exports.block(id, seq);
      if (block === null) return Buffer.concat(blocks);
      blocks.push(block);
    }
  };
  const blocks = async () => content().then(({ length }) => length);

  async function replicaAtWork(): Promise<ComposedService> {
    const replica = await composeService(url, fixedClock(UNIVERSE_NOW), {
      nullDistributions: { rotations: 19, mode: 'background' },
    });
    replicas.push(replica);
    await replica.service.warm();
    await replica.service.start();
    return replica;
  }

  /** Another process that has reached a point of the export. */
  async function childAt(point: string): Promise<Child> {
    const child = startChild('makeExport', url, UNIVERSE_NOW, point);
    let isThere = false;
    const line = child.line().finally(() => {
      isThere = true;
    });
    await eventually(async () => {
      await endWaits(url, 'export');
      return isThere;
    });
    expect(await line).toBe('at work');
    return child;
  }

  async function killAt(point: string): Promise<void> {
    const child = await childAt(point);
    await child.kill();
    expect(await stored()).toMatchObject({ state: 'running', file: null });
    expect(await blocks()).toBe(0);
    await endLeases(url, 'export');
  }

  test('an export whose process is killed twice starts again, and its file is whole until it expires', async () => {
    for (const point of ['write', 'finish']) await killAt(point);
    const replica = await replicaAtWork();
    await until('queued', 'running');
    const { state, file, finishedAt, expiresAt } = await stored();
    expect({ state, finishedAt }).toEqual({ state: 'ready', finishedAt: new Date(UNIVERSE_NOW) });
    const whole = await content();
    expect({ size: whole.length, sha256: createHash('sha256').update(whole).digest('hex') }).toEqual({
      size: file!.size,
      sha256: file!.sha256,
    });
    const lines = whole.toString().trimEnd().split('\n');
    expect(lines).toHaveLength(file!.rows);
    expect(new Set(lines).size).toBe(lines.length);
    expect(JSON.parse(lines[0])).toMatchObject({ rank: 1, significance: 'ready' });
    // The same as that of an undisturbed export.
    const other = await newAccount('d@e.f');
    await create('b', other);
    await eventually(async () => (await stored('b', other)).state === 'ready');
    expect((await content('b')).equals(whole)).toBe(true);

    replica.clock.set(expiresAt!);
    await replica.service.schedule.tick();
    expect(await stored()).toMatchObject({ state: 'expired' });
    expect(await blocks()).toBe(0);
  });

  test('an export that ends every process that makes it fails for good', async () => {
    for (let i = 0; i < 3; i++) await killAt('tell');
    await replicaAtWork();
    await until('queued', 'running');
    expect(await stored()).toMatchObject({ state: 'failed', note: expect.stringMatching(/^3 processes ended/) });
    await eventually(async () => (await storage.queue.list({ queue: 'export' }))[0]?.state === 'failed');
  });

  test('a process that hung stores nothing once another one has taken over', async () => {
    const hung = await childAt('write');
    hung.signal('SIGSTOP');
    await endLeases(url, 'export');
    await replicaAtWork();
    await until('queued', 'running');
    const before = [await stored(), await content()];
    expect(before[0]).toMatchObject({ state: 'ready' });
    hung.signal('SIGCONT');
    hung.send('go on');
    expect(await hung.line()).toBe('over');
    expect([await stored(), await content()]).toEqual(before);
    await hung.kill();
  });

  test('an export that is cancelled elsewhere stores nothing more', async () => {
    const child = await childAt('tell');
    expect(await storage.exports.cancel(account, 'a', new Date(UNIVERSE_NOW))).toMatchObject({ state: 'cancelled' });
    await storage.queue.cancel('export', 'a');
    child.send('go on');
    expect(await child.line()).toBe('over');
    expect(await stored()).toMatchObject({ state: 'cancelled', file: null });
    await child.kill();
  });

  test('a service that closes gives its export back, and the next one makes it at once', async () => {
    // Long enough that it is under way until the service has closed.
    const write = jest.spyOn(ExportStore.prototype, 'write').mockImplementation(async () => {
      await sleep(1_000);
      return true;
    });
    for (let i = 0; i < 4; i++) {
      const replica = await replicaAtWork();
      await eventually(async () => (await stored()).state === 'running');
      await replica.service.close();
      expect(await stored()).toMatchObject({ state: 'queued' });
      replicas.pop();
    }
    write.mockRestore();
    await replicaAtWork();
    await eventually(async () => (await stored()).state === 'ready');
  });

  test('an export without a job, as in a database that was moved, gets one when a service starts', async () => {
    await removeJobs(url, 'export');
    await replicaAtWork();
    await eventually(async () => (await stored()).state === 'ready');
  });
}
