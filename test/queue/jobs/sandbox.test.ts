import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sessionsBetween } from '../../../src/core/calendar/calendars';
import { type Day, dayOf, fromIso, toIso, yearOf } from '../../../src/core/calendar/dates';
import type { PlantedEffect } from '../../../src/core/simulation/simulate';
import { type Evidence, evidenceOf } from '../../../src/core/window/evidence';
import {
  ensureSandbox,
  loadSandboxSeed,
  type SandboxMode,
  type SandboxSeed,
  type SandboxSymbol,
  sandboxSource,
  simulate,
} from '../../../src/jobs/sandbox';
import { loadMarkets } from '../../../src/seeds';
import { sha256 } from '../../../src/storage/hashes';
import { openStorage } from '../../../src/storage/open';
import type { PriceStore } from '../../../src/storage/prices';
import type { Storage } from '../../../src/storage/storage';
import { encodeCloses, encodeRange } from '../../../src/storage/storedSeries';
import { fixedClock } from '../../helpers/clock';
import { NO_LOG } from '../../helpers/log';
import { RUN, seriesIn, storeBars } from '../../helpers/storage';

const markets = loadMarkets();
const seed = loadSandboxSeed(markets);
const symbolNamed = (ticker: string) => seed.symbols.find(({ symbol }) => symbol === ticker)!;
/** A universe small enough to be made many times. */
const few = (...tickers: string[]): SandboxSeed => ({ ...seed, symbols: tickers.map(symbolNamed) });
const small = few('AAPL', 'SPY', 'BTC-USD', 'SIVB', 'CL=F', 'SNDK');

