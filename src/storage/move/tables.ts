/** A table that is kept in either dialect under the same name, with the same columns. */
export interface Table {
  readonly name: string;
  /** What its rows are ordered by: columns, or what each dialect has for the order they were made in. */
  readonly order: string | { readonly sqlite: string; readonly postgres: string };
  /** Numbers its rows itself, and never gives a number again. */
  readonly numbered?: true;
  /** Its rows hold blobs of some hundred kilobytes. */
  readonly large?: true;
  /** Lies in SQLite's second file. */
  readonly usage?: true;
}

/** Everything that is kept, those that refer to others behind them. Revisions count the changes of one database. */
export const TABLES: readonly Table[] = [
  { name: 'symbol', order: 'id', numbered: true },
  { name: 'membership', order: 'market_id, symbol_id' },
  { name: 'price_series', order: 'symbol_id' },
  { name: 'price_column', order: 'symbol_id, column_set', large: true },
  { name: 'price_run', order: 'id', numbered: true },
  { name: 'price_version', order: 'id', numbered: true },
  { name: 'price_change', order: 'version_id, symbol_id' },
  { name: 'quality_report', order: 'run_id' },
  { name: 'quality_finding', order: 'id', numbered: true },
  { name: 'former_ticker', order: 'key, symbol_id, until' },
  { name: 'last_import', order: 'id' },
  { name: 'symbol_before', order: 'key' },
  { name: 'column_before', order: 'key, column_set', large: true },
  { name: 'feed', order: 'id', numbered: true },
  { name: 'feed_symbol', order: 'feed_id, key' },
  { name: 'feed_held', order: 'feed_id, key', large: true },
  { name: 'account', order: 'id', numbered: true },
  { name: 'api_key', order: { sqlite: 'rowid', postgres: 'made' } },
  { name: 'oauth_identity', order: 'issuer, subject' },
  { name: 'session', order: 'id' },
  { name: 'sign_in_link', order: 'hash' },
  { name: 'provider_sign_in', order: 'hash' },
  { name: 'account_event', order: 'id', numbered: true },
  { name: 'webhook_endpoint', order: 'id' },
  { name: 'webhook_event', order: 'id', numbered: true },
  { name: 'webhook_delivery', order: 'id', numbered: true },
  { name: 'saved_scan', order: 'id' },
  { name: 'saved_scan_run', order: 'id', numbered: true },
  { name: 'saved_scan_calendar', order: 'saved_scan_id' },
  { name: 'calendar_link', order: 'id' },
  { name: 'model', order: 'version', large: true },
  { name: 'input_trial', order: 'simulated' },
  { name: 'forward_evidence', order: 'id', numbered: true },
  { name: 'null_distribution', order: 'key', large: true },
  { name: 'replayed_session', order: 'rules, session' },
  { name: 'export_job', order: 'id' },
  { name: 'export_block', order: 'job_id, seq', large: true },
  { name: 'ledger_record', order: 'seq' },
  { name: 'ledger_card', order: 'seq' },
  { name: 'account_usage', order: 'subject', usage: true },
  { name: 'account_day', order: 'subject, day', usage: true },
  { name: 'address_usage', order: 'subject', usage: true },
  { name: 'provider_usage', order: 'subject', usage: true },
  { name: 'ml_charge', order: 'subject, day, item, holder', usage: true },
];

/** A row as both dialects can hold it: booleans are 0 and 1. */
export type Row = Readonly<Record<string, string | number | Buffer | null>>;

/** Rows read or written at once. */
export function batchOf({ large }: Table): number {
  return large ? 8 : 500;
}

/** Reads what a database held at one moment. */
export interface TableReader {
  /** All rows in their order, some at a time. */
  rows(table: Table): AsyncIterable<readonly Row[]>;
  /** The largest number that a numbered table ever gave; 0 before the first. */
  lastNumber(table: Table): Promise<number>;
}

export interface TableWriter {
  /** Adds rows behind those that are there. */
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  /** A numbered table goes on behind that number. */
  numberFrom(table: Table, last: number): Promise<void>;
}

/** The tables of one database, past its ports. */
export interface DatabaseTables {
  reading<T>(work: (reader: TableReader) => Promise<T>): Promise<T>;
  /** All that `work` writes is stored, or nothing. */
  writing(work: (writer: TableWriter) => Promise<void>): Promise<void>;
  /** The generated key secret; null when there is none. */
  secret(): Promise<string | null>;
  keepSecret(secret: string): Promise<void>;
  /** Says, or says no more, that what is in it is not whole: meanwhile nobody can open it. */
  markUnfinished(isUnfinished: boolean): Promise<void>;
  close(): Promise<void>;
}
