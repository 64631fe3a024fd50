import type { Database, Query, SqlValue } from './database';

/** A table with the same name and columns in both dialects. */
export interface MovedTable {
  readonly name: string;
  /** The primary key, by which rows are ordered. */
  readonly key: readonly string[];
  /** The database assigns `id` and never reuses one. */
  readonly numbered?: true;
  /** Its rows contain blobs of several hundred kilobytes. */
  readonly large?: true;
  /** Grows with imports, requests or events. */
  readonly growing?: true;
  /** Belongs to the counters, which SQLite keeps in a separate file. */
  readonly counters?: true;
  /** Columns that count the changes of one database. */
  readonly notCopied?: readonly string[];
}

/** All tables, each after those that its foreign keys refer to. */
export const TABLES: readonly MovedTable[] = [
  { name: 'symbol', key: ['id'], numbered: true, notCopied: ['revision'] },
  { name: 'membership', key: ['market_id', 'symbol_id'] },
  { name: 'price_series', key: ['symbol_id'] },
  { name: 'price_column', key: ['symbol_id', 'column_set'], large: true },
  { name: 'price_run', key: ['id'], numbered: true },
  { name: 'price_version', key: ['id'], numbered: true, notCopied: ['revision'] },
  { name: 'price_change', key: ['version_id', 'symbol_id'], growing: true },
  { name: 'quality_report', key: ['run_id'] },
  { name: 'quality_finding', key: ['id'], numbered: true, growing: true },
  { name: 'former_ticker', key: ['key', 'symbol_id', 'until'] },
  { name: 'last_import', key: ['id'] },
  { name: 'symbol_before', key: ['key'] },
  { name: 'column_before', key: ['key', 'column_set'], large: true },
  { name: 'feed', key: ['id'], numbered: true },
  { name: 'feed_symbol', key: ['feed_id', 'key'] },
  { name: 'feed_held', key: ['feed_id', 'key'], large: true },
  { name: 'account', key: ['id'], numbered: true },
  { name: 'api_key', key: ['made'] },
  { name: 'oauth_identity', key: ['issuer', 'subject'] },
  { name: 'session', key: ['id'] },
  { name: 'sign_in_link', key: ['hash'] },
  { name: 'provider_sign_in', key: ['hash'] },
  { name: 'account_event', key: ['id'], numbered: true, growing: true },
  { name: 'webhook_endpoint', key: ['id'] },
  { name: 'webhook_event', key: ['id'], numbered: true, growing: true },
  { name: 'webhook_delivery', key: ['id'], numbered: true, growing: true },
  { name: 'saved_scan', key: ['id'] },
  { name: 'saved_scan_run', key: ['id'], numbered: true, growing: true },
  { name: 'saved_scan_calendar', key: ['saved_scan_id'] },
  { name: 'calendar_link', key: ['id'] },
  { name: 'idempotent_answer', key: ['account_id', 'operation', 'key_hash'], growing: true },
  { name: 'table_link', key: ['id'] },
  { name: 'model', key: ['version'], large: true },
  { name: 'input_trial', key: ['simulated'] },
  { name: 'forward_evidence', key: ['id'], numbered: true },
  { name: 'null_distribution', key: ['key'], large: true },
  { name: 'came_true', key: ['market_id'], large: true },
  { name: 'replayed_session', key: ['rules', 'session'] },
  { name: 'export_job', key: ['id'] },
  { name: 'export_block', key: ['job_id', 'seq'], large: true },
  { name: 'ledger_record', key: ['seq'] },
  { name: 'ledger_card', key: ['seq'] },
  { name: 'account_usage', key: ['subject'], counters: true },
  { name: 'account_day', key: ['subject', 'day'], counters: true, growing: true },
  { name: 'address_usage', key: ['subject'], counters: true },
  { name: 'provider_usage', key: ['subject'], counters: true },
  { name: 'ml_charge', key: ['subject', 'day', 'item', 'holder'], counters: true },
];

const UNCHECKED = new Set(TABLES.filter(({ large, growing }) => large || growing).map(({ name }) => name));

/**
 * Whether a table is checked at the start and while the service runs. Large and growing ones are not: that would take seconds,
 * and prices are verified by their hashes when they are read.
 */
export function isCheckedTable(name: string): boolean {
  return !UNCHECKED.has(name);
}

/** A row in the form that both dialects store: booleans are 0 and 1. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Rows per statement. */
const BATCH = { small: 200, large: 8 } as const;

/** All rows of a table in key order, in batches, without the columns that are not copied. */
export async function* rowsOf(
  query: Query,
  { name, key, notCopied, large }: MovedTable,
): AsyncIterable<readonly Row[]> {
  const columns = key.map(quoted).join(', ');
  const size = large ? BATCH.large : BATCH.small;
  const afterLast = `WHERE (${columns}) > (${key.map(() => '?').join(', ')})`;
  const page = `ORDER BY ${columns} LIMIT ${size}`;
  let rows = await query<Record<string, SqlValue | boolean>>(`SELECT * FROM ${name} ${page}`);
  while (rows.length > 0) {
    const plain = rows.map((row) => plainRow(row, notCopied));
    yield plain;
    if (rows.length < size) return;
    const last = plain[plain.length - 1];
    rows = await query(`SELECT * FROM ${name} ${afterLast} ${page}`, ...key.map((column) => last[column]));
  }
}

/** Adds rows to a table. */
export async function insertRows(query: Query, { name }: MovedTable, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0]);
  const values = `(${columns.map(() => '?').join(', ')})`;
  const sql = `INSERT INTO ${name} (${columns.map(quoted).join(', ')}) VALUES ${rows.map(() => values).join(', ')}`;
  await query(sql, ...rows.flatMap((row) => columns.map((column) => row[column])));
}

/** The last id that a numbered table assigned; 0 before the first. */
export async function lastNumber(query: Query, dialect: Database['dialect'], { name }: MovedTable): Promise<number> {
  const [row] =
    dialect === 'sqlite'
      ? await query<{ last: number }>('SELECT seq AS last FROM sqlite_sequence WHERE name = ?', name)
      : await query<{ last: number }>(
          `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${name}_id_seq`,
        );
  return row?.last ?? 0;
}

/** Makes a numbered table continue after an id. */
export async function setLastNumber(
  query: Query,
  dialect: Database['dialect'],
  { name }: MovedTable,
  last: number,
): Promise<void> {
  if (dialect === 'sqlite') {
    await query('DELETE FROM sqlite_sequence WHERE name = ?', name);
    await query('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', name, last);
  } else {
    await query(
      `SELECT setval('${name}_id_seq', greatest(last, 1), last > 0) FROM (SELECT ?::bigint AS last) AS given`,
      last,
    );
  }
}

/** Makes new API keys come after the copied ones in the order `made`. On SQLite a trigger reads the last number each time. */
export async function continueKeyOrder(query: Query, dialect: Database['dialect']): Promise<void> {
  if (dialect === 'sqlite') return;
  await query(
    "SELECT setval(pg_get_serial_sequence('api_key', 'made'), coalesce(max(made), 1), max(made) IS NOT NULL) FROM api_key",
  );
}

/** Some column names are keywords in one of the dialects. */
function quoted(column: string): string {
  return `"${column}"`;
}

function plainRow(row: Readonly<Record<string, SqlValue | boolean>>, notCopied: readonly string[] = []): Row {
  const columns = Object.entries(row).filter(([column]) => !notCopied.includes(column));
  return Object.fromEntries(
    columns.map(([column, value]) => [column, typeof value === 'boolean' ? Number(value) : value]),
  );
}
