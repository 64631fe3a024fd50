import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import {
  EMPTY_HEAD,
  type LedgerBody,
  type LedgerEntry,
  type LedgerHead,
  type LedgerRecord,
  uniqueKey,
} from '../../core/record/ledger';
import type { SourceRecord } from '../../core/record/verification';
import { canonical, sealed, sha256 } from '../canonical';
import { LedgerClockError, LedgerDamagedError } from '../errors';
import type { RecordStore } from '../ports';
import type { LedgerDraft } from '../rows';
import { type Database, inWriteTransaction, reading } from './database';
import { SqliteModels } from './models';

interface RecordRow {
  seq: number;
  unique_key: string;
  prev_hash: string;
  hash: string;
  body: string;
}

/** The record of the daily pick, which triggers in the database keep from being changed, and the models. */
export class SqliteRecords implements RecordStore {
  readonly models: SqliteModels;
  private readonly knex: Knex;
  private readonly after: BetterSqlite3.Statement<[number, number], RecordRow>;
  private readonly byKey: BetterSqlite3.Statement<[string], number>;
  private readonly last: BetterSqlite3.Statement<[], LedgerHead>;
  private readonly cardOf: BetterSqlite3.Statement<[number], string>;
  /** Records never change, so that what was read once is never read again. */
  private readonly known: LedgerRecord[] = [];

  constructor(database: Database) {
    const { reader } = database;
    this.knex = database.knex;
    this.models = new SqliteModels(database);
    this.after = reader.prepare('SELECT * FROM ledger_record WHERE seq > ? ORDER BY seq LIMIT ?');
    this.byKey = reader.prepare<[string], number>('SELECT seq FROM ledger_record WHERE unique_key = ?').pluck();
    this.last = reader.prepare('SELECT seq, hash FROM ledger_record ORDER BY seq DESC LIMIT 1');
    this.cardOf = reader.prepare<[number], string>('SELECT card FROM ledger_card WHERE seq = ?').pluck();
  }

  head(): Promise<LedgerHead> {
    return reading(() => this.last.get() ?? EMPTY_HEAD);
  }

  has(key: string): Promise<boolean> {
    return reading(() => this.byKey.get(key) !== undefined);
  }

  page(seq: number, limit: number): Promise<LedgerRecord[]> {
    return reading(() => this.after.all(seq, limit).map(toRecord));
  }

  all(): Promise<readonly LedgerRecord[]> {
    return reading(() => {
      const { seq } = this.known.at(-1) ?? EMPTY_HEAD;
      this.known.push(...this.after.all(seq, -1).map(toRecord));
      return [...this.known];
    });
  }

  card(seq: number): Promise<object | null> {
    return reading(() => {
      const text = this.cardOf.get(seq);
      return text === undefined ? null : JSON.parse(text);
    });
  }

  /** One transaction, which is a writer from the start: a process killed at any moment leaves the whole record or nothing. */
  append(key: string | null, draft: () => LedgerDraft | null): Promise<LedgerRecord | null> {
    return inWriteTransaction(this.knex, async (trx) => {
      if (key !== null && (await trx('ledger_record').where({ unique_key: key }).first('seq'))) return null;
      const before: RecordRow | undefined = await trx('ledger_record').orderBy('seq', 'desc').first();
      const drafted = draft();
      if (drafted === null) return null;
      const { entry, card } = drafted;
      const { seq, hash } = before ?? EMPTY_HEAD;
      if (before) requireLater(entry, toRecord(before));
      const record = sealed({ ...entry, seq: seq + 1, prev_hash: hash } as LedgerBody);
      await trx('ledger_record').insert(toRow(record));
      if (card !== undefined) await trx('ledger_card').insert({ seq: record.seq, card: canonical(card) });
      return record;
    });
  }

  stored(): Promise<SourceRecord[]> {
    return reading(() =>
      this.after.all(Number.MIN_SAFE_INTEGER, -1).map((row) => ({ record: parsed(row), damage: this.damageOf(row) })),
    );
  }

  private damageOf(row: RecordRow): string | null {
    const record = parsed(row);
    if (record === undefined) return 'its text is not JSON';
    const { hash, ...body } = record;
    if (canonical(body) !== row.body) return 'its text is not in canonical form';
    if (body.seq !== row.seq) return `is stored as number ${row.seq}`;
    if (body.prev_hash !== row.prev_hash) return `is stored with prev_hash ${row.prev_hash}`;
    if (row.unique_key !== keyOrNull(record)) return `is stored under the key '${row.unique_key}'`;
    if (record.type !== 'pick') return null;
    const card = this.cardOf.get(row.seq);
    if (card === undefined) return 'its card is gone';
    return sha256(String(card)) === record.card_hash ? null : 'its card is not the one published';
  }
}

function parsed({ body, hash }: RecordRow): LedgerRecord | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return { ...(value as LedgerBody), hash };
  } catch {
    return undefined;
  }
}

function keyOrNull(record: LedgerRecord): string | null {
  try {
    return uniqueKey(record, record.seq) ?? null;
  } catch {
    return null;
  }
}

function toRecord(row: RecordRow): LedgerRecord {
  const record = parsed(row);
  if (record === undefined) throw new LedgerDamagedError(`record ${row.seq} of the ledger is damaged`);
  return record;
}

function toRow(record: LedgerRecord): RecordRow {
  const { hash, ...body } = record;
  const { seq, prev_hash } = body;
  return { seq, unique_key: uniqueKey(record, seq), prev_hash, hash, body: canonical(body) };
}

function requireLater(entry: LedgerEntry, before: LedgerRecord): void {
  if (entry.published_at >= before.published_at) return;
  throw new LedgerClockError(
    `the clock shows ${entry.published_at}, and record ${before.seq} was published at ${before.published_at}: nothing is dated back`,
  );
}
