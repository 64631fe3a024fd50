import { toIso } from '../../../src/core/calendar/dates';
import { MarketUnreadableError, readableMarket, versionOfMarkets } from '../../../src/engine/snapshot';
import { openStorage } from '../../../src/storage/open';
import type { PriceStore } from '../../../src/storage/prices';
import { fixedClock } from '../../helpers/clock';
import { ENGINE_NOW, priceDatabase } from '../../helpers/engine';
import { storeBars } from '../../helpers/storage';
import { syntheticBars } from '../../helpers/syntheticBars';

const db = priceDatabase();
const turn = () => new Promise((resolve) => setTimeout(resolve, 10));

test('a bar shows once the clock makes it final, and its market’s as-of moves', async () => {
  const id = await db.put('AAA', '0', 1);
  const clock = fixedClock('2024-06-13T21:59:00Z');
  const engine = db.engine({ clock });
  await engine.start();
  const seen = async () => {
    const snapshot = await engine.current();
    const symbol = snapshot.symbols.get(id)!;
    return [snapshot.markets.get('0')!.asOf, symbol.lastDay, (await engine.bars(symbol)).day.at(-1)].map((day) =>
      toIso(day!),
    );
  };
  const before = (await engine.current()).version;
  expect(await seen()).toEqual(['2024-06-12', '2024-06-12', '2024-06-12']);
  clock.set('2024-06-13T22:00:00Z');
  expect(await seen()).toEqual(['2024-06-13', '2024-06-13', '2024-06-13']);
  expect((await engine.current()).version).not.toBe(before);
});

test('an import by another process is in the next snapshot, and the earlier snapshot does not change', async () => {
  await db.put('AAA', '0', 1);
  const engine = db.engine();
  await engine.start();
  const before = await engine.current();
  const elsewhere = await openStorage(db.file);
  const bars = syntheticBars({ seed: 9, fromYear: 2010, toYear: 2024 });
  await storeBars(elsewhere.prices, { symbol: 'BBB', markets: ['0'] }, bars);
  await elsewhere.close();
  const after = await engine.current();
  expect([...after.symbols.values()].map((s) => s.symbol)).toEqual(['AAA', 'BBB']);
  expect([...before.symbols.values()].map((s) => s.symbol)).toEqual(['AAA']);
  expect(after.version).not.toBe(before.version);
  expect(await engine.current()).toBe(after);
});

test('a slow reload delays only the requests that came at its start, for a moment', async () => {
  await db.put('AAA', '0', 1);
  let release = () => {};
  let held = Promise.resolve();
  const changes: PriceStore['changes'] = (since) => held.then(() => db.prices.changes(since));
  const clock = fixedClock(ENGINE_NOW);
  const slow = Object.assign(Object.create(db.prices) as PriceStore, { changes });
  const engine = db.engine({ prices: slow, clock, refreshWaitMs: 250 });
  await engine.start();
  const before = engine.snapshot();
  await db.put('BBB', '0', 2);
  held = new Promise((resolve) => {
    release = resolve;
  });
  let answered = 0;
  const first = [engine.current(), engine.current()].map((one) => one.finally(() => answered++));
  await turn();
  clock.pass(249);
  await turn();
  expect(answered).toBe(0);
  clock.pass(1);
  expect(await Promise.all(first)).toEqual([before, before]);
  // The clock stands still: a request that waited would never end.
  expect(await engine.current()).toBe(before);
  release();
  while ((await engine.current()) === before) await turn();
  expect(engine.snapshot().symbols.size).toBe(2);
});

test('a request waits for all earlier changes, even if another reload is under way', async () => {
  await db.put('AAA', '0', 1);
  let release = () => {};
  let held = Promise.resolve();
  const changes: PriceStore['changes'] = async (since) => {
    const found = await db.prices.changes(since);
    await held;
    return found;
  };
  const source = Object.assign(Object.create(db.prices) as PriceStore, { changes });
  const engine = db.engine({ prices: source, refreshWaitMs: 250 });
  await engine.start();
  held = new Promise((resolve) => {
    release = resolve;
  });
  const count = async () => (await engine.current()).symbols.size;
  await db.put('BBB', '0', 2);
  const first = count();
  await turn();
  await db.put('CCC', '0', 3);
  const second = count();
  await turn();
  release();
  expect([await first, await second]).toEqual([2, 3]);
});

