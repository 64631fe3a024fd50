import type { Bars } from '../core/window/bars';
import type { PriceRun } from './priceHistory';
import type { SeriesMeta } from './prices';
import type { QualityPart } from './quality';

/** The writes of one transaction. */
export interface PriceChanges {
  /**
   * Adds symbols to a market, creating those that are new, and fills in names. Real members outlive the sandbox.
   *
   * @returns the id of each symbol, in the order given
   * @throws RangeError naming a text that is no ticker
   */
  enrol(marketId: string, members: readonly Member[], options: EnrolOptions): Promise<number[]>;
  /**
   * Replaces a symbol's whole series. The same content from the same source changes nothing. The first real series ends
   * the sandbox: every simulated price goes with it.
   *
   * @throws RangeError when the bars are not a series; Error when simulated prices would join real ones
   */
  replace(symbolId: number, bars: Bars, meta: SeriesMeta): Promise<'stored' | 'unchanged'>;
  /** Takes a symbol away, with its prices and memberships, and out of feeds; its history stays. */
  remove(symbolId: number): Promise<void>;
  /**
   * Gives a symbol another ticker, in feeds too; the old one goes on to mean it. A symbol that has that ticker already goes: its markets,
   * and its name if it has one, become those of the renamed one, its prices are lost.
   *
   * @throws RangeError when the text is no ticker
   */
  rename(symbolId: number, ticker: string): Promise<void>;
  /** Ends the sandbox: simulated prices and memberships go, and symbols nothing else refers to. */
  clearSimulated(): Promise<void>;
  /**
   * Keeps a symbol as it is before the run changes it, so that the run can be undone. Only the last run is kept: the
   * first symbol of another one takes the place of all that was remembered.
   */
  remember(ticker: string): Promise<void>;
  /**
   * Adds to the report of the run, which begins with its first part; after those of its symbols that the same transaction
   * changes. A transaction may do nothing else.
   */
  report(part: QualityPart): Promise<void>;
  /** As `Feeds.letGo`, with the prices that take their place. */
  letGoHeld(feedId: number, ticker: string, heldAt: Date): Promise<boolean>;
  /**
   * Brings back what was before the run that is remembered: prices, names, tickers and members of its market. Simulated
   * prices are not kept: they come back by being made again. What was undone cannot be undone.
   *
   * @returns null when there is nothing to undo
   */
  undoImport(): Promise<UndoneImport | null>;
}

export interface Member {
  readonly symbol: string;
  /** Absent or empty: a name already stored stays. */
  readonly name?: string;
}

export interface EnrolOptions {
  readonly simulated: boolean;
  /** Whether members not in the list leave the market. */
  readonly replace?: boolean;
}

export interface UndoneImport {
  readonly run: PriceRun;
  /** Symbols that have the prices again that they had before. */
  readonly restored: readonly string[];
  /** Symbols that had no prices before, and have none now. */
  readonly removed: readonly string[];
}
