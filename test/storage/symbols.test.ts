import { closeDatabase, type Database, openDatabase } from '../../src/storage/sqlite/database';
import { type Store, storeOf } from '../../src/storage/sqlite/store';
import { barsOf } from '../helpers/bars';

const bars = barsOf([{ date: '2024-01-02', close: 1 }]);
const REAL = { source: 'test', importedAt: new Date(0), simulated: false };

let database: Database;
let store: Store;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  store = storeOf(database);
});
afterEach(() => closeDatabase(database));

function add(market: string, ...symbols: string[]): Promise<number[]> {
  return store.symbols.addMembers(
    market,
    symbols.map((symbol) => ({ symbol, name: `${symbol} Inc.` })),
    { simulated: false },
  );
}

describe('resolve', () => {
  const STORED = ['AAPL', 'BRK-B', 'BTC-USD', 'EURUSD=X', 'JPY=X', '^DJI', 'GC=F', 'SI', 'SI=F', 'SOL-USD', 'SOL=F'];
  test.each([
    ['aapl', 'AAPL'],
    ['BRK.B', 'BRK-B'],
    ['brk/b', 'BRK-B'],
    ['BTC', 'BTC-USD'],
    ['btc/usd', 'BTC-USD'],
    ['BTCUSD', 'BTC-USD'],
    ['EURUSD', 'EURUSD=X'],
    ['eur/usd', 'EURUSD=X'],
    ['USD/JPY', 'JPY=X'],
    ['^DJI', '^DJI'],
    ['dji', '^DJI'],
    ['GC', 'GC=F'],
    ['GC=F', 'GC=F'],
    ['SI', 'SI'], // exact wins over SI=F
    ['SI=F', 'SI=F'],
    ['SOL', null], // SOL-USD or SOL=F: nobody can know
    ['AAP', null],
    ['AAPLX', null],
    ["'; DROP TABLE symbol", null],
    ['', null],
  ])('%j finds %s', async (text, want) => {
    await add('0', ...STORED);
    expect(store.symbols.resolve(text)?.symbol ?? null).toBe(want);
  });

  test('candidates name what an ambiguous ticker could mean', async () => {
    await add('0', ...STORED);
    expect(store.symbols.candidates('SOL').map((s) => s.symbol)).toEqual(['SOL-USD', 'SOL=F']);
  });
});

describe('membership', () => {
  test('a symbol of several markets is one symbol', async () => {
    const ids = [await add('11', 'AAPL'), await add('2', 'aapl'), await add('0', 'AAPL')].flat();
    expect(new Set(ids).size).toBe(1);
    expect(store.symbols.resolve('AAPL')).toEqual({
      id: ids[0],
      symbol: 'AAPL',
      name: 'AAPL Inc.',
      markets: ['0', '2', '11'],
    });
  });

  test('another spelling is the same symbol and does not rename it', async () => {
    await add('0', 'BRK-B');
    await add('2', 'BRK.B');
    expect(store.symbols.all().map((s) => [s.symbol, s.markets])).toEqual([['BRK-B', ['0', '2']]]);
  });

  test('a missing name is the ticker, and never removes a name', async () => {
    await store.symbols.addMembers('0', [{ symbol: 'KO' }], { simulated: false });
    expect(store.symbols.resolve('KO')?.name).toBe('KO');
    await store.symbols.addMembers('0', [{ symbol: 'KO', name: 'Coca-Cola' }], { simulated: false });
    await store.symbols.addMembers('0', [{ symbol: 'KO', name: ' ' }], { simulated: false });
    expect(store.symbols.resolve('KO')?.name).toBe('Coca-Cola');
  });

  test('adding the same again changes nothing', async () => {
    await add('0', 'KO', 'PEP');
    const revision = store.prices.revision();
    await add('0', 'KO', 'PEP');
    expect(store.prices.revision()).toBe(revision);
  });

  test('replace lets the others leave, with their prices kept', async () => {
    const [coke] = await add('0', 'KO', 'PEP');
    await store.prices.put(coke, bars, REAL);
    await store.symbols.addMembers('0', [{ symbol: 'MCD' }], { simulated: false, replace: true });
    expect(store.symbols.all().map((s) => [s.symbol, s.markets])).toEqual([
      ['KO', []],
      ['MCD', ['0']],
      ['PEP', []],
    ]);
    expect(store.prices.bars(coke)).toEqual(bars);
  });

  test('one text that is no ticker refuses the whole list', async () => {
    await expect(add('0', 'KO', 'NOT A TICKER')).rejects.toThrow("'NOT A TICKER' is not a ticker");
    expect(store.symbols.all()).toEqual([]);
  });
});

describe('listSymbols', () => {
  beforeEach(async () => {
    for (const id of await add('0', 'MSFT', 'MCD', 'M', 'BRK-B', 'WTI_SPOT', '^DJI'))
      await store.prices.put(id, bars, REAL);
    await add('0', 'MMM'); // no prices
    await add('1', 'MRNA');
  });

  test.each<[string | undefined, number | undefined, string[], number]>([
    [undefined, undefined, ['BRK-B', 'M', 'MCD', 'MSFT', 'WTI_SPOT', '^DJI'], 6],
    ['m', undefined, ['M', 'MCD', 'MSFT'], 3],
    ['m', 2, ['M', 'MCD'], 3],
    ['m', 0, [], 3],
    ['brk.', undefined, ['BRK-B'], 1],
    ['brk/b', undefined, ['BRK-B'], 1],
    ['WTI_', undefined, ['WTI_SPOT'], 1],
    ['^', undefined, ['^DJI'], 1],
    ['%', undefined, [], 0],
    ['_', undefined, [], 0],
    ['zzz', undefined, [], 0],
  ])('prefix %s, limit %s', async (prefix, limit, want, matched) => {
    const page = await store.symbols.listSymbols('0', prefix, limit);
    expect(page.symbols.map((s) => s.symbol)).toEqual(want);
    expect([page.total, page.matched]).toEqual([6, matched]);
  });

  test('an empty market', async () => {
    expect(await store.symbols.listSymbols('5')).toEqual({ total: 0, matched: 0, symbols: [] });
  });
});
