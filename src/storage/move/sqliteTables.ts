import BetterSqlite3 from 'better-sqlite3';
import { UNFINISHED_MOVE } from '../migrations/migrate';
import { createSecret, readSecret, secretFileOf } from '../sqlite/keySecret';
import { usageFileOf } from '../sqlite/usageDatabase';
import { batchOf, type DatabaseTables, type Row, type Table, type TableReader, type TableWriter } from './tables';

/** The tables of a SQLite database that exists and is migrated, over connections of their own. */
export class SqliteTables implements DatabaseTables, TableReader, TableWriter {
  private readonly main: BetterSqlite3.Database;
  private readonly usage: BetterSqlite3.Database;

  constructor(private readonly path: string) {
    this.main = new BetterSqlite3(path, { fileMustExist: true });
    this.usage = new BetterSqlite3(usageFileOf(path), { fileMustExist: true });
  }

  reading<T>(work: (reader: TableReader) => Promise<T>): Promise<T> {
    return this.within('BEGIN', () => work(this));
  }

  /** The second file is stored first: what is unfinished is told by the other. */
  writing(work: (writer: TableWriter) => Promise<void>): Promise<void> {
    return this.within('BEGIN IMMEDIATE', () => work(this));
  }

  async *rows(table: Table): AsyncIterable<readonly Row[]> {
    const { name, order } = table;
    const by = typeof order === 'string' ? order : order.sqlite;
    let batch: Row[] = [];
    for (const row of this.of(table).prepare<[], Row>(`SELECT * FROM ${name} ORDER BY ${by}`).iterate()) {
      if (batch.push(row) < batchOf(table)) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  async insert(table: Table, rows: readonly Row[]): Promise<void> {
    const columns = Object.keys(rows[0]);
    const values = columns.map((column) => `@${column}`);
    const insert = this.of(table).prepare(`INSERT INTO ${table.name} (${columns.join()}) VALUES (${values.join()})`);
    for (const row of rows) insert.run(row);
  }

  async lastNumber({ name }: Table): Promise<number> {
    return this.main.prepare<[string], number>('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck().get(name) ?? 0;
  }

  async numberFrom({ name }: Table, last: number): Promise<void> {
    this.main.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
    this.main.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, last);
  }

  async secret(): Promise<string | null> {
    return readSecret(secretFileOf(this.path));
  }

  async keepSecret(secret: string): Promise<void> {
    createSecret(secretFileOf(this.path), secret);
  }

  async markUnfinished(isUnfinished: boolean): Promise<void> {
    const sql = isUnfinished
      ? 'INSERT INTO schema_migration (name) VALUES (?)'
      : 'DELETE FROM schema_migration WHERE name = ?';
    this.main.prepare(sql).run(UNFINISHED_MOVE);
  }

  async close(): Promise<void> {
    this.main.close();
    this.usage.close();
  }

  private of({ usage }: Table): BetterSqlite3.Database {
    return usage ? this.usage : this.main;
  }

  private async within<T>(begin: string, work: () => Promise<T>): Promise<T> {
    const both = [this.usage, this.main];
    for (const connection of both) connection.exec(begin);
    try {
      const result = await work();
      for (const connection of both) connection.exec('COMMIT');
      return result;
    } finally {
      for (const connection of both) if (connection.inTransaction) connection.exec('ROLLBACK');
    }
  }
}
