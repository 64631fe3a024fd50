import type { Series } from '../../storage/prices';
import { type BarsReader, RecentBars } from '../recentBars';
import type { SymbolRef } from './symbolRef';

/** What tasks have in the thread that they run in. */
export class Thread {
  private opened: Promise<{ readonly prices: Series; readonly bars: RecentBars }> | null = null;

  /** @param openSeries what prices are read by: opened when a task first reads some */
  constructor(private readonly openSeries: () => Promise<Series>) {}

  /** As `RecentBars.read` has it. */
  read(symbols: readonly SymbolRef[]): Promise<BarsReader> {
    return this.with(({ bars }) => bars.read(symbols));
  }

  /** Reads whole series. */
  prices<T>(read: (prices: Series) => Promise<T>): Promise<T> {
    return this.with(({ prices }) => read(prices));
  }

  private async with<T>(use: (opened: { prices: Series; bars: RecentBars }) => Promise<T>): Promise<T> {
    this.opened ??= this.openSeries().then((prices) => ({ prices, bars: new RecentBars(prices) }));
    try {
      return await use(await this.opened);
    } catch (error) {
      // The next task tries again: a database may come back.
      this.opened = null;
      throw error;
    }
  }
}
