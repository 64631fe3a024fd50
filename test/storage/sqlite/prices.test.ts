import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { CorruptPricesError } from '../../../src/storage/errors';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { decodeCloses, encodeCloses } from '../../../src/storage/storedSeries';
import { barsOf, weekdayBars } from '../../helpers/bars';
import { migratedFiles } from '../../helpers/migratedFiles';
import { scriptOn, startProcess } from '../../helpers/process';
import { REAL, RUN, storeBars, storedBars } from '../../helpers/storage';

const newFile = migratedFiles();

const bars = barsOf([
  { date: '1962-01-02', close: 1.5, high: 2, low: 1 },
  { date: '2020-04-20', close: -37.63 },
  { date: '2024-02-29', close: 0.1, high: 0.3 },
]);
const longer = weekdayBars('2020-01-01', '2024-12-31', (day) => 100 + (day % 7));

let file: string;
let storage: Storage;
let id: number;
beforeEach(async () => {
  file = await newFile();
  storage = await openStorage(file);
  id = await storeBars(storage.prices, { symbol: 'CL=F', markets: ['0'] }, bars);
});
afterEach(() => storage.close());

const replaced = (series: typeof bars) => storage.prices.write(RUN, (changes) => changes.replace(id, series, REAL));

function byAnotherClient(sql: string): void {
  const client = new BetterSqlite3(file);
  client.exec(sql);
  client.close();
}

test('a blob is decoded at any offset of its bytes', () => {
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

describe('damage', () => {
  test.each([
    ['a flipped byte', "UPDATE price_column SET data = zeroblob(length(data)) WHERE column_set = 'close'", /hash/],
    ['a truncated blob', "UPDATE price_column SET data = x'00' WHERE column_set = 'close'", /1 bytes, expected 36/],
    ['text', "UPDATE price_column SET data = 'gone' WHERE column_set = 'close'", /missing/],
    ['a lost column', "DELETE FROM price_column WHERE column_set = 'close'", /missing/],
    ['another row count', 'UPDATE price_series SET row_count = 2', /36 bytes, expected 24/],
    ['another hash', "UPDATE price_column SET hash = 'x'", /hash/],
  ])('%s by another client is reported on the next read, and repaired by the next import', async (_, sql, message) => {
    const { prices } = storage;
    const revision = await prices.revision();
    byAnotherClient(sql);
    expect(await prices.revision()).toBeGreaterThan(revision);
    for (const found of [await prices.readCloses([id]), await prices.read([id])]) {
      expect(found.get(id)).toBeInstanceOf(CorruptPricesError);
      expect(found.get(id)).toMatchObject({ symbol: 'CL=F', message: expect.stringMatching(message) });
    }
    await storeBars(prices, { symbol: 'KO', markets: ['0'] }, longer);
    expect(await storedBars(prices, 'KO')).toEqual(longer);
    expect(await replaced(bars)).toBe('stored');
    expect(await storedBars(prices, 'CL=F')).toEqual(bars);
  });

  test('to one symbol leaves the others readable', async () => {
    const { prices } = storage;
    const whole = await storeBars(prices, { symbol: 'KO', markets: ['0'] }, longer);
    byAnotherClient(`UPDATE price_column SET data = zeroblob(length(data)) WHERE symbol_id = ${id}`);
    const found = await prices.read([id, whole]);
    expect(found.get(id)).toBeInstanceOf(CorruptPricesError);
    expect(found.get(whole)).toEqual(longer);
  });

  test('to highs and lows does not affect the closes', async () => {
    byAnotherClient("UPDATE price_column SET data = zeroblob(length(data)) WHERE column_set = 'range'");
    expect((await storage.prices.readCloses([id])).get(id)).toMatchObject({ day: bars.day, close: bars.close });
    expect((await storage.prices.read([id])).get(id)).toBeInstanceOf(CorruptPricesError);
    expect((await storage.prices.readRanges([id])).get(id)).toBeInstanceOf(CorruptPricesError);
  });
});

test('a process killed inside an import leaves the old prices', async () => {
  const program = `
    db.exec("BEGIN; UPDATE price_column SET data = zeroblob(100000), hash = 'x'; DELETE FROM price_series");
    console.log('inside');
    setInterval(() => {}, 1000);`;
  const child = startProcess(process.execPath, scriptOn(file, program));
  expect(await child.line()).toBe('inside');
  expect(await storedBars(storage.prices, 'CL=F')).toEqual(bars);
  await child.kill();

  expect(await storedBars(storage.prices, 'CL=F')).toEqual(bars);
  expect(await replaced(longer)).toBe('stored');
});
