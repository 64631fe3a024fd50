import type { Knex } from 'knex';
import { tickerKey } from '../../core/calendar/ticker';

/** What became of symbols, as far as feeds ask for them; part of the transaction that changes them. */

/**
 * Feeds go on with a symbol under its new ticker, as one they have not asked for yet: what came under the old one, or why
 * nothing did, says nothing of it. Where a feed has the new ticker already, the old one goes.
 */
export async function renameInFeeds(trx: Knex, from: string, to: string): Promise<void> {
  const [old, key] = [tickerKey(from), tickerKey(to)];
  const feeds: { feed_id: number }[] = await trx('feed_symbol').where({ key: old }).select('feed_id');
  if (feeds.length === 0 || old === key) return;
  const isTaken = (await trx('feed_symbol').where({ key }).first('key')) !== undefined;
  if (isTaken) {
    await removeFromFeeds(trx, from);
    return;
  }
  // Prices held back are fetched again; they refer to the symbol by its old key.
  await trx('feed_held').where({ key: old }).delete();
  const anew = { state: 'active', tried_at: null, vanished_at: null, failures: 0, fault: null, validators: null };
  await trx('feed_symbol')
    .where({ key: old })
    .update({ ...anew, key, ticker: to });
  await moved(trx);
}

/** No feed asks for a symbol any more; a feed of no other symbol goes with it. */
export async function removeFromFeeds(trx: Knex, ticker: string): Promise<void> {
  const feeds: { feed_id: number }[] = await trx('feed_symbol')
    .where({ key: tickerKey(ticker) })
    .select('feed_id');
  if (feeds.length === 0) return;
  await trx('feed_symbol')
    .where({ key: tickerKey(ticker) })
    .delete();
  for (const { feed_id: id } of feeds) {
    const left = await trx('feed_symbol').where({ feed_id: id }).first('key');
    if (left === undefined) await trx('feed').where({ id }).delete();
  }
  await moved(trx);
}

/** As `Feeds.letGo`. */
export async function letGo(trx: Knex, feedId: number, ticker: string, heldAt?: Date): Promise<boolean> {
  const held = trx('feed_held').where({ feed_id: feedId, key: tickerKey(ticker) ?? '' });
  if (heldAt !== undefined) held.where({ held_at: heldAt.getTime() });
  const waited = (await held.delete()) > 0;
  if (waited) await moved(trx);
  return waited;
}

async function moved(trx: Knex): Promise<void> {
  await trx('feed_revision').where({ id: 1 }).increment('value', 1);
}
