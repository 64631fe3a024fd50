import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import type { PatternCard } from '../../answers/shapes';
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
import { type Database, inWriteTransaction } from './database';

/** What is to be appended, worked out when its turn has come. */
export interface LedgerDraft {
  readonly entry: LedgerEntry;
  /** The card of a pick, which `entry.card_hash` is the hash of. */
  readonly card?: PatternCard;
}

interface RecordRow {
  seq: number;
  unique_key: string;
  prev_hash: string;
  hash: string;
  body: string;
}

/** A record would be dated before the one that precedes it: the clock has been set back. */
export class LedgerClockError extends Error {
  override readonly name = 'LedgerClockError';
}

/** A stored record that cannot be read as one: changed outside this program. `npm run ledger -- verify` says where. */
export class LedgerDamagedError extends Error {
  override readonly name = 'LedgerDamagedError';
}

/** The record of the daily pick. Nothing in it is changed or removed; triggers in the database see to that. */
export class LedgerRepository {
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
    this.after = reader.prepare('SELECT * FROM ledger_record WHERE seq > ? ORDER BY seq LIMIT ?');
    this.byKey = reader.prepare<[string], number>('SELECT seq FROM ledger_record WHERE unique_key = ?').pluck();
    this.last = reader.prepare('SELECT seq, hash FROM ledger_record ORDER BY seq DESC LIMIT 1');
    this.cardOf = reader.prepare<[number], string>('SELECT card FROM ledger_card WHERE seq = ?').pluck();
  }

  async head(): Promise<LedgerHead> {
    return this.last.get() ?? EMPTY_HEAD;
  }

  async has(key: string): Promise<boolean> {
    return this.byKey.get(key) !== undefined;
  }

  /** At most `limit` records after `seq`, in order. @throws LedgerDamagedError */
  async page(seq: number, limit: number): Promise<LedgerRecord[]> {
    return this.after.all(seq, limit).map(toRecord);
  }

  /** Every record. @throws LedgerDamagedError */
  async all(): Promise<readonly LedgerRecord[]> {
    const { seq } = this.known.at(-1) ?? EMPTY_HEAD;
    this.known.push(...this.after.all(seq, -1).map(toRecord));
    return this.known;
  }

  /** The card of a pick as it was published, with its chart; null when the record has none. */
  async card(seq: number): Promise<PatternCard | null> {
    const text = this.cardOf.get(seq);
    return text === undefined ? null : (JSON.parse(text) as PatternCard);
  }

  /**
   * Appends one record in one transaction, which is a writer from the start: of two processes the second sees what the
   * first wrote, and one killed at any moment leaves the whole record or nothing.
   *
   * @param key of the record (`uniqueKey`); null for one that may be repeated
   * @param draft called once the turn has come, so that its time is that of the writing; null = better not
   * @returns null when there is one of that key already, or the draft was withdrawn
   * @throws LedgerClockError when the record would precede the last one in time
   */
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

  /** Every record as it is stored, for the verification: nothing is taken on trust. */
  *stored(): Generator<SourceRecord> {
    let seq = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const rows = this.after.all(seq, 500);
      if (rows.length === 0) return;
      for (const row of rows) yield { record: parsed(row), damage: this.damageOf(row) };
      seq = rows[rows.length - 1].seq;
    }
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