describe('the universe', () => {
  const through = fromIso('2024-12-19');
  const universe = simulate(seed, through);

  test('fills every market', () => {
    const sizes = markets.map(({ id }) => [...universe.lastDays.keys()].filter((s) => s.markets.includes(id)).length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(10);
    expect([sizes[0], sizes[1], sizes[2], sizes[11], sizes[16]]).toEqual([30, 101, 503, 84, 20]);
    expect(seed.symbols.filter((s) => s.markets.join() === '0,1,2').map((s) => s.symbol)).toContain('AAPL');
  });

  test('trades on all sessions of its calendar and on no other day, from about 1995', () => {
    for (const ticker of ['AAPL', 'RY.TO', 'EURUSD=X', 'BTC-USD', '^SP500-45', 'ZN=F']) {
      const symbol = symbolNamed(ticker);
      const { day } = universe.bars(symbol);
      expect(Array.from(day)).toEqual(sessionsBetween(symbol.calendar, symbol.listed, through));
    }
    expect(['AAPL', 'RY.TO', 'BTC-USD'].map((ticker) => symbolNamed(ticker).calendar)).toEqual([
      'nyse',
      'tsx',
      'daily',
    ]);
    expect(yearOf(universe.bars(symbolNamed('AAPL')).day[0])).toBe(1995);
    expect(yearOf(universe.bars(symbolNamed('^DJI')).day[0])).toBe(1962);
  });

  test('holds late listings, delisted symbols, a halt and a close below zero', () => {
    const lastOf = (ticker: string) => toIso(universe.lastDays.get(symbolNamed(ticker))!);
    expect(toIso(universe.bars(symbolNamed('META')).day[0])).toBe('2012-05-18');
    expect([lastOf('AAPL'), lastOf('SIVB'), lastOf('FRC')]).toEqual(['2024-12-19', '2023-03-10', '2023-04-28']);
    expect(universe.lastDays.has(symbolNamed('SNDK'))).toBe(false); // listed in 2025
    const halted = universe.bars(symbolNamed('3333.HK')).day;
    expect(Math.max(...halted.subarray(1).map((day, i) => day - halted[i]))).toBe(528);
    const crude = universe.bars(symbolNamed('CL=F'));
    expect([...crude.close].flatMap((c, i) => (c <= 0 ? [toIso(crude.day[i])] : []))).toEqual(['2020-04-20']);
  });

  test('the last days are known before bars are generated, and are those of the bars', () => {
    for (const [symbol, last] of simulate(small, fromIso('2023-08-01')).lastDays) {
      const { day } = simulate(small, fromIso('2023-08-01')).bars(symbol);
      expect(day[day.length - 1]).toBe(last);
    }
  });

  test('high, low and close are plausible: positive, in order, and without jumps', () => {
    for (const symbol of seed.symbols.filter((_, i) => i % 20 === 0)) {
      const { day, close, high, low } = universe.bars(symbol);
      for (let i = 0; i < day.length; i++) {
        if (close[i] < low[i] || close[i] > high[i] || !(low[i] > 0))
          throw new Error(`${symbol.symbol} ${toIso(day[i])}`);
        if (i > 0 && Math.abs(Math.log(close[i] / close[i - 1])) > 0.5) throw new Error(`${symbol.symbol} jumps`);
      }
    }
  });

  // Stored sandboxes are extended by regeneration: other prices for the same date need another version in the seed.
  test(`version ${seed.version} gives these prices and no others`, () => {
    const hashes = ['AAPL', 'SPY', 'BTC-USD', 'CL=F', 'EURUSD=X'].map((ticker) => hashOf(few(ticker), '2020-12-31'));
    expect({ version: seed.version, hashes }).toMatchInlineSnapshot(`
{
  "hashes": [
    "8d45f629b1e94501",
    "cc7870bc40144825",
    "ad730e7f9e6f19e5",
    "2efe814223949aa1",
    "cacc9c96b9115f3a",
  ],
  "version": 3,
}
`);
  });
});

describe('planted effects', () => {
  const through = fromIso('2024-12-19');
  const universe = simulate(seed, through);
  const evidence = (symbol: SandboxSymbol, effect: PlantedEffect, shift = 0): Evidence | null => {
    const entry: Day = dayOf(2024, effect.month, effect.day) + shift;
    const window = {
      entry,
      end: entry + effect.hold - 1,
      years: effect.cycle ? 6 : 10,
      cycle: effect.cycle ?? 'consecutive',
    } as const;
    return evidenceOf(universe.bars(symbol), { ...window, asOf: Math.min(through, entry - 1) }, effect.direction, 20);
  };
  const planted = seed.symbols.flatMap((symbol) => symbol.effects.map((effect) => ({ symbol, effect })));
  const strong = planted.filter(({ effect }) => effect.noise <= 0.4);

  test('each strong effect wins at least 80 % of its years, and all together more than 95 %', () => {
    expect(strong.length).toBeGreaterThanOrEqual(50);
    const found = strong.map(({ symbol, effect }) => ({ symbol: symbol.symbol, ...evidence(symbol, effect)! }));
    expect(found.filter((e) => !(e.winRate >= 0.8 && e.mean > 0)).map((e) => e.symbol)).toEqual([]);
    const wins = found.reduce((sum, e) => sum + e.wins, 0) / found.reduce((sum, e) => sum + e.yearsTested, 0);
    expect(wins).toBeGreaterThan(0.95);
  });

  test('the mean return of strong effects is the planted one within 20 %', () => {
    const excess = strong.map(({ symbol, effect }) => evidence(symbol, effect)!.mean / effect.returnPct);
    expect(Math.abs(excess.reduce((sum, x) => sum + x, 0) / excess.length - 1)).toBeLessThan(0.2);
  });

  test('effects begin in every month; some are short, weak, over 90 days long, across New Year, or of midterm years', () => {
    expect(new Set(planted.map(({ effect }) => effect.month)).size).toBe(12);
    const some = (holds: (effect: PlantedEffect) => boolean) => planted.some(({ effect }) => holds(effect));
    expect(some((e) => e.direction === 'short')).toBe(true);
    expect(some((e) => e.noise === 1)).toBe(true);
    expect(some((e) => e.hold > 90)).toBe(true);
    expect(some((e) => e.month === 12 && e.hold > 31)).toBe(false);
    expect(some((e) => e.month === 12 && e.day + e.hold > 32)).toBe(true);
    expect(some((e) => e.cycle === 'pe2')).toBe(true);
  });

  test('an effect of midterm years is invisible in the other years', () => {
    const merck = symbolNamed('MRK');
    const effect = merck.effects.find((e) => e.cycle === 'pe2')!;
    expect(evidence(merck, effect)!.winRate).toBe(1);
    expect(evidence(merck, { ...effect, cycle: 'pe3' })!.winRate).toBeLessThan(0.9);
  });

  test('symbols without effects win about half of their years in the same windows', () => {
    const quiet = seed.symbols.filter((s) => s.effects.length === 0 && s.markets.includes('2'));
    const windows = [symbolNamed('AAPL'), symbolNamed('JPM'), symbolNamed('DIS')].map((s) => s.effects[0]);
    const found = windows.flatMap((effect) => quiet.flatMap((symbol) => evidence(symbol, effect) ?? []));
    expect(found.length).toBeGreaterThan(1200);
    const share = found.reduce((sum, e) => sum + e.wins, 0) / found.reduce((sum, e) => sum + e.yearsTested, 0);
    expect(Math.abs(share - 0.5)).toBeLessThan(0.1);
    expect(found.filter((e) => e.yearsTested === 10 && e.wins === 10).length / found.length).toBeLessThan(0.05);
  });
});

describe('in the database', () => {
  let storage: Storage;
  let prices: PriceStore;
  const logged: object[] = [];
  const log = { ...NO_LOG, info: (fields: object) => void logged.push(fields) };
  const ensure = (at: string, universe = small, mode: SandboxMode = 'on') =>
    ensureSandbox(prices, () => universe, fixedClock(at), { mode, log });
  const lastDays = async () =>
    Object.fromEntries((await seriesIn(prices)).map((row) => [row.symbol, toIso(row.lastDay)]));

  beforeEach(async () => {
    storage = await openStorage(':memory:');
    prices = storage.prices;
    logged.length = 0;
  });
  afterEach(() => storage.close());

  test('an empty database is filled through yesterday in New York', async () => {
    // 2024-12-20 23:59 in New York, a Friday.
    expect(await ensure('2024-12-21T04:59:00Z')).toBe('generated');
    const last = {
      AAPL: '2024-12-19',
      'BTC-USD': '2024-12-19',
      'CL=F': '2024-12-19',
      SIVB: '2023-03-10',
      SPY: '2024-12-19',
    };
    expect(await lastDays()).toEqual(last);
    expect(await ensure('2024-12-21T05:00:00Z')).toBe('generated');
    expect(await lastDays()).toMatchObject({ AAPL: '2024-12-20', 'BTC-USD': '2024-12-20', SIVB: '2023-03-10' });
    expect(logged).toMatchObject([{ symbols: 5 }, { symbols: 5 }]);
  });

  test('symbols are in their markets, named, and marked as simulated', async () => {
    await ensure('2024-12-20T15:00:00Z');
    expect(await prices.find('aapl')).toMatchObject({
      symbol: 'AAPL',
      name: 'Apple Inc.',
      markets: ['0', '1', '2'],
    });
    expect(await prices.find('btc-usd')).toMatchObject({ symbol: 'BTC-USD', name: 'Bitcoin', markets: ['16'] });
    const sources = (await seriesIn(prices)).map((row) => [row.simulated, row.source]);
    expect(sources).toEqual(sources.map(() => [true, sandboxSource(small)]));
    expect(sandboxSource(small)).toContain('invented');
  });

  test('a second start on the same day, or with the clock set back, changes nothing', async () => {
    await ensure('2024-12-20T15:00:00Z');
    const revision = await prices.revision();
    expect(await ensure('2024-12-20T23:30:00Z')).toBe('current');
    expect(await ensure('2024-12-01T15:00:00Z')).toBe('current');
    expect(await prices.revision()).toBe(revision);
    expect(logged).toHaveLength(1);
  });

  test('extending day by day gives the same prices as generating at once, and keeps the ids', async () => {
    await ensure('2024-12-10T15:00:00Z');
    const ids = (await seriesIn(prices)).map((row) => row.id);
    for (const day of ['11', '12', '13', '14', '15', '16', '20']) await ensure(`2024-12-${day}T15:00:00Z`);
    expect((await seriesIn(prices)).map((row) => row.id)).toEqual(ids);
    const extended = (await prices.index()).dataVersion;
    await prices.write(RUN, (changes) => changes.clearSimulated());
    await ensure('2024-12-20T15:00:00Z');
    expect((await prices.index()).dataVersion).toBe(extended);
  });

  test('a symbol is added once it is listed, and adding symbols leaves the others unchanged', async () => {
    await ensure('2025-02-20T15:00:00Z', few('AAPL', 'SNDK'));
    expect(Object.keys(await lastDays())).toEqual(['AAPL']);
    await ensure('2025-02-27T15:00:00Z', few('AAPL', 'SNDK'));
    expect(Object.keys(await lastDays())).toEqual(['AAPL', 'SNDK']);
    const alone = (await seriesIn(prices))[0].hash;
    await ensure('2025-02-27T15:00:00Z', few('AAPL', 'SNDK', 'MSFT'));
    expect((await seriesIn(prices)).map((row) => row.symbol)).toEqual(['AAPL', 'MSFT', 'SNDK']);
    expect((await seriesIn(prices))[0].hash).toBe(alone);
  });

  test('another version of the seed replaces the whole universe', async () => {
    await ensure('2024-12-20T15:00:00Z', few('AAPL', 'SPY'));
    const next = { ...few('AAPL', 'BTC-USD'), version: seed.version + 1 };
    expect(await ensure('2024-12-20T15:00:00Z', next)).toBe('generated');
    expect((await seriesIn(prices)).map((row) => [row.symbol, row.source])).toEqual([
      ['AAPL', sandboxSource(next)],
      ['BTC-USD', sandboxSource(next)],
    ]);
    expect(await prices.find('SPY')).toBeNull();
  });

  test('real prices are never touched', async () => {
    const bars = simulate(few('AAPL'), fromIso('2001-01-01')).bars(symbolNamed('AAPL'));
    await storeBars(prices, { symbol: 'KO', markets: ['0'] }, bars, { source: 'a file' });
    const version = (await prices.index()).dataVersion;
    expect(await ensure('2024-12-20T15:00:00Z')).toBe('real');
    expect(await ensure('2024-12-20T15:00:00Z', small, 'off')).toBe('real');
    expect((await prices.index()).dataVersion).toBe(version);
  });

  test('the first real import ends the sandbox for good', async () => {
    await ensure('2024-12-20T15:00:00Z');
    const bars = simulate(few('AAPL'), fromIso('2001-01-01')).bars(symbolNamed('AAPL'));
    await storeBars(prices, { symbol: 'KO', markets: ['0'] }, bars, { source: 'a file' });
    expect(await ensure('2024-12-21T15:00:00Z')).toBe('real');
    expect((await seriesIn(prices)).map((row) => row.symbol)).toEqual(['KO']);
  });

  test('in mode "off" nothing is generated and stored simulated prices are removed', async () => {
    expect(await ensure('2024-12-20T15:00:00Z', small, 'off')).toBe('off');
    expect(await seriesIn(prices)).toEqual([]);
    await ensure('2024-12-20T15:00:00Z');
    expect(await ensure('2024-12-20T15:00:00Z', small, 'off')).toBe('off');
    expect(await seriesIn(prices)).toEqual([]);
    expect((await prices.index()).symbols).toEqual([]);
  });

  test('in mode "kept" no sandbox is created, but a stored one is extended', async () => {
    expect(await ensure('2024-12-19T15:00:00Z', small, 'kept')).toBe('off');
    expect((await prices.index()).symbols).toEqual([]);
    await ensure('2024-12-19T15:00:00Z');
    expect(await ensure('2024-12-20T15:00:00Z', small, 'kept')).toBe('generated');
    expect(await lastDays()).toMatchObject({ AAPL: '2024-12-19', SIVB: '2023-03-10' });
  });

  test('all or nothing: a failure half-way leaves the database empty', async () => {
    const broken = {
      ...small,
      symbols: [...small.symbols, { ...symbolNamed('MSFT'), markets: ['2'], symbol: 'not a ticker' }],
    };
    await expect(ensure('2024-12-20T15:00:00Z', broken)).rejects.toThrow("'not a ticker'");
    expect(await seriesIn(prices)).toEqual([]);
    expect((await prices.index()).symbols).toEqual([]);
  });
});

function hashOf(universe: SandboxSeed, through: string): string {
  const [symbol] = universe.symbols;
  const bars = simulate(universe, fromIso(through)).bars(symbol);
  return sha256(encodeCloses(bars), encodeRange(bars)).slice(0, 16);
}

test('the prices do not depend on the time zone of the machine', () => {
  const path = (file: string) => JSON.stringify(join(__dirname, '../../../src', file));
  const zones = ['America/New_York', 'Asia/Kolkata', 'Pacific/Apia'];
  const script = `
    const { loadMarkets } = require(${path('seeds.ts')});
    const { loadSandboxSeed, simulate } = require(${path('jobs/sandbox.ts')});
    const { sha256 } = require(${path('storage/hashes.ts')});
    const { encodeCloses, encodeRange } = require(${path('storage/storedSeries.ts')});
    for (const zone of ${JSON.stringify(zones)}) {
      process.env.TZ = zone;
      const { symbols, ...rest } = loadSandboxSeed(loadMarkets());
      const aapl = symbols.filter(({ symbol }) => symbol === 'AAPL');
      const bars = simulate({ ...rest, symbols: aapl }, ${fromIso('2020-12-31')}).bars(aapl[0]);
      console.log(new Date(0).getHours(), sha256(encodeCloses(bars), encodeRange(bars)).slice(0, 16));
    }`;
  const printed = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', script]).toString();
  const hash = hashOf(few('AAPL'), '2020-12-31');
  expect(printed.trim().split('\n')).toEqual([`19 ${hash}`, `5 ${hash}`, `13 ${hash}`]);
});
