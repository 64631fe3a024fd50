import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import type { Bars } from '../../src/core/window/bars';
import { closeDatabase, type Database, openDatabase } from '../../src/storage/sqlite/database';
import { decodeCloses, encodeCloses } from '../../src/storage/sqlite/priceBlob';
import { CorruptPricesError, type PriceRepository } from '../../src/storage/sqlite/prices';
import { inTransaction, type Store, storeOf } from '../../src/storage/sqlite/store';
import { barsOf, weekdayBars } from '../helpers/bars';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
const REAL = { source: 'test', importedAt: new Date('2024-12-20T15:00:00Z'), simulated: false };
const SIMULATED = { ...REAL, source: 'sandbox', simulated: true };

const bars = barsOf([
  { date: '1962-01-02', close: 1.5, high: 2, low: 1 },
  { date: '2020-04-20', close: -37.63 },
  { date: '2024-02-29', close: 0.1, high: 0.3 },
]);
const longer = weekdayBars('2020-01-01', '2024-12-31', (day) => 100 + (day % 7));

let database: Database;
let store: Store;
let prices: PriceRepository;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  store = storeOf(database);
  prices = store.prices;
});
afterEach(() => closeDatabase(database));

async function symbolId(symbol: string, simulated = false, market = '0'): Promise<number> {
  return (await store.symbols.addMembers(market, [{ symbol }], { simulated }))[0];
}

describe('put and read', () => {
  test('every bit comes back', async () => {
    const id = await symbolId('CL=F');
    expect(await prices.put(id, bars, REAL)).toBe('stored');
    expect(prices.bars(id)).toEqual(bars);
    expect(prices.closes(id)).toEqual({ day: bars.day, close: bars.close });
  });

  test('what is known without reading', async () => {
    const id = await symbolId('CL=F');
    await prices.put(id, bars, REAL);
    expect(prices.index()).toEqual([
      {
        symbolId: id,
        symbol: 'CL=F',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        rows: 3,
        firstDay: bars.day[0],
        lastDay: bars.day[2],
        ...REAL,
      },
    ]);
  });

  test('a symbol without prices is null, also one that does not exist', async () => {
    expect(prices.bars(await symbolId('KO'))).toBeNull();
    expect(prices.closes(4711)).toBeNull();
  });

  test('the same content twice changes nothing', async () => {
    const id = await symbolId('KO');
    await prices.put(id, longer, REAL);
    const [index, revision] = [prices.index(), prices.revision()];
    expect(await prices.put(id, longer, { ...REAL, importedAt: new Date() })).toBe('unchanged');
    expect(prices.index()).toEqual(index);
    expect(prices.revision()).toBe(revision);
  });

  test.each([
    ['a changed close', { close: bars.close.map((c, i) => (i === 1 ? c + 1e-12 : c)) }, {}],
    ['a changed high', { high: bars.high.map((h, i) => (i === 0 ? h + 1e-12 : h)) }, {}],
    ['a low that becomes known', { low: Float64Array.of(1, -40, 0.1) }, {}],
    ['another source', {}, { source: 'other' }],
  ])('%s is stored', async (_, change: Partial<Bars>, meta) => {
    const id = await symbolId('CL=F');
    await prices.put(id, bars, REAL);
    expect(await prices.put(id, { ...bars, ...change }, { ...REAL, ...meta })).toBe('stored');
    expect(prices.bars(id)).toEqual({ ...bars, ...change });
  });

  test.each<[string, Partial<Bars>, RegExp]>([
    ['no bars', { day: new Int32Array(), close: new Float64Array() }, /at least one bar/],
    ['columns of different length', { low: Float64Array.of(1) }, /3 days, 3 closes, 3 highs, 1 lows/],
    ['a day twice', { day: Int32Array.of(1, 2, 2) }, /1970-01-03 after 1970-01-03/],
    ['days backwards', { day: Int32Array.of(1, 3, 2) }, /1970-01-03 after 1970-01-04/],
    ['an unknown close', { close: Float64Array.of(1, Number.NaN, 1) }, /close of 2020-04-20 is NaN/],
  ])('%s is refused', async (_, change, message) => {
    const id = await symbolId('KO');
    expect(() => prices.put(id, { ...bars, ...change }, REAL)).toThrow(message);
    expect(prices.bars(id)).toBeNull();
  });

  test('views of longer arrays are stored as what they show', async () => {
    const id = await symbolId('KO');
    const cut = {
      day: longer.day.subarray(3, 9),
      close: longer.close.subarray(3, 9),
      high: longer.high.subarray(3, 9),
      low: longer.low.subarray(3, 9),
    };
    await prices.put(id, cut, REAL);
    expect(prices.bars(id)).toEqual(cut);
  });
});

