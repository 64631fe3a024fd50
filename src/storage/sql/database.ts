import type { Knex } from 'knex';

/** What changes apart from the others: one process at a time writes in a room, while others read in it. */
export type Room =
  | 'prices'
  | 'feeds'
  | 'ledger'
  | 'models'
  | 'nulls'
  | 'evidence'
  | 'replays'
  | 'webhooks'
  | 'scans'
  | 'exports';

/** Those of which requests want to know whether something changed. */
export type WatchedRoom = Extract<Room, 'prices' | 'feeds' | 'models' | 'nulls'>;

/**
 * Runs a statement that only reads and that both dialects understand alike: `?` stands for each parameter, texts are ordered
 * by their bytes, integers come as numbers, and booleans as whatever `Boolean` understands.
 */
export type Query = <Row>(sql: string, ...parameters: readonly (string | number)[]) => Promise<Row[]>;

/** A database as far as its dialect does not matter. */
export interface SqlDatabase {
  readonly query: Query;
  /**
   * Runs `work` in one transaction, alone in its room: it sees what every transaction before it wrote.
   *
   * @param work with a `query` that sees at least what was stored before the transaction
   */
  change<T>(room: Room, work: (trx: Knex, query: Query) => Promise<T>): Promise<T>;
  /** Moves when something in a room was changed, by whatever process. Cheap enough to ask on every request. */
  revision(room: WatchedRoom): Promise<number>;
  /**
   * Differs from what it was when records may have been changed, also by who takes the triggers away.
   *
   * @param query of the transaction, inside of one
   */
  recordStamp(query: Query): Promise<string | number>;
}
