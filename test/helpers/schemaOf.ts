import BetterSqlite3 from 'better-sqlite3';
import { statements } from './postgres';

/** The sorted definition of a schema: columns, keys, indexes, triggers, functions. */
export async function schemaOf(database: string, isPostgres: boolean): Promise<string[]> {
  return (isPostgres ? await postgresSchema(database) : sqliteSchema(database)).sort();
}

function sqliteSchema(file: string): string[] {
  const database = new BetterSqlite3(file, { readonly: true });
  const all = (sql: string) => database.prepare<[], Record<string, unknown>>(sql).all();
  const parts = all("SELECT name FROM sqlite_master WHERE type = 'table'").flatMap(({ name: table }) => [
    ...all(`PRAGMA table_info(${table})`).map(({ cid, type, ...column }) => [
      'column',
      table,
      { ...column, type: String(type).toLowerCase() },
    ]),
    ...all(`PRAGMA foreign_key_list(${table})`).map(({ id, ...key }) => ['key', table, key]),
    ...all(`PRAGMA index_list(${table})`).map(({ seq, ...index }) => [
      'index',
      table,
      index,
      all(`PRAGMA index_info(${index.name})`).map(({ name }) => name),
    ]),
  ]);
  const triggers = all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").map((made) => ['trigger', made]);
  database.close();
  return [...parts, ...triggers].map((part) => JSON.stringify(part));
}

async function postgresSchema(url: string): Promise<string[]> {
  const [{ rows: own }, { rows }] = await statements(url, [
    'SELECT current_schema() AS schema',
    `SELECT concat_ws(' ', 'column', c.relname, c.reloptions, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
         pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation) AS part
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
       FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
     UNION ALL SELECT concat_ws(' ', 'index', indexdef) FROM pg_indexes WHERE schemaname = current_schema()
     UNION ALL SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid))
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE NOT tgisinternal AND c.relnamespace = current_schema()::regnamespace
     UNION ALL SELECT concat_ws(' ', 'function', proname, proconfig, prosrc)
       FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`,
  ]);
  return rows.map(({ part }) => part.replace(new RegExp(`\\b${own[0].schema}\\b`, 'g'), 'own'));
}
