import type { Knex } from 'knex';
import type { Query, SqlDatabase } from '../sql/database';
import type { Statement } from './connections';
import type { PostgresDatabase } from './database';
import { Revisions } from './revisions';
import { inTurn } from './turn';

/** A database of PostgreSQL as what does not depend on the dialect sees it. */
export interface PostgresRooms extends SqlDatabase {
  readonly revisions: Revisions;
}

/**
 * Differs when a record was changed in any way: a row that is written has another transaction, and lies elsewhere. The cards
 * are verified whenever they are read.
 */
const STAMP = `SELECT md5(coalesce(string_agg(seq || ' ' || xmin || ' ' || ctid, ',' ORDER BY seq), '')) AS stamp
  FROM ledger_record`;

export function roomsOf({ url, knex, requests, work }: PostgresDatabase): PostgresRooms {
  const revisions = new Revisions(url, requests, work);
  return {
    revisions,
    query: (sql, ...parameters) => requests.ask(statementOf(sql), parameters) as Promise<never[]>,
    async change(room, work) {
      const result = await inTurn(knex, room, (trx) => work(trx, queryIn(trx)));
      await revisions.caughtUp();
      return result;
    },
    revision: (room) => revisions.of(room),
    async recordStamp(query) {
      const [{ stamp }] = await query<{ stamp: string }>(STAMP);
      return stamp;
    },
  };
}

/** What a transaction reads by itself: it takes no second connection while it holds one. */
function queryIn(trx: Knex): Query {
  return async (sql, ...parameters) => (await trx.raw(sql, parameters)).rows;
}

/** Statements that connections have prepared, by their text. */
const prepared = new Map<string, Statement>();

function statementOf(sql: string): Statement {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  let place = 0;
  const statement = { name: `shared ${prepared.size}`, text: sql.replace(/\?/g, () => `$${++place}`) };
  prepared.set(sql, statement);
  return statement;
}
