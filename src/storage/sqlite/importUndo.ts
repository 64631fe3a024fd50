import type { Knex } from 'knex';
import { tickerKey } from '../../core/calendar/ticker';
import type { ImportRun, UndoneImport } from '../rows';

/** A row of symbol_before. */
interface SymbolBefore {
  key: string;
  name: string | null;
  was_member: number;
  row_count: number | null;
  first_day: number | null;
  last_day: number | null;
  hash: string | null;
  source: string | null;
  imported_at: number | null;
}

interface RunRow {
  id: string;
  imported_at: number;
  market_id: string;
  label: string;
}

const toRun = (row: RunRow): ImportRun => ({
  id: row.id,
  at: new Date(row.imported_at),
  marketId: row.market_id,
  label: row.label,
});

/** Keeps a symbol as it is before an import's first change of it, as `PriceChanges.remember` has it. */
export async function remember(trx: Knex, run: ImportRun, ticker: string): Promise<void> {
  await begin(trx, run);
  const key = tickerKey(ticker);
  if (key === null || (await trx('symbol_before').where({ key }).first('key'))) return;
  const symbol = await trx('symbol').where({ key }).first('id', 'name');
  const id = symbol?.id ?? -1;
  // What the sandbox invented is not kept: it makes it again.
  const real = { symbol_id: id, simulated: false };
  const member = await trx('membership')
    .where({ ...real, market_id: run.marketId })
    .first('symbol_id');
  const series = await trx('price_series')
    .where(real)
    .first('row_count', 'first_day', 'last_day', 'hash', 'source', 'imported_at');
  await trx('symbol_before').insert({ key, name: symbol?.name ?? null, was_member: member !== undefined, ...series });
  if (series === undefined) return;
  const columns = trx('price_column')
    .where({ symbol_id: id })
    .select(trx.raw('?', [key]), 'column_set', 'hash', 'data');
  await trx(trx.raw('column_before (key, column_set, hash, data)')).insert(columns);
}

/** Another import takes the place of the one remembered. */
async function begin(trx: Knex, { id, at, marketId, label }: ImportRun): Promise<void> {
  if (await trx('last_import').where({ id }).first('id')) return;
  await forget(trx);
  await trx('last_import').insert({ id, imported_at: at.getTime(), market_id: marketId, label });
}

async function forget(trx: Knex): Promise<void> {
  // Columns go with their symbols (foreign key).
  await trx('symbol_before').delete();
  await trx('last_import').delete();
}

/** Undoes the last import, as `PriceChanges.undoImport` has it. */
export async function undoImport(trx: Knex): Promise<UndoneImport | null> {
  const row: RunRow | undefined = await trx('last_import').first();
  if (row === undefined) return null;
  const restored: string[] = [];
  const removed: string[] = [];
  const before: SymbolBefore[] = await trx('symbol_before').orderBy('key');
  for (const one of before) {
    const symbol = await trx('symbol').where({ key: one.key }).first('id', 'ticker', 'name');
    if (symbol === undefined) continue;
    if (one.hash === null) await trx('price_series').where({ symbol_id: symbol.id }).delete();
    else await restoreSeries(trx, symbol.id, one);
    (one.hash === null ? removed : restored).push(symbol.ticker);
    const membership = { symbol_id: symbol.id, market_id: row.market_id };
    if (!one.was_member) await trx('membership').where(membership).delete();
    if (symbol.name !== one.name) await trx('symbol').where({ id: symbol.id }).update({ name: one.name });
    await deleteUnlessUsed(trx, symbol.id);
  }
  await forget(trx);
  return { run: toRun(row), restored, removed };
}

async function restoreSeries(trx: Knex, symbolId: number, { key, name: _, was_member, ...series }: SymbolBefore) {
  await trx('price_series')
    .insert({ ...series, symbol_id: symbolId, simulated: false })
    .onConflict('symbol_id')
    .merge();
  const columns: object[] = await trx('column_before').where({ key }).select('column_set', 'hash', 'data');
  for (const column of columns) {
    const row = { ...column, symbol_id: symbolId };
    await trx('price_column').insert(row).onConflict(['symbol_id', 'column_set']).merge();
  }
}

/** A symbol that only the import knew is gone with it. */
async function deleteUnlessUsed(trx: Knex, id: number): Promise<void> {
  await trx('symbol')
    .where({ id })
    .whereNotIn('id', trx('membership').select('symbol_id'))
    .whereNotIn('id', trx('price_series').select('symbol_id'))
    .delete();
}
