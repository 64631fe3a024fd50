import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { EXPORT_LIMITS, exportRequestText } from '../../../src/services/exportRequest';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { startChild } from '../../helpers/child';
import { type Replica, startReplica } from '../../helpers/composedReplica';
import { eventually } from '../../helpers/eventually';
import { describeWithPostgres } from '../../helpers/postgres';
import { storeBars } from '../../helpers/storage';
import { tempFolder } from '../../helpers/tempFolder';
import { plantedUniverse, UNIVERSE_NOW } from '../../helpers/universe';

jest.setTimeout(600_000);

/** Of a file of several blocks, so that one that is killed leaves some of it. */
const REQUEST = exportRequestText({
  ...{ market: '0', from: 20_080, to: 20_080 + 364, perSymbol: 20, format: 'ndjson' },
  ...{ years: 10, cycle: 'consecutive', minHold: 5, maxHold: 60, minWins: 8, floors: {} },
});
const LIMITS = { ...EXPORT_LIMITS, perDay: 20, since: new Date(0) };

describe('on SQLite', () => {
  const folder = tempFolder();
  let databases = 0;
  heldToKills(async () => join(folder, `${++databases}.sqlite`));
});

describeWithPostgres('on PostgreSQL', ({ fresh }) => heldToKills(fresh));

/** @param open makes an empty database. @returns what names it */
function heldToKills(open: () => Promise<string>): void {
  let url: string;
  let storage: Storage;
  let account: number;
  let replica: Replica;
  beforeEach(async () => {
    url = await open();
    storage = await openStorage(url);
    for (const symbol of plantedUniverse().slice(0, 12)) await storeBars(storage.prices, symbol, symbol.bars);
    const fresh = { email: 'a@b.c', tier: 'business', role: 'member' as const, createdAt: new Date(UNIVERSE_NOW) };
    account = (await storage.accounts.insert(fresh)).id;
    const asked = { request: REQUEST, createdAt: new Date(UNIVERSE_NOW), dataVersion: null };
    const job = { id: 'a', accountId: account, ...asked };
    expect(await storage.exports.create(job, LIMITS)).toMatchObject({ job: { state: 'queued' } });
  });
  afterEach(async () => {
    await replica.service.close();
    await storage.close();
  });

  const stored = async () => (await storage.exports.find(account, 'a'))!;
  /** The look at what waits, until nothing is left to do here. */
  const look = async () => {
    await replica.service.exports.job().run();
    await replica.service.exports.settled();
  };
  const content = async () => {
    const blocks: Buffer[] = [];
    for (let seq = 0; ; seq++) {
      const block = await storage.exports.block('a', seq);
      if (block === null) return Buffer.concat(blocks);
      blocks.push(block);
    }
  };

  test.each(['tell', 'write', 'finish'])(
    'kill -9 at %s: who lives leaves it alone, then begins anew, and it ends once, its file whole until it expires',
    async (point) => {
      const killed = startChild('exportingChild.ts', url, UNIVERSE_NOW, point);
      expect(await killed.line()).toBe('at work');
      replica = await startReplica(url, UNIVERSE_NOW, { luck: { rotations: 19, mode: 'background' } });
      await replica.service.warm();
      await look();
      expect(await stored()).toMatchObject({ state: 'running', file: null });
      expect(await content()).toHaveLength(0);

      await killed.kill();
      await eventually(async () => {
        await look();
        return (await stored()).state !== 'running';
      });
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
      await look();
      expect(replica.said().filter(({ msg }) => msg === 'export made')).toHaveLength(1);

      replica.clock.set(expiresAt!);
      await look();
      expect(await stored()).toMatchObject({ state: 'expired' });
      expect(await content()).toHaveLength(0);
    },
  );
}
