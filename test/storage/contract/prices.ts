import type { Bars } from '../../../src/core/window/bars';
import type { PriceChanges } from '../../../src/storage/priceChanges';
import type { PriceStore } from '../../../src/storage/prices';
import type { Storage } from '../../../src/storage/storage';
import { barsOf, weekdayBars } from '../../helpers/bars';
import { enrol, listed, REAL, RUN, seriesIn, storeBars, storedBars } from '../../helpers/storage';
import type { OpenStorage } from './contract';

const AT = new Date('2024-12-21T15:00:00Z');
const SIMULATED = { source: 'sandbox', simulated: true };

const bars = barsOf([
  { date: '1962-01-02', close: 1.5, high: 2, low: 1 },
  { date: '2020-04-20', close: -37.63 },
  { date: '2024-02-29', close: 0.1, high: 0.3 },
]);
const longer = weekdayBars('2020-01-01', '2024-12-31', (day) => 100 + (day % 7));

/** Tests that every PriceStore passes. */
export function pricesContract(open: OpenStorage): void {
  let storage: Storage;
  let prices: PriceStore;
  beforeEach(async () => {
    storage = await open();
    prices = storage.prices;
  });

  const put = (symbol: string, series: Bars, meta = {}, market = '0') =>
    storeBars(prices, { symbol, markets: [market] }, series, meta);
  const replace = (id: number, series: Bars, meta = {}) =>
    prices.write(RUN, (changes) => changes.replace(id, series, { ...REAL, ...meta }));
  const named = (...symbols: string[]) => symbols.map((symbol) => ({ symbol, name: `${symbol} Inc.` }));
  const add = (market: string, ...symbols: string[]) =>
    prices.write(RUN, (changes) => changes.enrol(market, named(...symbols), { simulated: false }));
  const all = async () => (await prices.index()).symbols;
  const undo = () => prices.write({ ...RUN, kind: 'undo', at: AT }, (changes) => changes.undoImport());
  /** All that an undo restores. It is a change like any other, so the revision moves. */
  const known = async () => {
    const { dataVersion, symbols, formerTickers } = await prices.index();
    return { dataVersion, symbols: symbols.map(({ revision, ...symbol }) => symbol), formerTickers };
  };

  describe('replace and read', () => {
    test('bars are read back bit for bit', async () => {
      const id = await put('CL=F', bars);
      expect(await prices.read([id])).toEqual(new Map([[id, bars]]));
      const { hash } = (await prices.index()).symbols[0].series!;
      expect(await prices.readCloses([id])).toEqual(new Map([[id, { day: bars.day, close: bars.close, hash }]]));
      expect(await prices.readRanges([id])).toEqual(new Map([[id, { high: bars.high, low: bars.low, hash }]]));
    });

    test('the index describes a symbol without reading its prices', async () => {
      const id = await put('CL=F', bars);
      expect(await all()).toEqual([
        {
          id,
          symbol: 'CL=F',
          name: 'CL=F',
          markets: ['0'],
          revision: await prices.revision(),
          series: {
            hash: expect.stringMatching(/^[0-9a-f]{64}$/),
            rows: 3,
            firstDay: bars.day[0],
            lastDay: bars.day[2],
            ...REAL,
          },
        },
      ]);
    });

    test('symbols without prices and unknown ones are left out', async () => {
      const [id] = await enrol(prices, '0', 'KO');
      expect(await prices.read([id, 4711])).toEqual(new Map());
      expect(await prices.readCloses([id, 4711])).toEqual(new Map());
      expect(await prices.readRanges([id, 4711])).toEqual(new Map());
      expect((await listed(prices, 'KO'))?.series).toBeNull();
    });

    test('storing the same content again changes nothing', async () => {
      const id = await put('KO', longer);
      const before = await prices.index();
      expect(await replace(id, longer, { importedAt: new Date() })).toBe('unchanged');
      expect(await prices.index()).toEqual(before);
    });

    test.each([
      ['a changed close', { close: bars.close.map((c, i) => (i === 1 ? c + 1e-12 : c)) }, {}],
      ['a changed high', { high: bars.high.map((h, i) => (i === 0 ? h + 1e-12 : h)) }, {}],
      ['an added low', { low: Float64Array.of(1, -40, 0.1) }, {}],
      ['another source', {}, { source: 'other' }],
    ])('%s is stored', async (_, change: Partial<Bars>, meta) => {
      const id = await put('CL=F', bars);
      expect(await replace(id, { ...bars, ...change }, meta)).toBe('stored');
      expect(await storedBars(prices, 'CL=F')).toEqual({ ...bars, ...change });
    });

    test.each<[string, Partial<Bars>, RegExp]>([
      ['no bars', { day: new Int32Array(), close: new Float64Array() }, /at least one bar/],
      ['columns of different length', { low: Float64Array.of(1) }, /3 days, 3 closes, 3 highs, 1 lows/],
      ['a day twice', { day: Int32Array.of(1, 2, 2) }, /1970-01-03 after 1970-01-03/],
      ['days backwards', { day: Int32Array.of(1, 3, 2) }, /1970-01-03 after 1970-01-04/],
      ['an unknown close', { close: Float64Array.of(1, Number.NaN, 1) }, /close of 2020-04-20 is NaN/],
    ])('%s is refused', async (_, change, message) => {
      await expect(put('KO', { ...bars, ...change })).rejects.toThrow(message);
      expect(await all()).toEqual([]);
    });

    test('views of longer arrays are stored with their own length', async () => {
      const cut = {
        day: longer.day.subarray(3, 9),
        close: longer.close.subarray(3, 9),
        high: longer.high.subarray(3, 9),
        low: longer.low.subarray(3, 9),
      };
      await put('KO', cut);
      expect(await storedBars(prices, 'KO')).toEqual(cut);
    });
  });

  describe('revision and data version', () => {
    test('the index has the revision that is read alone, and it grows with every change', async () => {
      const before = await prices.revision();
      expect((await prices.index()).revision).toBe(before);
      await enrol(prices, '0', 'KO');
      const enrolled = await prices.revision();
      expect(enrolled).toBeGreaterThan(before);
      await put('KO', bars);
      expect(await prices.revision()).toBeGreaterThan(enrolled);
    });

    test('writes of other data do not move the revision', async () => {
      const revision = await prices.revision();
      await storage.accounts.insert({ email: 'a@b.cd', tier: 'free', role: 'member', createdAt: new Date(0) });
      expect(await prices.revision()).toBe(revision);
    });

    test('the data version depends on the data alone, not on order, time or source', async () => {
      const version = async (symbols: string[], meta = {}) => {
        const ids: number[] = [];
        for (const symbol of symbols) ids.push(await put(symbol, symbol === 'A' ? bars : longer, meta));
        const { dataVersion } = await prices.index();
        await prices.write(RUN, async (changes) => {
          for (const id of ids) await changes.remove(id);
        });
        return dataVersion;
      };
      const one = await version(['A', 'B']);
      expect(await version(['B', 'A'], { source: 'other', importedAt: new Date(0) })).toBe(one);
      expect(await version(['B', 'C'])).not.toBe(one);
    });

    test('the data version changes with the prices', async () => {
      const id = await put('KO', bars);
      const first = (await prices.index()).dataVersion;
      await replace(id, longer);
      expect((await prices.index()).dataVersion).not.toBe(first);
      await replace(id, bars);
      expect((await prices.index()).dataVersion).toBe(first);
    });
  });

  describe('membership', () => {
    test('a symbol of several markets is one symbol', async () => {
      const ids = [await add('11', 'AAPL'), await add('2', 'aapl'), await add('0', 'AAPL')].flat();
      expect(new Set(ids).size).toBe(1);
      const symbol = { id: ids[0], symbol: 'AAPL', name: 'AAPL Inc.', markets: ['0', '2', '11'] };
      expect(await prices.find('aapl')).toEqual(symbol);
      expect(await all()).toEqual([{ ...symbol, revision: await prices.revision(), series: null }]);
    });

    test('a symbol is found in each of its own spellings, and in no other', async () => {
      await add('0', 'BRK-B', 'BTC-USD');
      expect((await prices.find('brk.b'))?.symbol).toBe('BRK-B');
      expect((await prices.find('BTC/USD'))?.symbol).toBe('BTC-USD');
      expect(await prices.find('BTC')).toBeNull();
      expect(await prices.find("'; DROP TABLE symbol")).toBeNull();
      expect(await prices.find('')).toBeNull();
    });

    test('another spelling is the same symbol and does not rename it', async () => {
      await add('0', 'BRK-B');
      await add('2', 'BRK.B');
      expect((await all()).map((s) => [s.symbol, s.markets])).toEqual([['BRK-B', ['0', '2']]]);
    });

    test('a missing name is the ticker, and never removes a name', async () => {
      const one = (name?: string) =>
        prices.write(RUN, (changes) => changes.enrol('0', [{ symbol: 'KO', name }], { simulated: false }));
      await one();
      expect((await prices.find('KO'))?.name).toBe('KO');
      await one('Coca-Cola');
      await one(' ');
      expect((await prices.find('KO'))?.name).toBe('Coca-Cola');
    });

    test('adding the same members again changes nothing', async () => {
      await add('0', 'KO', 'PEP');
      const revision = await prices.revision();
      await add('0', 'KO', 'PEP');
      expect(await prices.revision()).toBe(revision);
    });

    test('replacing the list removes the other members but keeps their prices', async () => {
      await add('0', 'KO', 'PEP');
      await put('KO', bars);
      await prices.write(RUN, (changes) =>
        changes.enrol('0', [{ symbol: 'MCD' }], { simulated: false, replace: true }),
      );
      expect((await all()).map((s) => [s.symbol, s.markets])).toEqual([
        ['KO', []],
        ['MCD', ['0']],
        ['PEP', []],
      ]);
      expect(await storedBars(prices, 'KO')).toEqual(bars);
    });

    test('a list with one invalid ticker is refused as a whole', async () => {
      await expect(add('0', 'KO', 'NOT A TICKER')).rejects.toThrow("'NOT A TICKER' is not a ticker");
      expect(await all()).toEqual([]);
    });
  });

  describe('sandbox', () => {
    const kinds = async () => [...new Set((await seriesIn(prices)).map(({ simulated }) => simulated))];

    test('the first real series ends the sandbox for the whole database', async () => {
      const apple = await put('AAPL', bars, SIMULATED);
      const coke = await put('KO', longer, SIMULATED, '2');
      expect(await kinds()).toEqual([true]);

      expect(await put('AAPL', longer)).toBe(apple);

      expect(await kinds()).toEqual([false]);
      expect((await seriesIn(prices)).map((row) => row.symbol)).toEqual(['AAPL']);
      expect(await prices.read([coke])).toEqual(new Map());
      expect(await prices.find('KO')).toBeNull();
      expect((await prices.find('AAPL'))?.markets).toEqual(['0']);
    });

    test('real prices with the content of the simulated ones still replace them', async () => {
      const id = await put('KO', bars, SIMULATED);
      expect(await replace(id, bars, { source: SIMULATED.source })).toBe('stored');
      expect(await kinds()).toEqual([false]);
    });

    test('simulated prices are refused next to real ones', async () => {
      await put('KO', bars);
      await expect(put('PEP', bars, SIMULATED)).rejects.toThrow(/cannot be stored beside real ones/);
      expect(await kinds()).toEqual([false]);
    });

    test('clearing the sandbox keeps real members', async () => {
      await put('KO', bars, SIMULATED);
      await enrol(prices, '0', 'PEP');
      await prices.write(RUN, (changes) => changes.clearSimulated());
      expect((await all()).map((s) => s.symbol)).toEqual(['PEP']);
    });
  });

  describe('a write that fails', () => {
    const failing = (work: (changes: PriceChanges) => Promise<unknown>) =>
      prices.write(RUN, async (changes) => {
        await work(changes);
        throw new Error('disk full');
      });

    test('leaves everything unchanged, the sandbox too', async () => {
      const id = await put('KO', bars, SIMULATED);
      const before = await prices.index();
      const work = async (changes: PriceChanges) => {
        await changes.enrol('0', [{ symbol: 'PEP' }], { simulated: false });
        await changes.replace(id, longer, REAL);
      };
      await expect(failing(work)).rejects.toThrow('disk full');
      expect(await prices.index()).toEqual(before);
      expect(await storedBars(prices, 'KO')).toEqual(bars);
    });
  });

  describe('rename', () => {
    const renaming = (work: (changes: PriceChanges) => Promise<void>) =>
      prices.write({ id: 'rename', kind: 'rename', at: AT, marketId: null, label: 'x' }, work);

    test('a renamed symbol keeps its id, and its former ticker is known', async () => {
      const id = await put('BRK.B', bars);
      const before = await known();
      await renaming(async (changes) => {
        await changes.saveForUndo('BRK.B');
        await changes.rename(id, 'brk/c');
      });
      expect(await prices.find('BRK-C')).toMatchObject({ id, symbol: 'BRK-C', markets: ['0'] });
      expect(await prices.find('BRK.B')).toBeNull();
      expect((await prices.index()).formerTickers).toEqual([{ symbolId: id, ticker: 'BRK.B', until: AT }]);
      await undo();
      expect(await known()).toEqual(before);
    });

    test('another spelling of its own ticker leaves no former ticker', async () => {
      const id = await put('BRK.B', bars);
      await renaming((changes) => changes.rename(id, 'BRK-B'));
      expect((await prices.index()).symbols).toMatchObject([{ id, symbol: 'BRK-B' }]);
      expect((await prices.index()).formerTickers).toEqual([]);
    });

    test('renaming to the ticker of another symbol merges markets, name and former tickers; undo separates them', async () => {
      const [first, second] = [await put('ONE', bars), await put('TWO', longer, {}, '2')];
      await renaming((changes) => changes.rename(second, 'THREE'));
      const before = await known();
      await prices.write(
        { id: 'onto', kind: 'rename', at: new Date(0), marketId: null, label: 'x' },
        async (changes) => {
          await changes.saveForUndo('ONE');
          await changes.saveForUndo('THREE');
          await changes.rename(first, 'THREE');
        },
      );
      const { symbols, formerTickers } = await prices.index();
      expect(symbols).toMatchObject([{ id: first, symbol: 'THREE', markets: ['0', '2'] }]);
      expect(formerTickers.map(({ ticker }) => ticker).sort()).toEqual(['ONE', 'TWO']);
      await undo();
      expect(await known()).toEqual(before);
      expect(await storedBars(prices, 'THREE')).toEqual(longer);
    });

    test('an undo that needs a ticker that is taken since changes nothing', async () => {
      const id = await put('KO', bars);
      await renaming(async (changes) => {
        await changes.saveForUndo('KO');
        await changes.rename(id, 'PEP');
      });
      await add('1', 'KO');
      const before = await known();
      await expect(undo()).rejects.toThrow('PEP cannot be renamed back to KO: another symbol has that ticker now');
      expect(await known()).toEqual(before);
    });
  });

  describe('the last import', () => {
    const importRun = (id: string, marketId: string) =>
      ({ id, kind: 'import', at: AT, marketId, label: `${id}.csv` }) as const;
    const importing = (id: string, symbol: string, series: Bars, market = '0') =>
      prices.write(importRun(id, market), async (changes) => {
        await changes.saveForUndo(symbol);
        const [symbolId] = await changes.enrol(market, [{ symbol, name: `of ${id}` }], { simulated: false });
        await changes.replace(symbolId, series, { ...REAL, source: id });
      });

    test('an undo restores every bar, name and membership', async () => {
      await importing('first', 'KO', bars);
      const before = await known();
      await importing('second', 'KO', longer, '2');
      await importing('second', 'KO', bars, '2');
      await importing('second', 'PEP', longer, '2');
      expect(await undo()).toEqual({ run: importRun('second', '2'), restored: ['KO'], removed: ['PEP'] });
      expect(await known()).toEqual(before);
      expect(await storedBars(prices, 'KO')).toEqual(bars);
      expect(await undo()).toBeNull();
    });

    test('an undo keeps a market that the symbol joined since', async () => {
      await importing('first', 'KO', bars);
      await enrol(prices, '1', 'KO');
      await undo();
      expect(await all()).toMatchObject([{ symbol: 'KO', markets: ['1'], series: null }]);
    });

    test('an undo does not restore simulated prices', async () => {
      await put('KO', bars, SIMULATED);
      await importing('first', 'KO', longer);
      expect(await undo()).toMatchObject({ restored: [], removed: ['KO'] });
      expect(await all()).toEqual([]);
    });
  });
}
