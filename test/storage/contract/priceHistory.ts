import { type Bars, NO_CHANGE } from '../../../src/core/window/bars';
import type { PriceChanges } from '../../../src/storage/priceChanges';
import type { PriceRun } from '../../../src/storage/priceHistory';
import type { PriceStore } from '../../../src/storage/prices';
import type { Storage } from '../../../src/storage/storage';
import { weekdayBars } from '../../helpers/bars';
import { REAL } from '../../helpers/storage';
import type { OpenStorage } from './contract';

const short = weekdayBars('2024-01-01', '2024-03-01', (day) => 100 + (day % 7));
const longer = weekdayBars('2024-01-01', '2024-03-29', (day) => 100 + (day % 7));
const halved = { ...longer, close: longer.close.map((close) => close / 2) };

const instant = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const run = (id: string, minute: number, kind: PriceRun['kind'] = 'import'): PriceRun => ({
  id,
  kind,
  at: instant(minute),
  marketId: '0',
  label: `${id}.csv`,
});

/** Tests that every PriceHistory passes. */
export function priceHistoryContract(open: OpenStorage): void {
  let storage: Storage;
  let prices: PriceStore;
  beforeEach(async () => {
    storage = await open();
    prices = storage.prices;
  });

  const put = (of: PriceRun, symbol: string, bars: Bars, meta = {}) =>
    prices.write(of, async (changes) => {
      const { simulated } = { ...REAL, ...meta };
      const [id] = await changes.enrol('0', [{ symbol, name: `${symbol} Inc.` }], { simulated });
      await changes.replace(id, bars, { ...REAL, ...meta });
      return id;
    });
  const list = (of: PriceRun, market: string, ...symbols: string[]) => {
    const members = symbols.map((symbol) => ({ symbol }));
    return prices.write(of, (changes) => changes.enrol(market, members, { simulated: false, replace: true }));
  };
  const version = async () => (await prices.index()).dataVersion;
  const recorded = async () => (await prices.history.runs(1))[0].dataVersion;

  test('lists first prices, added bars and restated prices, newest first, each with its new data version', async () => {
    const made: string[] = [];
    for (const [i, bars] of [short, longer, halved].entries()) {
      await put(run(`r${i}`, i), 'KO', bars);
      made.push(await version());
    }
    const stored = { firstDay: longer.day[0], lastDay: longer.day.at(-1), rows: longer.day.length, source: 'test' };
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    const entry = (i: number, change: object) => ({
      symbol: 'KO',
      formerTicker: null,
      joined: [],
      left: [],
      name: null,
      ...NO_CHANGE,
      run: run(`r${i}`, i),
      at: instant(i),
      dataVersion: made[i],
      series: { ...stored, hash },
      ...change,
    });
    const all = longer.day.length;
    const start = { rows: short.day.length, lastDay: short.day.at(-1) };
    expect(await prices.history.of('ko')).toEqual([
      entry(2, { restated: all, restatedFrom: longer.day[0], restatedTo: longer.day.at(-1), factor: 0.5 }),
      entry(1, { added: all - short.day.length }),
      entry(0, { added: short.day.length, joined: ['0'], name: 'KO Inc.', series: { ...stored, hash, ...start } }),
    ]);
  });

  test('several transactions of a run are listed as one run', async () => {
    await put(run('a', 0), 'KO', short);
    const between = await version();
    await put({ ...run('a', 1) }, 'PEP', longer);
    const bars = short.day.length + longer.day.length;
    const totals = { symbols: 2, added: bars, removed: 0, restated: 0, dataVersion: await version() };
    expect(await prices.history.runs(10)).toEqual([{ ...run('a', 0), ...totals }]);
    expect(await prices.history.version(between)).toEqual([
      { dataVersion: between, run: run('a', 0), symbols: ['KO'], from: instant(0), until: instant(1) },
    ]);
  });

  test('a write that changes nothing or fails is not listed', async () => {
    await put(run('a', 0), 'KO', short);
    await put(run('b', 1), 'KO', short);
    await prices.write(run('c', 2), async () => {});
    await expect(
      prices.write(run('d', 3), async (changes: PriceChanges) => {
        await changes.enrol('0', [{ symbol: 'PEP' }], { simulated: false });
        throw new Error('disk full');
      }),
    ).rejects.toThrow('disk full');
    expect((await prices.history.runs(10)).map(({ id }) => id)).toEqual(['a']);
    expect(await prices.history.of('PEP')).toEqual([]);
  });

  test('members that join and leave are listed; the data version stays', async () => {
    await put(run('a', 0), 'KO', short);
    await list(run('b', 1, 'list'), '0', 'PEP');
    const found = await prices.history.of('KO');
    expect(found[0]).toMatchObject({ run: { kind: 'list' }, joined: [], left: ['0'], ...NO_CHANGE, name: null });
    expect(found[0].series).toEqual(found[1].series);
    expect(await prices.history.version((await version()).slice(0, 8))).toEqual([
      { dataVersion: await version(), run: run('a', 0), symbols: ['KO'], from: instant(0), until: null },
    ]);
    expect((await prices.history.runs(1)).map(({ id }) => id)).toEqual(['b']);
  });

  test('an undo is listed too, and a restored version was in force twice', async () => {
    await put(run('a', 0), 'KO', short);
    const first = await version();
    await prices.write(run('b', 1), async (changes) => {
      await changes.saveForUndo('KO');
      await changes.saveForUndo('PEP');
      const ids = await changes.enrol('0', [{ symbol: 'KO' }, { symbol: 'PEP' }], { simulated: false });
      for (const id of ids) await changes.replace(id, longer, REAL);
    });
    await prices.write(run('u', 2, 'undo'), (changes) => changes.undoImport());
    const added = longer.day.length - short.day.length;
    expect((await prices.history.of('KO'))[0]).toMatchObject({
      run: { id: 'u', kind: 'undo', label: `the import of ${instant(1).toISOString()} (b.csv)` },
      removed: added,
      added: 0,
      series: { rows: short.day.length },
    });
    const inForce = await prices.history.version(first);
    expect(inForce.map(({ run: { id }, from, until }) => [id, from, until])).toEqual([
      ['u', instant(2), null],
      ['a', instant(0), instant(1)],
    ]);
    // The history of a removed symbol can still be read.
    expect((await prices.history.of('PEP')).map(({ removed, series }) => [removed, series?.rows])).toEqual([
      [longer.day.length, undefined],
      [0, longer.day.length],
    ]);
  });

  test('the sandbox is listed as one run, and its end is part of the run that ended it', async () => {
    await put(run('s', 0, 'sandbox'), 'KO', short, { simulated: true });
    await put(run('s', 1, 'sandbox'), 'PEP', short, { simulated: true });
    expect(await prices.history.of('KO')).toEqual([]);
    expect(await prices.history.runs(10)).toMatchObject([{ kind: 'sandbox', symbols: 0, added: 0 }]);
    const simulated = await version();
    await put(run('a', 2), 'KO', longer);
    expect(await prices.history.of('KO')).toMatchObject([{ added: longer.day.length, restated: 0, joined: ['0'] }]);
    expect(await prices.history.version(simulated)).toMatchObject([{ run: { id: 's' }, until: instant(2) }]);
    await list(run('b', 3, 'list'), '0', 'KO');
    expect(await prices.history.of('PEP')).toEqual([]);
  });

  test('the recorded data version covers all prices, also those of other connections and after failed writes', async () => {
    const other = await open(storage);
    for (const [i, symbol] of ['B', 'D', 'A', 'C'].entries()) {
      await put(run(`own${i}`, i), symbol, short);
      expect(await recorded()).toBe(await version());
      const fails = prices.write(run('failed', i), async (changes) => {
        const [id] = await changes.enrol('0', [{ symbol: `X${i}` }], { simulated: false });
        await changes.replace(id, longer, REAL);
        throw new Error('disk full');
      });
      await expect(fails).rejects.toThrow('disk full');
      if (i % 2 === 0) continue;
      await other.prices.write(run(`other${i}`, i), async (changes) => {
        const [id] = await changes.enrol('0', [{ symbol: `Y${i}` }], { simulated: false });
        await changes.replace(id, longer, REAL);
      });
      expect(await recorded()).toBe(await version());
    }
  });

  test('the recorded data version covers all prices after every kind of change', async () => {
    const make = async (of: PriceRun, work: (changes: PriceChanges) => Promise<unknown>) => {
      await prices.write(of, work);
      expect(await recorded()).toBe(await version());
    };
    const simulated = await put(run('s', 0, 'sandbox'), 'SAND', short, { simulated: true });
    expect(await recorded()).toBe(await version());
    await make(run('l', 1, 'list'), (changes) => changes.enrol('1', [{ symbol: 'SAND' }], { simulated: false }));
    await make(run('n', 2, 'rename'), (changes) => changes.rename(simulated, 'BOX'));
    await make(run('d', 3, 'remove'), (changes) => changes.remove(simulated));
    const ids = [await put(run('a', 4), 'KO', short), await put(run('a', 5), 'PEP', longer)];
    await make(run('b', 6), (changes) => changes.replace(ids[0], halved, REAL));
    await make(run('o', 7, 'rename'), async (changes) => {
      for (const symbol of ['KO', 'PEP']) await changes.saveForUndo(symbol);
      await changes.rename(ids[0], 'PEP');
    });
    await make(run('u', 8, 'undo'), (changes) => changes.undoImport());
    await make(run('r', 9, 'remove'), async (changes) => {
      for (const id of ids) await changes.remove(id);
    });
    expect(await version()).toBe('0'.repeat(64));
  });

  test('an unknown version and a text that is no ticker have no history', async () => {
    await put(run('a', 0), 'KO', short);
    expect(await prices.history.version('x')).toEqual([]);
    expect(await prices.history.version(`${await version()}0`)).toEqual([]);
    expect(await prices.history.of("'; DROP TABLE symbol")).toEqual([]);
  });
}
