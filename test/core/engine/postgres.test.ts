import { createHash } from 'node:crypto';
import { closesIn } from '../../../src/core/detection/closesIn';
import { buildColumns, type SymbolColumns } from '../../../src/core/detection/columns';
import { Engine } from '../../../src/engine/engine';
import { loadMarkets } from '../../../src/seeds';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { fixedClock } from '../../helpers/clock';
import { eventually } from '../../helpers/eventually';
import { describeWithPostgres, statements } from '../../helpers/postgres';
import { listed, REAL, RUN, storeBars } from '../../helpers/storage';
import { syntheticBars } from '../../helpers/syntheticBars';

describeWithPostgres('prices in PostgreSQL', (database) => {
  let url: string;
  let storage: Storage;
  const clock = fixedClock('2024-06-14T12:00:00Z');
  const markets = loadMarkets();
  const open: Engine[] = [];
  const started = async (workers: number) => {
    const engine = new Engine({
      url: storage.url,
      prices: storage.prices,
      markets,
      clock,
      workers,
      refreshWaitMs: 60_000,
    });
    open.push(engine);
    await engine.start();
    return engine;
  };
  const bars = (seed: number) => syntheticBars({ seed, fromYear: 2021, toYear: 2024, rough: true });
  const put = (symbol: string, seed: number, markets = ['0']) =>
    storeBars(storage.prices, { symbol, markets }, bars(seed));
  beforeEach(async () => {
    clock.set('2024-06-14T12:00:00Z');
    url = await database.fresh();
    storage = await openStorage(url);
    // More than fit into one block.
    const members = Array.from({ length: 66 }, (_, i) => ({ symbol: `S${i}` }));
    await storage.prices.write(RUN, async (changes) => {
      const ids = await changes.enrol('0', members, { simulated: false });
      for (const [i, id] of ids.entries()) await changes.replace(id, bars(i + 1), REAL);
    });
  });
  afterEach(async () => {
    for (const engine of open.splice(0)) await engine.close();
    await storage.close();
  });

  test('after each change, reused prices and prices read by threads equal those of a full load, bit for bit', async () => {
    const told = async (engine: Engine) => {
      const { symbols, unreadable, dataVersion, markets } = await engine.current();
      const known = [...symbols.values()].map(({ columns, index, ...rest }) => ({
        ...rest,
        digest: digestOf({ columns, index }),
      }));
      const sessions = [...markets.values()].map(({ sessions }) => Array.from(sessions));
      return { dataVersion, known, unreadable: [...unreadable.keys()], sessions };
    };
    /** Changes by another client, which a listener notices a moment later. */
    const elsewhere = async (sql: string) => {
      const known = await storage.prices.revision();
      await statements(url, [sql]);
      await eventually(async () => (await storage.prices.revision()) !== known);
    };
    const close = "column_set = 'close' AND symbol_id = (SELECT id FROM symbol WHERE ticker = 'S2')";
    const changes: Record<string, () => Promise<unknown>> = {
      'another series': () => put('S1', 1000),
      'a new symbol': () => put('NEW', 101),
      'one in another market too': () => put('S9', 10, ['0', '7']),
      'one that moves all behind it': () =>
        storage.prices.write(RUN, async (changes) => changes.remove((await storage.prices.find('S3'))!.id)),
      'damage by another client': () => elsewhere(`UPDATE price_column SET data = '' WHERE ${close}`),
      'its import anew': () => put('S2', 3),
      'a hash that fits no more': () => elsewhere(`UPDATE price_column SET hash = 'other' WHERE ${close}`),
      'another day': async () => clock.set('2024-06-18T12:00:00Z'),
    };
    const engine = await started(2);
    let before = await told(engine);
    expect(before).toEqual(await told(await started(0)));
    for (const [what, change] of Object.entries(changes)) {
      await change();
      const after = await told(engine);
      expect(after).not.toEqual(before);
      expect({ what, ...after }).toEqual({ what, ...(await told(await started(0))) });
      before = after;
    }
  });

  test('if one of many symbols changes, only that one is read, in a thread', async () => {
    const reads = jest.spyOn(storage.prices, 'readCloses');
    const engine = await started(1);
    const id = await put('S5', 1000);
    await statements(url, [
      'ALTER TABLE price_column RENAME TO kept_column',
      `CREATE FUNCTION only_one(id integer, data bytea) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
        BEGIN
          IF id <> ${id} THEN RAISE 'symbol % was read', id; END IF;
          RETURN data;
        END $$`,
      `CREATE VIEW price_column AS
        SELECT symbol_id, column_set, hash, only_one(symbol_id, data) AS data FROM kept_column`,
    ]);
    const { hash, columns, index } = (await engine.current()).symbols.get(id)!;
    expect(hash).toBe((await listed(storage.prices, 'S5'))!.series!.hash);
    expect(closesIn(columns, index).close[0]).toBe(bars(1000).close[0]);
    expect(reads).not.toHaveBeenCalled();
  });
});

/** The digest of a symbol's columns, independent of their place in memory. */
function digestOf(symbol: SymbolColumns): string {
  return createHash('sha256')
    .update(new Uint8Array(buildColumns([symbol]).buffer))
    .digest('hex');
}
