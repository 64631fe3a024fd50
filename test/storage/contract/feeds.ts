import { FeedTakenError } from '../../../src/storage/errors';
import type { FeedStore } from '../../../src/storage/feeds';
import type { HeldPriceStore } from '../../../src/storage/qualityReports';
import type { Storage } from '../../../src/storage/storage';
import { barsOf } from '../../helpers/bars';
import type { OpenStorage } from './contract';

const AT = new Date('2024-06-27T23:00:00Z');
const FEED = { provider: 'p', marketId: '11', unadjusted: false, addedAt: AT };
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const RUN = {
  startedAt: AT.toISOString(),
  finishedAt: AT.toISOString(),
  session: '2024-06-27',
  due: 2,
  updated: 1,
  restated: 0,
  unchanged: 0,
  failed: 1,
  vanished: 0,
  held: 0,
  left: 0,
  rows: 3,
  refused: 0,
  flagged: 0,
  ended: null,
};

/** Tests that feeds and held prices pass over every database. */
export function feedsContract(open: OpenStorage): void {
  let storage: Storage;
  let feeds: FeedStore;
  let heldPrices: HeldPriceStore;
  beforeEach(async () => {
    storage = await open();
    ({ feeds, heldPrices } = storage);
  });
  const only = async () => (await feeds.all())[0];
  const symbols = (...tickers: string[]) => tickers.map((ticker) => ({ ticker, spelling: null }));

  test('a feed is created once; adding symbols keeps the state of the others', async () => {
    expect(await feeds.all()).toEqual([]);
    const { id } = await feeds.add(FEED, symbols('SPY', 'BRK-B'));
    const [brk] = await feeds.symbols(id);
    await feeds.updateSymbols(id, [
      { ...brk, state: 'vanished', through: 19_900, triedAt: AT, vanishedAt: AT, failures: 2, fault: 'ä' },
    ]);
    const again = await feeds.add({ ...FEED, unadjusted: true }, [
      ...symbols('BRK.B'),
      { ticker: 'SPY', spelling: 'spy.us' },
      ...symbols('QQQ'),
    ]);
    expect(again).toMatchObject({
      id,
      unadjusted: true,
      paused: false,
      lastRun: null,
      nextAt: null,
      failing: 1,
    });
    expect(again.counts).toEqual({ active: 2, vanished: 1, held: 0, paused: 0 });
    const kept = await feeds.symbols(id);
    expect(kept.map(({ ticker, spelling }) => [ticker, spelling])).toEqual([
      ['BRK-B', null],
      ['QQQ', null],
      ['SPY', 'spy.us'],
    ]);
    expect(kept[0]).toEqual({
      ...brk,
      state: 'vanished',
      through: 19_900,
      triedAt: AT,
      vanishedAt: AT,
      failures: 2,
      fault: 'ä',
    });
  });

  test('a symbol is in one feed at most, in any spelling', async () => {
    await feeds.add(FEED, symbols('BRK-B'));
    const taking = feeds.add({ ...FEED, provider: 'q' }, symbols('SPY', 'BRK.B'));
    await expect(taking).rejects.toThrow(FeedTakenError);
    expect((await feeds.all()).map(({ provider }) => provider)).toEqual(['p']);
  });

  test('symbols are removed with their held prices, and the feed with the last one', async () => {
    const { id } = await feeds.add(FEED, symbols('SPY', 'QQQ'));
    const held = { heldAt: AT, reason: 'why', source: 'P', bars: barsOf([{ date: '2024-06-26', close: 50 }]) };
    for (const ticker of ['SPY', 'QQQ', 'NONE']) await heldPrices.hold(id, { ...held, ticker });
    await feeds.remove(id, ['spy']);
    expect((await feeds.symbols(id)).map(({ ticker }) => ticker)).toEqual(['QQQ']);
    expect(await heldPrices.list(null, 9)).toEqual([{ ...held, feedId: id, ticker: 'QQQ' }]);
    // Newer prices than those that an operator saw stay.
    expect(await heldPrices.discard(id, 'QQQ', later(-1))).toBe(false);
    await feeds.remove(id, ['QQQ']);
    expect(await heldPrices.count()).toBe(0);
    expect(await feeds.all()).toEqual([]);
  });

  test('the last run is kept until another run that requested prices', async () => {
    const { id } = await feeds.add(FEED, symbols('SPY'));
    await feeds.finish(id, { lastRun: RUN, nextAt: later(60) });
    expect(await only()).toMatchObject({ lastRun: RUN, nextAt: later(60) });
    await feeds.finish(id, { lastRun: null, nextAt: null });
    expect(await only()).toMatchObject({ lastRun: RUN, nextAt: null });
  });

  test('the revision moves with every change, and only then; pausing clears the time of the next run', async () => {
    const before = await storage.revision('feeds');
    const { id } = await feeds.add(FEED, symbols('SPY'));
    expect(await storage.revision('feeds')).toBeGreaterThan(before);
    await feeds.finish(id, { lastRun: null, nextAt: later(60) });
    await feeds.setPaused(id, true);
    expect(await only()).toMatchObject({ paused: true, nextAt: null });
    const after = await storage.revision('feeds');
    await feeds.all();
    await feeds.symbols(id);
    await heldPrices.ofFeed(id);
    expect(await storage.revision('feeds')).toBe(after);
  });
}
