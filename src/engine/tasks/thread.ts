import type { Series } from '../../storage/prices';
import { type BarsReader, RecentBars } from '../recentBars';
import type { SymbolRef } from './symbolRef';

/** What tasks have in the thread that they run in. */
export class Thread {
  private bars: Promise<RecentBars> | null = null;

  /** @param openSeries what bars are read by: opened when a task first reads some */
  constructor(private readonly openSeries: () => Promise<Series>) {}

  /** As `RecentBars.read` has it. */
  async read(symbols: readonly SymbolRef[], version: string): Promise<BarsReader> {
    this.bars ??= this.openSeries().then((series) => new RecentBars(series));
    try {
      return await (await this.bars).read(symbols, version);
    } catch (error) {
      // The next task tries again: a database may come back.
      this.bars = null;
      throw error;
    }
  }
}
