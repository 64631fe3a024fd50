import { listedIn, type Snapshot, symbolsMeant } from '../../../src/engine/snapshot';
import { loadMarkets } from '../../../src/seeds';
import { openStorage } from '../../../src/storage/open';
import type { PriceStore } from '../../../src/storage/prices';
import { barsOf } from '../../helpers/bars';
import { fixedClock } from '../../helpers/clock';
import { loadHere } from '../../helpers/engine';
import { enrol, storeBars } from '../../helpers/storage';

const bars = barsOf([{ date: '2024-01-02', close: 1 }]);

/** The snapshot of a new database. */
async function snapshotOf(fill: (prices: PriceStore) => Promise<unknown>): Promise<Snapshot> {
  const storage = await openStorage(':memory:');
  await fill(storage.prices);
  const clock = fixedClock('2024-06-14T12:00:00Z');
  const { snapshot } = await loadHere({ prices: storage.prices, markets: loadMarkets(), clock });
  await storage.close();
  return snapshot;
}

describe('symbolsMeant', () => {
  const STORED = [
    'AAPL',
    'BRK-B',
    'BTC-USD',
    'EURUSD=X',
    'JPY=X',
    '^DJI',
    'GC=F',
    'SI',
    'SI=F',
    'SOL-USD',
    'SOL=F',
    'BF.B',
  ];
  let snapshot: Snapshot;
  beforeAll(async () => {
    snapshot = await snapshotOf((prices) => enrol(prices, '0', ...STORED));
  });

  test.each([
    ['aapl', ['AAPL']],
    ['BRK.B', ['BRK-B']],
    ['brk/b', ['BRK-B']],
    ['BTC', ['BTC-USD']],
    ['btc/usd', ['BTC-USD']],
    ['BTCUSD', ['BTC-USD']],
    ['EURUSD', ['EURUSD=X']],
    ['eur/usd', ['EURUSD=X']],
    ['USD/JPY', ['JPY=X']],
    ['^DJI', ['^DJI']],
    ['dji', ['^DJI']],
    ['GC', ['GC=F']],
    ['GC=F', ['GC=F']],
    ['SI', ['SI']], // exact wins over SI=F
    ['SI=F', ['SI=F']],
    ['SOL', ['SOL-USD', 'SOL=F']], // ambiguous
    ['AAP', []],
    ['AAPLX', []],
    ["'; DROP TABLE symbol", []],
    ['', []],
    ['bf-b', ['BF.B']], // stored in an unusual spelling
  ])('%j means %j', (text, want) => {
    expect(symbolsMeant(snapshot, text).map(({ symbol }) => symbol)).toEqual(want);
  });
});

describe('listedIn', () => {
  let snapshot: Snapshot;
  beforeAll(async () => {
    snapshot = await snapshotOf(async (prices) => {
      for (const symbol of ['MSFT', 'MCD', 'M', 'BRK-B', 'BF.B', 'WTI_SPOT', '^DJI'])
        await storeBars(prices, { symbol, markets: ['0'] }, bars);
      await enrol(prices, '0', 'MMM'); // no prices
      await enrol(prices, '1', 'MRNA');
    });
  });

  test.each<[string | undefined, number | undefined, string[], number]>([
    [undefined, undefined, ['BF.B', 'BRK-B', 'M', 'MCD', 'MSFT', 'WTI_SPOT', '^DJI'], 7],
    ['m', undefined, ['M', 'MCD', 'MSFT'], 3],
    ['m', 2, ['M', 'MCD'], 3],
    ['m', 0, [], 3],
    ['brk.', undefined, ['BRK-B'], 1],
    ['brk/b', undefined, ['BRK-B'], 1],
    ['bf-', undefined, ['BF.B'], 1],
    ['WTI_', undefined, ['WTI_SPOT'], 1],
    ['^', undefined, ['^DJI'], 1],
    ['%', undefined, [], 0],
    ['_', undefined, [], 0],
    ['zzz', undefined, [], 0],
  ])('prefix %s, limit %s', (prefix, limit, want, matched) => {
    const page = listedIn(snapshot, '0', { prefix, limit });
    expect(page.symbols.map((s) => s.symbol)).toEqual(want);
    expect([page.total, page.matched]).toEqual([7, matched]);
  });

  test('an empty market', () => {
    expect(listedIn(snapshot, '5')).toEqual({ total: 0, matched: 0, symbols: [] });
  });
});
