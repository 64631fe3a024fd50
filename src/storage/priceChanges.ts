import type { Knex } from 'knex';
import type { Bars } from '../core/window/bars';
import type { Database } from './database';
import { letGo } from './feeds';
import { remember, type UndoneImport, undoImport } from './importUndo';
import type { SeriesMeta } from './priceBlob';
import type { PriceRun } from './priceHistory';
import { PriceJournal } from './priceJournal';
import type { QualityPart } from './priceQuality';
import { clearSimulated, replaceSeries } from './priceWrites';
import { addToReport } from './qualityReports';
import { type EnrolOptions, enrol, type Member, removeSymbol, renameSymbol } from './symbols';

/** Does what `PriceStore.write` promises. */
export function writePrices<T>(
  database: Pick<Database, 'change'>,
  run: PriceRun,
  work: (changes: PriceChanges) => Promise<T>,
): Promise<T> {
  // Feeds follow symbols that are renamed or removed.
  return database.change(['prices', 'feeds'], async (trx, query) => {
    const journal = await PriceJournal.open(trx, query, run);
    const result = await work(new PriceChanges(trx, journal));
    await journal.close();
    return result;
  });
}

/** The writes of one transaction. */
export class PriceChanges {
  constructor(
    private readonly trx: Knex,
    private readonly journal: PriceJournal,
  ) {}

  /**
   * Adds symbols to a market, creating those that are new, and fills in names. Real members outlive the sandbox.
   *
   * @returns the id of each symbol, in the order given
   * @throws RangeError naming a text that is no ticker
   */
  enrol(marketId: string, members: readonly Member[], options: EnrolOptions): Promise<number[]> {
    return enrol(this.trx, this.journal, marketId, members, options);
  }

  /**
   * Replaces a symbol's whole series. The same content from the same source changes nothing. The first real series ends
   * the sandbox: every simulated price goes with it.
   *
   * @throws RangeError when the bars are not a series; Error when simulated prices would join real ones
   */
  replace(symbolId: number, bars: Bars, meta: SeriesMeta): Promise<'stored' | 'unchanged'> {
    return replaceSeries(this.trx, this.journal, symbolId, bars, meta);
  }

  /** Takes a symbol away, with its prices and memberships, and out of feeds; its history stays. */
  remove(symbolId: number): Promise<void> {
    return removeSymbol(this.trx, this.journal, symbolId);
  }

  /**
   * Gives a symbol another ticker, in feeds too; the old one goes on to mean it. A symbol that has that ticker already
   * goes: its markets, and its name if it has one, become those of the renamed one, its prices are lost.
   *
   * @throws RangeError when the text is no ticker
   */
  rename(symbolId: number, ticker: string): Promise<void> {
    return renameSymbol(this.trx, this.journal, symbolId, ticker);
  }

  /** Ends the sandbox: simulated prices and memberships go, and symbols nothing else refers to. */
  clearSimulated(): Promise<void> {
    return clearSimulated(this.trx, this.journal, null);
  }

  /**
   * Keeps a symbol as it is before the run changes it, so that the run can be undone. Only the last run is kept: the
   * first symbol of another one takes the place of all that was remembered.
   */
  remember(ticker: string): Promise<void> {
    return remember(this.trx, this.journal.run, ticker);
  }

  /**
   * Adds to the report of the run, which begins with its first part; after those of its symbols that the same transaction
   * changes. A transaction may do nothing else.
   */
  report(part: QualityPart): Promise<void> {
    return addToReport(this.trx, this.journal, part);
  }

  /** As `Feeds.letGo`, with the prices that take their place. */
  letGoHeld(feedId: number, ticker: string, heldAt: Date): Promise<boolean> {
    return letGo(this.trx, feedId, ticker, heldAt);
  }

  /**
   * Brings back what was before the run that is remembered: prices, names, tickers and members of its market. Simulated
   * prices are not kept: they come back by being made again. What was undone cannot be undone.
   *
   * @returns null when there is nothing to undo
   */
  undoImport(): Promise<UndoneImport | null> {
    return undoImport(this.trx, this.journal);
  }
}