test('a blob is decoded wherever its bytes lie', () => {
  const series = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(series, fc.nat(15), (values, offset) => {
      const closes = { day: Int32Array.from(values, (_, i) => i - 5), close: Float64Array.from(values) };
      const blob = encodeCloses(closes);
      const moved = Buffer.alloc(blob.length + offset).subarray(offset);
      blob.copy(moved);
      expect(decodeCloses(moved, values.length)).toEqual(closes);
    }),
  );
});

describe('data version', () => {
  test('depends on the data alone, not on order, time or source', async () => {
    const version = async (symbols: string[], meta: typeof REAL) => {
      const other = await openDatabase(':memory:');
      const fresh = storeOf(other);
      for (const symbol of symbols) {
        const [id] = await fresh.symbols.addMembers('0', [{ symbol }], { simulated: false });
        await fresh.prices.put(id, symbol === 'A' ? bars : longer, meta);
      }
      const result = fresh.prices.dataVersion();
      await closeDatabase(other);
      return result;
    };
    const one = await version(['A', 'B'], REAL);
    expect(await version(['B', 'A'], { ...REAL, source: 'other', importedAt: new Date(0) })).toBe(one);
    expect(await version(['B', 'C'], REAL)).not.toBe(one);
  });

  test('moves with a change of prices', async () => {
    const id = await symbolId('KO');
    const empty = prices.dataVersion();
    await prices.put(id, bars, REAL);
    const first = prices.dataVersion();
    expect(first).not.toBe(empty);
    await prices.put(id, longer, REAL);
    expect(prices.dataVersion()).not.toBe(first);
    await prices.put(id, bars, REAL);
    expect(prices.dataVersion()).toBe(first);
  });
});

describe('damage', () => {
  test.each([
    ['a flipped byte', "UPDATE price_column SET data = zeroblob(length(data)) WHERE column_set = 'close'", /hash/],
    ['a truncated blob', "UPDATE price_column SET data = x'00' WHERE column_set = 'close'", /1 bytes, expected 36/],
    ['text', "UPDATE price_column SET data = 'gone' WHERE column_set = 'close'", /missing/],
    ['a lost column', "DELETE FROM price_column WHERE column_set = 'close'", /missing/],
    ['another row count', 'UPDATE price_series SET row_count = 2', /36 bytes, expected 24/],
    ['another hash', "UPDATE price_column SET hash = 'x'", /hash/],
  ])('%s by another client is told on the next read, and mended by the next import', async (_, sql, message) => {
    const file = join(folder, `damage-${Math.random()}.sqlite`);
    const onDisk = await openDatabase(file);
    const disk = storeOf(onDisk);
    const [id, whole] = await disk.symbols.addMembers('0', [{ symbol: 'CL=F' }, { symbol: 'KO' }], {
      simulated: false,
    });
    await disk.prices.put(id, bars, REAL);
    const revision = disk.prices.revision();

    const client = new BetterSqlite3(file);
    client.exec(sql);
    client.close();

    expect(disk.prices.revision()).toBeGreaterThan(revision);
    for (const read of [() => disk.prices.closes(id), () => disk.prices.bars(id)]) {
      expect(read).toThrow(CorruptPricesError);
      expect(read).toThrow(message);
      expect(read).toThrow(/CL=F/);
    }
    await disk.prices.put(whole, longer, REAL);
    expect(disk.prices.bars(whole)).toEqual(longer);
    expect(await disk.prices.put(id, bars, REAL)).toBe('stored');
    expect(disk.prices.bars(id)).toEqual(bars);
    await closeDatabase(onDisk);
  });

  test('highs and lows are guarded apart from closes', async () => {
    const id = await symbolId('KO');
    await prices.put(id, bars, REAL);
    await database.knex.raw("UPDATE price_column SET data = zeroblob(length(data)) WHERE column_set = 'range'");
    expect(prices.closes(id)?.close).toEqual(bars.close);
    expect(() => prices.bars(id)).toThrow(CorruptPricesError);
  });
});

