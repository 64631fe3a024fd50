import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextLoop } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { fixedClock } from '../../../src/clock';
import { fromIso, toIso } from '../../../src/core/calendar/dates';
import type { Market } from '../../../src/core/calendar/market';
import { compareCandidates } from '../../../src/core/detection/candidate';
import type { DetectionRequest } from '../../../src/core/detection/plan';
import { drawRotations, rotationKey } from '../../../src/core/significance/rotation';
import type { Bars } from '../../../src/core/window/bars';
import { evidenceOf } from '../../../src/core/window/evidence';
import type { Work } from '../../../src/deadline';
import { Engine, EngineNotReadyError, type EngineOptions } from '../../../src/engine/engine';
import {
  type LoadedSymbol,
  MarketUnreadableError,
  readableMarket,
  type UnreadableSymbol,
  versionOfMarkets,
} from '../../../src/engine/snapshot';
import type { RequestedWindow } from '../../../src/engine/tasks/evidence';
import { refOf } from '../../../src/engine/tasks/symbolRef';
import { windowIn } from '../../../src/engine/tasks/symbolWindows';
import { loadMarkets } from '../../../src/seeds';
import { openStorage } from '../../../src/storage/open';
import type { PriceStore } from '../../../src/storage/prices';
import type { Storage } from '../../../src/storage/storage';
import { storeBars } from '../../helpers/storage';
import { syntheticBars } from '../../helpers/syntheticBars';

const MARKETS: readonly Market[] = loadMarkets();
const NOW = '2024-06-14T12:00:00Z';

let folder: string;
let storage: Storage;
let prices: PriceStore;
let engines: Engine[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perennial-engine-'));
  storage = await openStorage(join(folder, 'prices.db'));
  prices = storage.prices;
  engines = [];
});

afterEach(async () => {
  for (const engine of engines) await engine.close();
  await storage.close();
  rmSync(folder, { recursive: true });
});

function put(symbol: string, market: string, seed: number, toYear = 2024): Promise<number> {
  const bars = syntheticBars({ seed, fromYear: 2000, toYear, daily: market === '16' });
  return storeBars(prices, { symbol, markets: [market] }, bars);
}

function engineOf(options: Partial<EngineOptions> = {}): Engine {
  const clock = fixedClock(NOW);
  const engine = new Engine({
    prices,
    url: storage.url,
    markets: MARKETS,
    clock,
    workers: 0,
    refreshWaitMs: 10_000,
    ...options,
  });
  engines.push(engine);
  return engine;
}

async function barsOf(engine: Engine, symbol: LoadedSymbol | UnreadableSymbol): Promise<Bars> {
  return engine.bars(symbol);
}

/** The account of all work here. */
const WORK: Work = { account: 'somebody' };

/** Damages a symbol's stored closes as another SQLite client would. */
function damage(symbolId: number): void {
  const other = new BetterSqlite3(join(folder, 'prices.db'));
  other
    .prepare("UPDATE price_column SET data = zeroblob(length(data)) WHERE symbol_id = ? AND column_set = 'close'")
    .run(symbolId);
  other.close();
}

function digest(buffer: SharedArrayBuffer): string {
  return createHash('sha256').update(new Uint8Array(buffer)).digest('hex');
}

const request: DetectionRequest = {
  entries: [17, 18, 20, 21].map((d) => ({ day: fromIso(`2024-06-${d}`), asOf: fromIso('2024-06-13') })),
  years: 10,
  cycle: 'consecutive',
  minHold: 5,
  maxHold: 120,
  minWins: 7,
  minObservations: 5,
  gapLimit: 10,
  liveOnly: true,
};