describe('prices that change while the service runs', () => {
  /** An engine whose loads each take that long by its clock, with the errors that it reported. */
  async function started(loadMs: number, others: Partial<PriceStore> = {}) {
    const clock = fixedClock(ENGINE_NOW);
    const faults: unknown[] = [];
    const changes: PriceStore['changes'] = (since) => {
      clock.pass(loadMs);
      return (others.changes ?? db.prices.changes.bind(db.prices))(since);
    };
    const source = Object.assign(Object.create(db.prices) as PriceStore, { ...others, changes });
    const onError = (error: unknown) => faults.push(error);
    const engine = db.engine({ prices: source, clock, refreshWaitMs: 250, onError });
    await engine.start();
    return { engine, clock, faults };
  }

  /** Stores prices over another connection, as `perennial import` does. */
  async function putElsewhere(symbol: string, seed: number) {
    const elsewhere = await openStorage(db.file);
    const bars = syntheticBars({ seed, fromYear: 2018, toYear: 2024 });
    await storeBars(elsewhere.prices, { symbol, markets: ['0'] }, bars);
    await elsewhere.close();
  }

  async function until(isSo: () => boolean) {
    while (!isSo()) await turn();
  }

  test('an import by another process is loaded within a second, even without requests', async () => {
    await db.put('AAA', '0', 1);
    const { engine, clock } = await started(100);
    await putElsewhere('BBB', 2);
    expect(engine.snapshot().symbols.size).toBe(1);
    clock.pass(1_000);
    await until(() => engine.snapshot().symbols.size === 2);
  });

  test('of many successive changes each is in the next answer, and only its series is read', async () => {
    await db.put('AAA', '0', 1);
    const { engine } = await started(100);
    const reads = jest.spyOn(db.prices, 'readCloses');
    for (let i = 0; i < 6; i++) {
      const id = await db.put(`B${i}`, '0', i + 2, 2003);
      // Time passes only during loads: a request that waited for a pause would never end.
      expect((await engine.current()).symbols.has(id)).toBe(true);
      expect(reads.mock.lastCall).toEqual([[id]]);
    }
  });

  test('a change of one symbol does not change the other market', async () => {
    await db.put('AAA', '0', 1);
    await db.put('COIN-USD', '16', 2);
    const { engine } = await started(0);
    const before = engine.snapshot();
    await db.put('AAA', '0', 3);
    const after = await engine.current();
    expect(after.markets.get('16')).toBe(before.markets.get('16'));
    expect(versionOfMarkets(after, ['16'])).toBe(versionOfMarkets(before, ['16']));
    expect(versionOfMarkets(after, ['0', '16'])).not.toBe(versionOfMarkets(before, ['0', '16']));
    expect(after.markets.get('0')!.dataVersion).not.toBe(before.markets.get('0')!.dataVersion);
  });

  test('prices that change while they are read are read again: a snapshot is consistent', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `S${i}`);
    for (const [i, name] of names.entries()) await db.put(name, '0', i + 1, 2022);
    let reads = 0;
    const readCloses: PriceStore['readCloses'] = async (ids) => {
      const read = await db.prices.readCloses(ids);
      // Some series have been read, and some have not.
      if (++reads === 1) for (const [i, name] of names.entries()) await db.put(name, '0', i + 1, 2023);
      return read;
    };
    const { engine } = await started(0, { readCloses });
    const { symbols, dataVersion } = engine.snapshot();
    expect(new Set([...symbols.values()].map(({ lastDay }) => toIso(lastDay)))).toEqual(new Set(['2023-12-29']));
    expect(dataVersion).toBe((await db.prices.index()).dataVersion);
  });

  test('bars stored after a snapshot are not among its bars', async () => {
    const id = await db.put('AAA', '0', 1, 2022);
    const { engine } = await started(0);
    const before = engine.snapshot().symbols.get(id)!;
    await db.put('AAA', '0', 1, 2023);
    const after = (await engine.current()).symbols.get(id)!;
    const ends = await Promise.all([before, after].map(async (one) => (await engine.bars(one)).day.at(-1)!));
    expect(ends.map(toIso)).toEqual(['2022-12-30', '2023-12-29']);
  });

  test('a failed load is retried on the next request, and not by itself', async () => {
    await db.put('AAA', '0', 1);
    let isBroken = false;
    const changes: PriceStore['changes'] = (since) =>
      isBroken ? Promise.reject(new Error('torn')) : db.prices.changes(since);
    const { engine, clock, faults } = await started(0, { changes });
    isBroken = true;
    await db.put('BBB', '0', 2);
    clock.pass(1_000);
    await until(() => faults.length === 1);
    for (let i = 0; i < 5; i++) {
      clock.pass(1_000);
      await turn();
    }
    expect(faults).toHaveLength(1);
    expect((await engine.current()).symbols.size).toBe(1);
    expect(faults).toHaveLength(2);
    isBroken = false;
    expect((await engine.current()).symbols.size).toBe(2);
  });
});

test('a symbol damaged by another client is unreadable from the next request; a market of such symbols fails', async () => {
  const a = await db.put('AAA', '0', 1);
  const b = await db.put('BBB', '0', 2);
  const engine = db.engine();
  await engine.start();
  const healthy = await engine.current();
  const verified = await engine.bars(healthy.symbols.get(a)!);
  expect(verified.day.length).toBeGreaterThan(6000);
  db.damage(a);
  // Its closes were verified when they were loaded: earlier requests continue with them.
  expect(await engine.bars(healthy.symbols.get(a)!)).toEqual(verified);
  const one = await engine.current();
  expect(readableMarket(one, '0').symbols.map((s) => s.symbol)).toEqual(['BBB']);
  expect(readableMarket(one, '0').unreadable.map((s) => s.symbol)).toEqual(['AAA']);
  await expect(engine.bars(one.unreadable.get(a)!)).rejects.toThrow('stored prices of AAA are damaged');
  db.damage(b);
  const none = await engine.current();
  expect(() => readableMarket(none, '0')).toThrow(MarketUnreadableError);
  expect(readableMarket(none, '2').symbols).toEqual([]);
});