describe('sandbox', () => {
  test('the first real series ends it for the whole database', async () => {
    const [apple, coke] = [await symbolId('AAPL', true), await symbolId('KO', true, '2')];
    await prices.put(apple, bars, SIMULATED);
    await prices.put(coke, longer, SIMULATED);
    expect([await prices.hasSimulated(), await prices.hasReal()]).toEqual([true, false]);

    await symbolId('AAPL');
    await prices.put(apple, longer, REAL);

    expect([await prices.hasSimulated(), await prices.hasReal()]).toEqual([false, true]);
    expect(prices.index().map((row) => row.symbol)).toEqual(['AAPL']);
    expect(prices.bars(coke)).toBeNull();
    expect(store.symbols.resolve('KO')).toBeNull();
    expect(store.symbols.resolve('AAPL')?.markets).toEqual(['0']);
  });

  test('real prices with the content of the simulated ones still replace them', async () => {
    const id = await symbolId('KO', true);
    await prices.put(id, bars, SIMULATED);
    expect(await prices.put(id, bars, { ...REAL, source: SIMULATED.source })).toBe('stored');
    expect(prices.index()[0].simulated).toBe(false);
  });

  test('simulated prices never join real ones', async () => {
    await prices.put(await symbolId('KO'), bars, REAL);
    const id = await symbolId('PEP');
    await expect(prices.put(id, bars, SIMULATED)).rejects.toThrow(/cannot be stored beside real ones/);
    expect(await prices.hasSimulated()).toBe(false);
  });

  test('it survives an import that fails', async () => {
    const id = await symbolId('KO', true);
    await prices.put(id, bars, SIMULATED);
    const failing = inTransaction(database, async (inside) => {
      await inside.prices.put(id, longer, REAL);
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(prices.bars(id)).toEqual(bars);
    expect(await prices.hasSimulated()).toBe(true);
  });

  test('clearSimulated keeps real members', async () => {
    await prices.put(await symbolId('KO', true), bars, SIMULATED);
    await symbolId('PEP');
    await prices.clearSimulated();
    expect(store.symbols.all().map((s) => s.symbol)).toEqual(['PEP']);
  });
});

test('a process killed inside an import leaves the old prices', async () => {
  const file = join(folder, 'killed.sqlite');
  const onDisk = await openDatabase(file);
  const disk = storeOf(onDisk);
  const [id] = await disk.symbols.addMembers('0', [{ symbol: 'KO' }], { simulated: false });
  await disk.prices.put(id, bars, REAL);

  const program = `
    const Database = require(${JSON.stringify(require.resolve('better-sqlite3'))});
    const db = new Database(${JSON.stringify(file)});
    db.exec("BEGIN; UPDATE price_column SET data = zeroblob(100000), hash = 'x'; DELETE FROM price_series");
    console.log('inside');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(disk.prices.bars(id)).toEqual(bars);
  child.kill('SIGKILL');
  await once(child, 'exit');

  expect(disk.prices.bars(id)).toEqual(bars);
  expect(await disk.prices.put(id, longer, REAL)).toBe('stored');
  await closeDatabase(onDisk);
});
