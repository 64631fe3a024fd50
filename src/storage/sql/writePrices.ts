import type { Knex } from 'knex';
import type { PriceChanges } from '../priceChanges';
import type { PriceRun } from '../priceHistory';
import { letGo } from './feedTickers';
import { remember, undoImport } from './importUndo';
import { type JournalTables, PriceJournal } from './priceJournal';
import { clearSimulated, replaceSeries } from './priceWrites';
import { addToReport } from './qualityWrites';
import type { StoredContents } from './storedContents';
import { enrol, removeSymbol, renameSymbol } from './symbolWrites';

/** A transaction that writes prices, alone in their room. */
export interface PriceTransaction {
  readonly trx: Knex;
  readonly tables: JournalTables;
  readonly contents: StoredContents;
  /** Of which it is a part. */
  readonly run: PriceRun;
}

/** Does what `PriceStore.write` promises inside a transaction; `committed` is called once that is stored. */
export async function writePrices<T>(
  { trx, tables, contents, run }: PriceTransaction,
  work: (changes: PriceChanges) => Promise<T>,
): Promise<{ result: T; committed: () => void }> {
  const journal = await PriceJournal.open(tables, contents, run);
  const result = await work({
    enrol: (marketId, members, options) => enrol(trx, journal, marketId, members, options),
    replace: (symbolId, bars, meta) => replaceSeries(trx, journal, symbolId, bars, meta),
    remove: (symbolId) => removeSymbol(trx, journal, symbolId),
    rename: (symbolId, ticker) => renameSymbol(trx, journal, symbolId, ticker, run.at),
    clearSimulated: () => clearSimulated(trx, journal, null),
    remember: (ticker) => remember(trx, run, ticker),
    report: (part) => addToReport(trx, tables, run, part),
    letGoHeld: (feedId, ticker, heldAt) => letGo(trx, feedId, ticker, heldAt),
    undoImport: () => undoImport(trx, journal),
  });
  await journal.close();
  return { result, committed: () => journal.committed() };
}
