import type { Knex } from 'knex';
import { toIso } from '../core/calendar/dates';
import { canonicalTicker, tickerKey } from '../core/calendar/ticker';
import type { Bars } from '../core/window/bars';
import { removeFromFeeds, renameInFeeds } from './feeds';
import { sha256 } from './hashes';
import { deleteUnused, saveForUndo, type UndoneImport, undoImport } from './importUndo';
import type { PriceJournal } from './priceJournal';
import type { QualityPart } from './priceQuality';
import { addToReport, discardHeld } from './qualityReports';
import { type ColumnSet, encodeCloses, encodeRange, type SeriesMeta } from './storedSeries';

export interface Member {
  readonly symbol: string;
  /** Absent or empty: the stored name stays. */
  readonly name?: string;
}

export interface EnrolOptions {
  readonly simulated: boolean;
  /** Whether members that are not in the list leave the market. */
  readonly replace?: boolean;
}

/** A row of price_column. */
interface StoredColumn {
  symbol_id: number;
  column_set: ColumnSet;
  hash: string;
  data: Buffer;
}

/** Writes symbols and prices in one transaction. */
export class PriceChanges {
  constructor(
    private readonly trx: Knex,
    private readonly journal: PriceJournal,
  ) {}

  /**
   * Adds symbols to a market, creating new ones, and fills in names. A real membership replaces a simulated one.
   *
   * @returns the id of each symbol, in the order of `members`
   * @throws RangeError naming a text that is not a ticker
   */
  async enrol(
    marketId: string,
    members: readonly Member[],
    { simulated, replace = false }: EnrolOptions,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const member of members) {
      const id = await this.upsertSymbol(member, simulated);
      await this.joinMarket(marketId, id, simulated);
      ids.push(id);
    }
    if (replace) await this.removeMembersExcept(marketId, new Set(ids));
    return ids;
  }

  /**
   * Replaces a symbol's whole series. The same content from the same source changes nothing. The first real series ends
   * the sandbox: every simulated price is deleted.
   *
   * @throws RangeError when the bars are not a series; Error when simulated prices would join real ones
   */
  async replace(
    symbolId: number,
    bars: Bars,
    { source, importedAt, simulated }: SeriesMeta,
  ): Promise<'stored' | 'unchanged'> {
    const { trx, journal } = this;
    assertSeries(bars);
    const columns = [
      storedColumn(symbolId, 'close', encodeCloses(bars)),
      storedColumn(symbolId, 'range', encodeRange(bars)),
    ];
    if (!simulated) await this.clearSimulated(symbolId);
    else if (await hasSeries(trx, false)) throw new Error('simulated prices cannot be stored beside real ones');
    const series = {
      symbol_id: symbolId,
      row_count: bars.day.length,
      first_day: bars.day[0],
      last_day: bars.day[bars.day.length - 1],
      hash: sha256(columns[0].hash, columns[1].hash),
      source,
      simulated,
    };
    if (await isStored(trx, series, columns)) return 'unchanged';
    if (simulated) journal.simulatedChanged();
    else await journal.seriesChanged(symbolId, await journal.bars(symbolId), bars);
    const row = { ...series, imported_at: importedAt.getTime() };
    await trx('price_series').insert(row).onConflict('symbol_id').merge();
    await trx('price_column').insert(columns).onConflict(['symbol_id', 'column_set']).merge();
    return 'stored';
  }

  /** The content hash of a symbol's real series; null when it has none. */
  async realHash(symbolId: number): Promise<string | null> {
    const series = await this.trx('price_series').where({ symbol_id: symbolId, simulated: false }).first('hash');
    return series?.hash ?? null;
  }

  /** Deletes a symbol with its prices and memberships, and removes it from feeds. Its history stays. */
  async remove(symbolId: number): Promise<void> {
    await this.journal.touch(symbolId);
    const { ticker } = (await this.trx('symbol').where({ id: symbolId }).first('ticker')) ?? { ticker: '' };
    await removeFromFeeds(this.trx, ticker);
    // Prices and memberships are deleted with it (foreign key).
    await this.trx('symbol').where({ id: symbolId }).delete();
  }

  /**
   * Gives a symbol another ticker, in feeds too; the old ticker still finds it. A symbol that has the new ticker already is
   * merged into the renamed one: its markets and its name move over, its prices are deleted.
   *
   * @throws RangeError when the text is not a ticker
   */
  async rename(symbolId: number, to: string): Promise<void> {
    const { trx, journal } = this;
    const { ticker, key } = parsedTicker(to);
    await journal.touch(symbolId);
    const other = await trx('symbol').where({ key }).whereNot({ id: symbolId }).first('id', 'name');
    const before = await trx('symbol').where({ id: symbolId }).first('ticker');
    if (before) await renameInFeeds(trx, before.ticker, ticker);
    if (other) await this.merge(symbolId, other);
    await trx('symbol').where({ id: symbolId }).update({ ticker, key });
  }

  /**
   * Ends the sandbox: deletes simulated prices and memberships, and symbols that nothing else refers to.
   *
   * @param keep a symbol that is about to receive its first real prices
   */
  async clearSimulated(keep: number | null = null): Promise<void> {
    const { trx, journal } = this;
    if (!(await hasSeries(trx, true))) return;
    journal.simulatedChanged();
    // Columns are deleted with their series (foreign key).
    await trx('price_series').where({ simulated: true }).delete();
    await trx('membership').where({ simulated: true }).delete();
    await deleteUnused(trx, (symbols) => symbols.whereNot('id', keep ?? -1));
  }

  /**
   * Saves the state of a symbol before the run changes it, so that the run can be undone. Only the last run can be undone: the
   * first symbol that another run saves replaces everything saved before.
   */
  saveForUndo(ticker: string): Promise<void> {
    return saveForUndo(this.trx, this.journal.run, ticker);
  }

  /** Adds a part to the quality report of the run. Call it after the transaction has changed the symbols of the part. */
  report(part: QualityPart): Promise<void> {
    return addToReport(this.trx, this.journal, part);
  }

  /** As `HeldPriceStore.discard`, in the transaction that stores the held prices. */
  discardHeld(feedId: number, ticker: string, heldAt: Date): Promise<boolean> {
    return discardHeld(this.trx, feedId, ticker, heldAt);
  }

  /**
   * Restores the prices, names, tickers and market members from before the last run that can be undone. Simulated prices
   * are not saved: the sandbox generates them again. An undo cannot be undone.
   *
   * @returns null when there is nothing to undo
   */
  undoImport(): Promise<UndoneImport | null> {
    return undoImport(this.trx, this.journal);
  }

  private async upsertSymbol(member: Member, simulated: boolean): Promise<number> {
    const { trx } = this;
    // The history does not list symbols of the sandbox.
    const journal = simulated ? null : this.journal;
    const { ticker, key } = parsedTicker(member.symbol);
    const name = member.name?.trim() || null;
    const stored = await trx('symbol').where({ key }).first('id', 'name');
    if (!stored) {
      const [{ id }]: { id: number }[] = await trx('symbol').insert({ ticker, key, name }, ['id']);
      journal?.created(id);
      return id;
    }
    await journal?.touch(stored.id);
    // Only a real change is written, so that repeating an import does not move the revision.
    if (name !== null && name !== stored.name) await trx('symbol').where({ id: stored.id }).update({ name });
    return stored.id;
  }

  private async joinMarket(marketId: string, symbolId: number, simulated: boolean): Promise<void> {
    const { trx } = this;
    const membership = { market_id: marketId, symbol_id: symbolId };
    const stored = await trx('membership').where(membership).first('simulated');
    if (!stored) await trx('membership').insert({ ...membership, simulated });
    else if (stored.simulated && !simulated) await trx('membership').where(membership).update({ simulated: false });
  }

  private async removeMembersExcept(marketId: string, kept: ReadonlySet<number>): Promise<void> {
    const members: number[] = await this.trx('membership').where({ market_id: marketId }).pluck('symbol_id');
    for (const id of members) {
      if (kept.has(id)) continue;
      await this.journal.touch(id);
      await this.trx('membership').where({ market_id: marketId, symbol_id: id }).delete();
    }
  }

  /** Moves the markets, former tickers and name of another symbol to this one, and deletes the other. */
  private async merge(id: number, other: { id: number; name: string | null }): Promise<void> {
    const { trx, journal } = this;
    const markets: { market_id: string; simulated: boolean }[] = await trx('membership').where({ symbol_id: other.id });
    for (const { market_id, simulated } of markets) {
      await trx('membership').insert({ market_id, symbol_id: id, simulated }).onConflict().ignore();
    }
    const tickers: { key: string; ticker: string }[] = await trx('former_ticker').where({ symbol_id: other.id });
    for (const { key, ticker } of tickers) {
      const former = { key, ticker, symbol_id: id, until: journal.run.at.getTime() };
      await trx('former_ticker').insert(former).onConflict().ignore();
    }
    if (other.name !== null) await trx('symbol').where({ id }).update({ name: other.name });
    await journal.touch(other.id);
    await trx('symbol').where({ id: other.id }).delete();
  }
}

