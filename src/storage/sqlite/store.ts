import type { Knex } from 'knex';
import { type Database, inWriteTransaction } from './database';
import { PriceRepository } from './prices';
import { SymbolRepository } from './symbols';

/** Market data: what an import writes and the engine reads. */
export interface Store {
  readonly symbols: SymbolRepository;
  readonly prices: PriceRepository;
}

export function storeOf(database: Database, knex: Knex = database.knex): Store {
  return { symbols: new SymbolRepository(database, knex), prices: new PriceRepository(database, knex) };
}

/**
 * Writes all of it or nothing: a process that dies half-way through a file leaves the old prices. Reads by ticker or id
 * inside still see what was committed before.
 */
export function inTransaction<T>(database: Database, work: (store: Store) => Promise<T>): Promise<T> {
  return inWriteTransaction(database.knex, (trx) => work(storeOf(database, trx)));
}
