import type { Series } from '../../storage/prices';
import { type BarsReader, RecentBars } from '../recentBars';
import type { SymbolRef } from './symbolRef';

/** Tasks by name: functions of a message and the thread's resources. */
export type Tasks = Readonly<Record<string, (input: never, thread: Thread) => unknown>>;

/** The resources of a thread that its tasks share. */
export class Thread {
  private opened: Promise<{ readonly prices: Series; readonly bars: RecentBars }> | null = null;

  /** @param openSeries opens the reader of prices; called when a task first reads some */
  constructor(private readonly openSeries: () => Promise<Series>) {}

  /** See `RecentBars.read`. */
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
      // The next task opens the database again: it may be back.
      this.opened = null;
      throw error;
    }
  }
}
