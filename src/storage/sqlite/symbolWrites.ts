import type { Knex } from 'knex';
import { canonicalTicker, tickerKey } from '../../core/calendar/ticker';
import type { EnrolOptions, Member } from '../rows';

/** Adds symbols to a market, as `PriceChanges.enrol` has it. */
export async function enrol(
  trx: Knex,
  marketId: string,
  members: readonly Member[],
  { simulated, replace = false }: EnrolOptions,
): Promise<number[]> {
  const ids: number[] = [];
  for (const member of members) {
    const id = await upsertSymbol(trx, member);
    await joinMarket(trx, marketId, id, simulated);
    ids.push(id);
  }
  if (replace) await dismissOthers(trx, marketId, new Set(ids));
  return ids;
}

async function upsertSymbol(trx: Knex, member: Member): Promise<number> {
  const ticker = canonicalTicker(member.symbol);
  const key = tickerKey(member.symbol);
  if (ticker === null || key === null) throw new RangeError(`'${member.symbol}' is not a ticker`);
  const name = member.name?.trim() || null;
  const old = await trx('symbol').where({ key }).first('id', 'name');
  if (!old) {
    const [{ id }]: { id: number }[] = await trx('symbol').insert({ ticker, key, name }, ['id']);
    return id;
  }
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

async function dismissOthers(trx: Knex, marketId: string, stay: ReadonlySet<number>): Promise<void> {
  const present: number[] = await trx('membership').where({ market_id: marketId }).pluck('symbol_id');
  for (const id of present) {
    if (!stay.has(id)) await trx('membership').where({ market_id: marketId, symbol_id: id }).delete();
  }
}
