import type { Knex } from 'knex';
import { type Binding, Sqlite } from './binding';

/** What Knex speaks to a database through: its own client, over the binding of this process. */
export class SqliteClient extends knexClient() {
  _driver(): Binding {
    return Sqlite;
  }
}

/** Knex names its dialects, but has no types for their clients. */
function knexClient(): typeof Knex.Client {
  return require('knex/lib/dialects/better-sqlite3');
}
