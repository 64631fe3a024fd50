import type { Knex } from 'knex';
import { canonicalTicker, tickerKey } from '../core/calendar/ticker';
import { removeFromFeeds, renameInFeeds } from './feeds';
import type { PriceJournal } from './priceJournal';

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

/** Adds symbols to a market, as `PriceChanges.enrol` has it. */
export async function enrol(
  trx: Knex,
  journal: PriceJournal,
  marketId: string,
  members: readonly Member[],
  { simulated, replace = false }: EnrolOptions,
): Promise<number[]> {
  const ids: number[] = [];
  // The history lists the sandbox as a whole.
  const kept = simulated ? null : journal;
  for (const member of members) {
    const id = await upsertSymbol(trx, kept, member);
    await joinMarket(trx, marketId, id, simulated);
    ids.push(id);
  }
  if (replace) await dismissOthers(trx, journal, marketId, new Set(ids));
  return ids;
}

async function upsertSymbol(trx: Knex, journal: PriceJournal | null, member: Member): Promise<number> {
  const ticker = canonicalTicker(member.symbol);
  const key = tickerKey(member.symbol);
  if (ticker === null || key === null) throw new RangeError(`'${member.symbol}' is not a ticker`);
  const name = member.name?.trim() || null;
  const old = await trx('symbol').where({ key }).first('id', 'name');
  if (!old) {
    const [{ id }]: { id: number }[] = await trx('symbol').insert({ ticker, key, name }, ['id']);
    journal?.created(id);
    return id;
  }
  await journal?.touch(old.id);
  // Only real changes are written, so that repeating an import does not move the revision.
  if (name !== null && name !== old.name) await trx('symbol').where({ id: old.id }).update({ name });
  return old.id;
}

async function joinMarket(trx: Knex, marketId: string, symbolId: number, simulated: boolean): Promise<void> {
  const membership = { market_id: marketId, symbol_id: symbolId };
  const old = await trx('membership').where(membership).first('simulated');
  if (!old) await trx('membership').insert({ ...membership, simulated });
  else if (old.simulated && !simulated) await trx('membership').where(membership).update({ simulated: false });
}

async function dismissOthers(
  trx: Knex,
  journal: PriceJournal,
  marketId: string,
  stay: ReadonlySet<number>,
): Promise<void> {
  const present: number[] = await trx('membership').where({ market_id: marketId }).pluck('symbol_id');
  for (const id of present) {
    if (stay.has(id)) continue;
    await journal.touch(id);
    await trx('membership').where({ market_id: marketId, symbol_id: id }).delete();
  }
}

/** Takes a symbol away, as `PriceChanges.remove` has it. */
export async function removeSymbol(trx: Knex, journal: PriceJournal, id: number): Promise<void> {
  await journal.touch(id);
  const { ticker } = (await trx('symbol').where({ id }).first('ticker')) ?? { ticker: '' };
  await removeFromFeeds(trx, ticker);
  // Prices and memberships go with it (foreign key).
  await trx('symbol').where({ id }).delete();
}

/** Gives a symbol another ticker, as `PriceChanges.rename` has it. */
export async function renameSymbol(trx: Knex, journal: PriceJournal, id: number, to: string): Promise<void> {
  const ticker = canonicalTicker(to);
  const key = tickerKey(to);
  if (ticker === null || key === null) throw new RangeError(`'${to}' is not a ticker`);
  await journal.touch(id);
  const other = await trx('symbol').where({ key }).whereNot({ id }).first('id', 'name');
  const before = await trx('symbol').where({ id }).first('ticker');
  if (before) await renameInFeeds(trx, before.ticker, ticker);
  if (other) await takeOver(trx, journal, id, other);
  await trx('symbol').where({ id }).update({ ticker, key });
}

/** A symbol becomes part of another: what meant it means that one. */
async function takeOver(
  trx: Knex,
  journal: PriceJournal,
  id: number,
  other: { id: number; name: string | null },
): Promise<void> {
  const markets: { market_id: string; simulated: boolean }[] = await trx('membership').where({ symbol_id: other.id });
  for (const { market_id, simulated } of markets) {
    await trx('membership').insert({ market_id, symbol_id: id, simulated }).onConflict().ignore();
  }
  const names: { key: string; ticker: string }[] = await trx('former_ticker').where({ symbol_id: other.id });
  for (const { key, ticker } of names) {
    const name = { key, ticker, symbol_id: id, until: journal.run.at.getTime() };
    await trx('former_ticker').insert(name).onConflict().ignore();
  }
  if (other.name !== null) await trx('symbol').where({ id }).update({ name: other.name });
  await journal.touch(other.id);
  await trx('symbol').where({ id: other.id }).delete();
}