test('is not ready until prices are loaded, and then has all markets and symbols', async () => {
  await put('AAA', '0', 1);
  await put('COIN-USD', '16', 2);
  const engine = engineOf();
  expect(engine.ready).toBe(false);
  expect(() => engine.snapshot()).toThrow(new EngineNotReadyError('the engine is cold'));
  await expect(engine.current()).rejects.toThrow(EngineNotReadyError);
  const started = engine.start();
  expect(() => engine.snapshot()).toThrow(new EngineNotReadyError('the engine is warming'));
  await started;
  expect(engine.ready).toBe(true);
  const snapshot = await engine.current();
  const asOf = (id: string) => snapshot.markets.get(id)!.asOf;
  // Friday 08:00 in New York: Thursday's bar is final there; of crypto, yesterday's has been since 00:30 UTC.
  expect([asOf('0'), asOf('16'), asOf('2')]).toEqual([fromIso('2024-06-13'), fromIso('2024-06-13'), null]);
  expect([...snapshot.symbols.values()].map((s) => [s.symbol, s.markets, toIso(s.lastDay), s.source])).toEqual([
    ['AAA', ['0'], '2024-06-13', 'test'],
    ['COIN-USD', ['16'], '2024-06-13', 'test'],
  ]);
  expect(snapshot.simulated).toBe(false);
});

test('an empty database is a ready engine without prices', async () => {
  const engine = engineOf();
  await engine.start();
  const snapshot = await engine.current();
  expect([snapshot.symbols.size, snapshot.markets.size, snapshot.markets.get('0')!.asOf]).toEqual([0, 17, null]);
  expect(readableMarket(snapshot, '0').symbols).toEqual([]);
});

test('threads read the same prices bit for bit, and a damaged series is read again here and named', async () => {
  const stored: number[] = [];
  // More than fit into one block.
  for (let i = 0; i < 70; i++) {
    const bars = syntheticBars({ seed: i + 1, fromYear: 2019, toYear: 2024 });
    stored.push(await storeBars(prices, { symbol: `S${i}`, markets: ['0'] }, bars));
  }
  damage(stored[3]);
  const reads = jest.spyOn(prices, 'readCloses');
  const told = async (workers: number) => {
    const engine = engineOf({ workers });
    await engine.start();
    const { symbols, unreadable } = engine.snapshot();
    const known = [...symbols.values()].map(({ columns, ...rest }) => ({
      ...rest,
      bytes: digest(columns.buffer),
    }));
    const asked = [...new Set(reads.mock.calls.flatMap(([ids]) => ids))].sort((a, b) => a - b);
    reads.mockClear();
    return {
      known,
      named: [...unreadable.values()].map(({ symbol, damage }) => `${symbol}: ${damage.message}`),
      asked,
    };
  };
  const here = await told(0);
  const there = await told(1);
  expect([there.known, there.named]).toEqual([here.known, here.named]);
  expect(here.named).toEqual([expect.stringMatching(/^S3: .*hash/)]);
  expect([here.asked, there.asked]).toEqual([stored, [stored[3]]]);
});