/** @throws RangeError when the text is not a ticker */
function parsedTicker(text: string): { ticker: string; key: string } {
  const ticker = canonicalTicker(text);
  const key = tickerKey(text);
  if (ticker === null || key === null) throw new RangeError(`'${text}' is not a ticker`);
  return { ticker, key };
}

function storedColumn(symbolId: number, set: ColumnSet, data: Buffer): StoredColumn {
  return { symbol_id: symbolId, column_set: set, hash: sha256(data), data };
}

/** Whether exactly this series is stored undamaged. A damaged one is written again. */
async function isStored(trx: Knex, series: object, columns: readonly StoredColumn[]): Promise<boolean> {
  if (!(await trx('price_series').where(series).first('symbol_id'))) return false;
  for (const { data, ...column } of columns) {
    const stored = await trx('price_column').where(column).first('data');
    if (!Buffer.isBuffer(stored?.data) || !data.equals(stored.data)) return false;
  }
  return true;
}

async function hasSeries(trx: Knex, simulated: boolean): Promise<boolean> {
  return (await trx('price_series').where({ simulated }).first('symbol_id')) !== undefined;
}

/** @throws RangeError that names the first fault */
function assertSeries({ day, close, high, low }: Bars): void {
  // Looked up once: in another context, as in tests, a global costs more than the comparison.
  const { isFinite: isNumber } = Number;
  const n = day.length;
  if (n === 0) throw new RangeError('a price series needs at least one bar');
  if (close.length !== n || high.length !== n || low.length !== n) {
    throw new RangeError(
      `columns differ in length: ${n} days, ${close.length} closes, ${high.length} highs, ${low.length} lows`,
    );
  }
  for (let i = 0; i < n; i++) {
    if (!isNumber(close[i])) throw new RangeError(`close of ${toIso(day[i])} is ${close[i]}, expected a number`);
    if (i > 0 && day[i] <= day[i - 1]) {
      throw new RangeError(`days must ascend, got ${toIso(day[i])} after ${toIso(day[i - 1])}`);
    }
  }
}
