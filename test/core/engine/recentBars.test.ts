import { join } from 'node:path';
import { type Bars, barsThrough } from '../../../src/core/window/bars';
import { RecentBars, refOf, requiredBars } from '../../../src/engine/tasks/thread';
import { loadMarkets } from '../../../src/seeds';
import { openStorage } from '../../../src/storage/open';
import type { PriceStore, Series } from '../../../src/storage/prices';
import type { Storage } from '../../../src/storage/storage';
import { openPriceReader } from '../../../src/storage/storedSeries';
import { fixedClock } from '../../helpers/clock';
import { loadHere } from '../../helpers/engine';
import { enrol, restate, storeBars } from '../../helpers/storage';
import { syntheticBars } from '../../helpers/syntheticBars';
import { tempFolder } from '../../helpers/tempFolder';

/** Bars as tasks read them: over their own connection, like that of a thread. */

const folder = tempFolder();
let storage: Storage;
let prices: PriceStore;
beforeEach(async () => {
  storage = await openStorage(join(folder, `${Math.random()}.db`));
  prices = storage.prices;
});
afterEach(async () => {
  await storage.close();
});

function put(symbol: string, seed: number): Promise<number> {
  return storeBars(prices, { symbol, markets: ['0'] }, syntheticBars({ seed, fromYear: 2000, toYear: 2024 }));
}

async function snapshot() {
  const clock = fixedClock('2024-06-14T12:00:00Z');
  const loaded = await loadHere({ prices, markets: loadMarkets(), clock });
  return loaded.snapshot;
}

test('are cached until their symbol changes, and then read again', async () => {
  const [a, b] = [await put('AAA', 1), await put('BBB', 2)];
  const series = openPriceReader(storage.url!);
  const reads: (readonly number[])[] = [];
  const readRanges: Series['readRanges'] = (ids) => {
    reads.push(ids);
    return series.readRanges(ids);
  };
  const bars = new RecentBars({ read: (ids) => series.read(ids), readRanges });
  const refs = async () => {
    const { symbols } = await snapshot();
    return [a, b].map((id) => refOf(symbols.get(id)!));
  };
  await bars.read(await refs());
  await enrol(prices, '0', 'CCC');
  await bars.read(await refs());
  // The series is the same, but could be damaged.
  await enrol(prices, '1', 'BBB');
  await bars.read(await refs());
  expect(reads).toEqual([[a, b], [b]]);
});

test('equal the stored ones, also if they end before the last stored day or have closes that are not positive', async () => {
  const [plain, odd] = [await put('AAA', 1), await put('BBB', 2)];
  const sunk = syntheticBars({ seed: 2, fromYear: 2010, toYear: 2024 });
  sunk.close.fill(-37.63, 100, 101);
  sunk.low.fill(-40.32, 100, 101);
  await restate(prices, 'BBB', sunk);
  const { symbols } = await snapshot();
  const bars = new RecentBars(openPriceReader(storage.url!));
  for (const id of [plain, odd]) {
    const symbol = symbols.get(id)!;
    const stored = (await prices.read([id])).get(id) as Bars;
    const read = await bars.read([refOf(symbol)]);
    expect(read(symbol)).toEqual(barsThrough(stored, symbol.lastDay));
  }
});

test('are those of the snapshot, with unknown highs and lows if other bars were stored since', async () => {
  const id = await put('AAA', 1);
  const before = await snapshot();
  const ref = refOf(before.symbols.get(id)!);
  const bars = new RecentBars(openPriceReader(storage.url!));
  const loaded = (await requiredBars(bars, [ref]))(ref);
  await restate(prices, 'AAA', syntheticBars({ seed: 2, fromYear: 2010, toYear: 2024 }));
  const then = (await requiredBars(new RecentBars(openPriceReader(storage.url!)), [ref]))(ref);
  expect([then.day, then.close]).toEqual([loaded.day, loaded.close]);
  expect(then.high.every(Number.isNaN) && then.low.every(Number.isNaN)).toBe(true);
  const after = await snapshot();
  const anew = refOf(after.symbols.get(id)!);
  expect((await requiredBars(bars, [anew]))(anew).close).not.toEqual(loaded.close);
});

test('are only those requested', async () => {
  const [a, b] = [await put('AAA', 1), await put('BBB', 2)];
  const { symbols } = await snapshot();
  const read = await requiredBars(new RecentBars(prices), [refOf(symbols.get(a)!)]);
  expect(read(symbols.get(a)!).day.length).toBeGreaterThan(0);
  expect(() => read(symbols.get(b)!)).toThrow(RangeError);
});
