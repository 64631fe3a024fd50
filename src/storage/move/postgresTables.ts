import type { Knex } from 'knex';
import { UNFINISHED_MOVE } from '../migrations/migrate';
import { openPostgres, type PostgresDatabase } from '../postgres/database';
import { batchOf, type DatabaseTables, type Row, type Table, type TableReader, type TableWriter } from './tables';

/** Columns that only this dialect has. */
const OWN: Readonly<Record<string, readonly string[]>> = { api_key: ['made'] };

/** @throws UnusableDatabaseError */
export async function openPostgresTables(url: string): Promise<DatabaseTables> {
  return new PostgresTables(await openPostgres(url));
}

/** The tables of a PostgreSQL database that is migrated. */
class PostgresTables implements DatabaseTables {
  constructor(private readonly database: PostgresDatabase) {}

  reading<T>(work: (reader: TableReader) => Promise<T>): Promise<T> {
    const snapshot = { isolationLevel: 'repeatable read', readOnly: true } as const;
    return this.database.knex.transaction((trx) => work(readerOf(trx)), snapshot);
  }

  writing(work: (writer: TableWriter) => Promise<void>): Promise<void> {
    return this.database.knex.transaction((trx) => work(writerOf(trx)));
  }

  async secret(): Promise<string | null> {
    const row = await this.database.knex('key_secret').first('secret');
    return row?.secret ?? null;
  }

  async keepSecret(secret: string): Promise<void> {
    await this.database.knex('key_secret').insert({ id: 1, secret });
  }

  async markUnfinished(isUnfinished: boolean): Promise<void> {
    const marks = this.database.knex('schema_migration');
    await (isUnfinished ? marks.insert({ name: UNFINISHED_MOVE }) : marks.where({ name: UNFINISHED_MOVE }).delete());
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

function readerOf(trx: Knex): TableReader {
  return {
    async *rows(table) {
      const { name, order } = table;
      const by = typeof order === 'string' ? order : order.postgres;
      await trx.raw(`DECLARE moved NO SCROLL CURSOR FOR SELECT * FROM ${name} ORDER BY ${by}`);
      for (;;) {
        const { rows } = await trx.raw(`FETCH ${batchOf(table)} FROM moved`);
        if (rows.length === 0) break;
        yield rows.map((row: Record<string, unknown>) => plain(table, row));
      }
      await trx.raw('CLOSE moved');
    },
    async lastNumber(table) {
      const { rows } = await trx.raw(
        `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${sequenceOf(table)}`,
      );
      return rows[0].last;
    },
  };
}

function writerOf(trx: Knex): TableWriter {
  return {
    async insert({ name }, rows) {
      await trx(name).insert(rows);
    },
    async numberFrom(table, last) {
      await trx.raw('SELECT setval(?::regclass, ?, ?)', [sequenceOf(table), Math.max(last, 1), last > 0]);
    },
  };
}

/** As Knex's `increments` names it. */
function sequenceOf({ name }: Table): string {
  return `${name}_id_seq`;
}

function plain({ name }: Table, row: Record<string, unknown>): Row {
  const kept = Object.entries(row).filter(([column]) => !OWN[name]?.includes(column));
  return Object.fromEntries(
    kept.map(([column, value]) => [column, typeof value === 'boolean' ? Number(value) : value]),
  ) as Row;
}