test.each([0, 1])('is ready only with the prices written during its start: %i threads', async (workers) => {
  await put('AAA', '0', 1);
  const engine = engineOf({ workers });
  const readiness: boolean[] = [];
  const write = async () => {
    await nextLoop();
    await put('BBB', '0', 2);
    readiness.push(engine.ready);
  };
  await engine.start(write());
  expect(readiness).toEqual([false]);
  expect([...engine.snapshot().symbols.values()].map(({ symbol }) => symbol)).toEqual(['AAA', 'BBB']);

  const other = engineOf({ workers });
  await expect(other.start(Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full');
  expect(other.ready).toBe(false);
});

test('detection gives the same results here, in a thread, and by slow evidence', async () => {
  const names = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'];
  for (const [i, name] of names.entries()) await put(name, '0', i + 1);
  const engine = engineOf();
  const threaded = engineOf({ workers: 1 });
  await Promise.all([engine.start(), threaded.start()]);
  const snapshot = engine.snapshot();
  // Enough windows for the thread to be used.
  const entries = Array.from({ length: 365 }, (_, i) => ({
    day: fromIso('2024-06-14') + i,
    asOf: fromIso('2024-06-13'),
  }));
  const wide = { ...request, entries };
  const job = (from: Engine) => ({ symbols: from.snapshot().markets.get('0')!.symbols, request: wide });
  const here = await engine.detect(job(engine), WORK);
  expect(await threaded.detect(job(threaded), WORK)).toEqual(here);
  expect(here.length).toBeGreaterThan(5);
  for (const candidate of here) {
    const { entry, hold, direction } = candidate;
    const window = {
      entry,
      end: entry + hold - 1,
      years: 10,
      cycle: 'consecutive',
      asOf: wide.entries[0].asOf,
    } as const;
    const bars = await barsOf(engine, snapshot.symbols.get(candidate.symbol)!);
    const { yearsTested, wins, mean, deviation, sharpe } = evidenceOf(bars, window, direction, 10)!;
    expect(candidate).toEqual({
      symbol: candidate.symbol,
      entry,
      hold,
      direction,
      yearsTested,
      wins,
      mean,
      deviation,
      sharpe,
    });
  }
});

test('detection stops at the signal', async () => {
  await put('AAA', '0', 1);
  const engine = engineOf();
  await engine.start();
  const job = { symbols: engine.snapshot().markets.get('0')!.symbols, request };
  await expect(engine.detect(job, { ...WORK, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  );
});

test('a bar shows once the clock makes it final, and its market’s as-of moves', async () => {
  const id = await put('AAA', '0', 1);
  const clock = fixedClock('2024-06-13T21:59:00Z');
  const engine = engineOf({ clock });
  await engine.start();
  const seen = async () => {
    const snapshot = await engine.current();
    const symbol = snapshot.symbols.get(id)!;
    return [snapshot.markets.get('0')!.asOf, symbol.lastDay, (await barsOf(engine, symbol)).day.at(-1)].map((day) =>
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
  await put('AAA', '0', 1);
  const engine = engineOf();
  await engine.start();
  const before = await engine.current();
  const elsewhere = await openStorage(join(folder, 'prices.db'));
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
  await put('AAA', '0', 1);
  let release = () => {};
  let held = Promise.resolve();
  const changes: PriceStore['changes'] = (since) => held.then(() => prices.changes(since));
  const clock = fixedClock(NOW);
  const slow = Object.assign(Object.create(prices) as PriceStore, { changes });
  const engine = engineOf({ prices: slow, clock, refreshWaitMs: 250 });
  await engine.start();
  const before = engine.snapshot();
  await put('BBB', '0', 2);
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

const turn = () => new Promise((resolve) => setTimeout(resolve, 10));

describe('prices that change while the service runs', () => {
  /** An engine whose loads each take that long by its clock, with the errors that it reported. */
  async function started(loadMs: number, others: Partial<PriceStore> = {}) {
    const clock = fixedClock(NOW);
    const faults: unknown[] = [];
    const changes: PriceStore['changes'] = (since) => {
      clock.pass(loadMs);
      return (others.changes ?? prices.changes.bind(prices))(since);
    };
    const source = Object.assign(Object.create(prices) as PriceStore, { ...others, changes });
    const onError = (error: unknown) => faults.push(error);
    const engine = engineOf({ prices: source, clock, refreshWaitMs: 250, onError });
    await engine.start();
    return { engine, clock, faults };
  }

  /** Stores prices over another connection, as `perennial import` does. */
  async function putElsewhere(symbol: string, seed: number) {
    const elsewhere = await openStorage(join(folder, 'prices.db'));
    const bars = syntheticBars({ seed, fromYear: 2018, toYear: 2024 });
    await storeBars(elsewhere.prices, { symbol, markets: ['0'] }, bars);
    await elsewhere.close();
  }

  async function until(isSo: () => boolean) {
    while (!isSo()) await turn();
  }

  test('an import by another process is loaded within a second, even without requests', async () => {
    await put('AAA', '0', 1);
    const { engine, clock } = await started(100);
    await putElsewhere('BBB', 2);
    expect(engine.snapshot().symbols.size).toBe(1);
    clock.pass(1_000);
    await until(() => engine.snapshot().symbols.size === 2);
  });

  test('of many successive changes each is in the next answer, and only its series is read', async () => {
    await put('AAA', '0', 1);
    const { engine } = await started(100);
    const reads = jest.spyOn(prices, 'readCloses');
    for (let i = 0; i < 6; i++) {
      const id = await put(`B${i}`, '0', i + 2, 2003);
      // Time passes only during loads: a request that waited for a pause would never end.
      expect((await engine.current()).symbols.has(id)).toBe(true);
      expect(reads.mock.lastCall).toEqual([[id]]);
    }
  });

  test('a change of one symbol does not change the other market', async () => {
    await put('AAA', '0', 1);
    await put('COIN-USD', '16', 2);
    const { engine } = await started(0);
    const before = engine.snapshot();
    await put('AAA', '0', 3);
    const after = await engine.current();
    expect(after.markets.get('16')).toBe(before.markets.get('16'));
    expect(versionOfMarkets(after, ['16'])).toBe(versionOfMarkets(before, ['16']));
    expect(versionOfMarkets(after, ['0', '16'])).not.toBe(versionOfMarkets(before, ['0', '16']));
    expect(after.markets.get('0')!.dataVersion).not.toBe(before.markets.get('0')!.dataVersion);
  });

  test('prices that change while they are read are read again: a snapshot is consistent', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `S${i}`);
    for (const [i, name] of names.entries()) await put(name, '0', i + 1, 2022);
    let reads = 0;
    const readCloses: PriceStore['readCloses'] = async (ids) => {
      const read = await prices.readCloses(ids);
      // Some series have been read, and some have not.
      if (++reads === 1) for (const [i, name] of names.entries()) await put(name, '0', i + 1, 2023);
      return read;
    };
    const { engine } = await started(0, { readCloses });
    const { symbols, dataVersion } = engine.snapshot();
    expect(new Set([...symbols.values()].map(({ lastDay }) => toIso(lastDay)))).toEqual(new Set(['2023-12-29']));
    expect(dataVersion).toBe((await prices.index()).dataVersion);
  });

  test('bars stored after a snapshot are not among its bars', async () => {
    const id = await put('AAA', '0', 1, 2022);
    const { engine } = await started(0);
    const before = engine.snapshot().symbols.get(id)!;
    await put('AAA', '0', 1, 2023);
    const after = (await engine.current()).symbols.get(id)!;
    const ends = await Promise.all([before, after].map(async (one) => (await barsOf(engine, one)).day.at(-1)!));
    expect(ends.map(toIso)).toEqual(['2022-12-30', '2023-12-29']);
  });

  test('a failed load is retried on the next request, and not by itself', async () => {
    await put('AAA', '0', 1);
    let isBroken = false;
    const changes: PriceStore['changes'] = (since) =>
      isBroken ? Promise.reject(new Error('torn')) : prices.changes(since);
    const { engine, clock, faults } = await started(0, { changes });
    isBroken = true;
    await put('BBB', '0', 2);
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
  const a = await put('AAA', '0', 1);
  const b = await put('BBB', '0', 2);
  const engine = engineOf();
  await engine.start();
  const healthy = await engine.current();
  const verified = await barsOf(engine, healthy.symbols.get(a)!);
  expect(verified.day.length).toBeGreaterThan(6000);
  damage(a);
  // Its closes were verified when they were loaded: earlier requests continue with them.
  expect(await barsOf(engine, healthy.symbols.get(a)!)).toEqual(verified);
  const one = await engine.current();
  expect(readableMarket(one, '0').symbols.map((s) => s.symbol)).toEqual(['BBB']);
  expect(readableMarket(one, '0').unreadable.map((s) => s.symbol)).toEqual(['AAA']);
  await expect(barsOf(engine, one.unreadable.get(a)!)).rejects.toThrow('stored prices of AAA are damaged');
  damage(b);
  const none = await engine.current();
  expect(() => readableMarket(none, '0')).toThrow(MarketUnreadableError);
  expect(readableMarket(none, '2').symbols).toEqual([]);
});

test('finds no candidate in a symbol that stopped trading, unless requested', async () => {
  await put('OLD', '0', 3, 2022);
  await put('NEW', '0', 4);
  const engine = engineOf();
  await engine.start();
  const { symbols } = engine.snapshot().markets.get('0')!;
  const names = async (changes: Partial<DetectionRequest>) => {
    const found = await engine.detect({ symbols, request: { ...request, minWins: 0, ...changes } }, WORK);
    return [...new Set(found.map((c) => engine.snapshot().symbols.get(c.symbol)!.symbol))].sort();
  };
  expect(await names({})).toEqual(['NEW']);
  expect(await names({ liveOnly: false })).toEqual(['NEW', 'OLD']);
});

test('the entry run extends at most three days, meets the threshold and stays within the entries', async () => {
  for (let i = 0; i < 12; i++) await put(`S${i}`, '0', 100 + i);
  const engine = engineOf();
  await engine.start();
  const snapshot = engine.snapshot();
  const asOf = fromIso('2024-06-13');
  const entries = Array.from({ length: 30 }, (_, i) => ({ day: fromIso('2024-06-14') + i, asOf }));
  const wide = { ...request, entries };
  const found = await engine.detect({ symbols: [...snapshot.symbols.values()], request: wide }, WORK);
  const windows = found.map(
    (candidate): RequestedWindow => ({
      symbol: refOf(snapshot.symbols.get(candidate.symbol)!),
      window: windowIn(candidate, wide),
      direction: candidate.direction,
      peers: null,
      searchEntry: entries[0].day,
      gapLimit: 10,
      search: 0,
      mlEligible: false,
      measured: 'strength',
    }),
  );
  const predictor = { model: null, facts: null, today: asOf };
  const draws = drawRotations(rotationKey('runs'), 0, 20);
  const input = { draws, predictor, searches: [wide], windows };
  const runs = (await engine.run('evidence', input, WORK)).map((one) => typeof one !== 'string' && one.entryRun);
  let extended = 0;
  for (const [i, { entry, hold, direction, symbol }] of found.entries()) {
    const bars = await barsOf(engine, snapshot.symbols.get(symbol)!);
    const keeps = (day: number) => {
      if (day < entries[0].day || day > entries[29].day) return false;
      const window = { entry: day, end: day + hold - 1, years: 10, cycle: 'consecutive', asOf } as const;
      const evidence = evidenceOf(bars, window, direction, 10);
      return evidence !== null && evidence.yearsTested >= 5 && evidence.wins >= 7;
    };
    let { from, to } = { from: entry, to: entry };
    while (from > entry - 3 && keeps(from - 1)) from -= 1;
    while (to < entry + 3 && keeps(to + 1)) to += 1;
    expect(runs[i]).toEqual({ from, to });
    if (from < to) extended += 1;
  }
  expect(extended).toBeGreaterThan(3);
});

test('orders candidates by Sharpe, years, entry, hold, ticker and direction', () => {
  const base = {
    symbol: 1,
    entry: 100,
    hold: 10,
    direction: 'long',
    yearsTested: 10,
    wins: 9,
    mean: 1,
    deviation: 1,
    sharpe: 1,
  } as const;
  const ordered = [
    { ...base, sharpe: 2 },
    { ...base, yearsTested: 11 },
    { ...base, entry: 99 },
    { ...base, hold: 9 },
    base,
    { ...base, direction: 'short' as const },
    { ...base, symbol: 0 },
  ];
  const ticker = (id: number) => ['ZZZ', 'AAA'][id];
  expect([...ordered].reverse().sort((a, b) => compareCandidates(a, b, ticker))).toEqual(ordered);
});
