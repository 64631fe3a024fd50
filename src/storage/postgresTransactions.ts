import type { Knex } from 'knex';
import type { Area } from './database';

/** What one transaction at a time does, of all processes that use a database. */
type TransactionLock = Area | 'migration' | `counters of ${string}`;

/** Separates this program's locks from those of other programs in the same database. */
const OURS = 0x5065726e;

/** Waits inside a transaction until no other has the turn, and keeps it until the transaction ends, however it does. */
export async function takeLock(trx: Knex, turn: TransactionLock): Promise<void> {
  await trx.raw("SELECT pg_advisory_xact_lock(?, hashtext(current_schema() || ' ' || ?))", [OURS, turn]);
}

/** Runs `work` in one transaction once the turn has come; nested in another one, as a savepoint of it. */
export function underLock<T>(knex: Knex, turn: TransactionLock, work: (trx: Knex) => Promise<T>): Promise<T> {
  return knex.transaction(async (trx) => {
    await takeLock(trx, turn);
    return work(trx);
  });
}
