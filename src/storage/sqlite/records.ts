import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import {
  EMPTY_HEAD,
  type LedgerBody,
  type LedgerEntry,
  type LedgerHead,
  type LedgerRecord,
  type RecordOf,
  uniqueKey,
} from '../../core/record/ledger';
import type { SourceRecord } from '../../core/record/verification';
import { canonical, sealed, sha256 } from '../canonical';
import { LedgerClockError, LedgerDamagedError } from '../errors';
import type { RecordStore } from '../ports';
import type { LedgerDraft } from '../rows';
import { type Database, inWriteTransaction, reading } from './database';
import { SqliteEvidence } from './evidence';
import { SqliteModels } from './models';
import { SqliteNulls } from './nulls';
import { SqliteReplays } from './replays';

interface RecordRow {
  seq: number;
  unique_key: string;
  prev_hash: string;
  hash: string;
  body: string;
}

/** A record that was verified, with the text it was verified by. */
interface KnownRecord {
  readonly row: RecordRow;
  readonly record: LedgerRecord;
}

/**
 * The record of the daily pick, which triggers in the database keep from being changed, and what else is kept for good. What is served or
 * appended to is verified first: each record once, and after every change of the database that its text is still that
 * very text.
 */
export class SqliteRecords implements RecordStore {
  readonly models: SqliteModels;
  readonly nulls: SqliteNulls;
  readonly evidence: SqliteEvidence;
  readonly replays: SqliteReplays;
  private readonly knex: Knex;
  private readonly changeCounter: () => number;
  private readonly rows: BetterSqlite3.Statement<[], RecordRow>;
  private readonly byKey: BetterSqlite3.Statement<[string], number>;
  private readonly cardOf: BetterSqlite3.Statement<[number], string>;
  /** From the first record on, every one as it was written. */
  private readonly known: KnownRecord[] = [];
  /** The database's counter when all of them were looked at last. */
  private knownAt: number | null = null;

  constructor(database: Database) {
    const { reader } = database;
    this.knex = database.knex;
    this.changeCounter = database.changeCounter;
    this.models = new SqliteModels(database);
    this.rows = reader.prepare('SELECT * FROM ledger_record ORDER BY seq');
    this.nulls = new SqliteNulls(database);
    this.evidence = new SqliteEvidence(database);
    this.replays = new SqliteReplays(database);
    this.byKey = reader.prepare<[string], number>('SELECT seq FROM ledger_record WHERE unique_key = ?').pluck();
    this.cardOf = reader.prepare<[number], string>('SELECT card FROM ledger_card WHERE seq = ?').pluck();
  }

  head(): Promise<LedgerHead> {
    return reading(() => {
      const { seq, hash } = this.lastKnown() ?? EMPTY_HEAD;
      return { seq, hash };
    });
  }

  has(key: string): Promise<boolean> {
    return reading(() => this.byKey.get(key) !== undefined);
  }

  page(seq: number, limit: number): Promise<LedgerRecord[]> {
    return reading(() =>
      this.verified()
        .slice(seq, seq + limit)
        .map(({ record }) => record),
    );
  }

  all(): Promise<readonly LedgerRecord[]> {
    return reading(() => this.verified().map(({ record }) => record));
  }

  card(seq: number): Promise<object | null> {
    return reading(() => {
      const { record } = this.verified()[seq - 1] ?? {};
      if (record?.type !== 'pick') return null;
      const text = this.cardOf.get(seq);
      const damage = cardDamage(record, text);
      if (text === undefined || damage !== null) throw damaged(seq, damage);
      return JSON.parse(text);
    });
  }

  /** One transaction, which is a writer from the start: a process killed at any moment leaves the whole record or nothing. */
  append(key: string | null, draft: () => LedgerDraft | null): Promise<LedgerRecord | null> {
    return inWriteTransaction(this.knex, async (trx) => {
      if (key !== null && (await trx('ledger_record').where({ unique_key: key }).first('seq'))) return null;
      // Nothing is committed beside this writer: what is verified now is what the record will follow.
      const before = this.lastKnown();
      const drafted = draft();
      if (drafted === null) return null;
      const { entry, card } = drafted;
      const { seq, hash } = before ?? EMPTY_HEAD;
      if (before) requireLater(entry, before);
      const record = sealed({ ...entry, seq: seq + 1, prev_hash: hash } as LedgerBody);
      await trx('ledger_record').insert(toRow(record));
      if (card !== undefined) await trx('ledger_card').insert({ seq: record.seq, card: canonical(card) });
      return record;
    });
  }

  stored(): Promise<SourceRecord[]> {
    return reading(() => this.rows.all().map((row) => ({ record: parsed(row), damage: this.damageOf(row) })));
  }

  private lastKnown(): LedgerRecord | undefined {
    return this.verified().at(-1)?.record;
  }

  /**
   * Every record, once the database holds all of them as they were written: hash, link, number and key.
   *
   * @throws LedgerDamagedError naming the first that it does not
   */
  private verified(): readonly KnownRecord[] {
    const counter = this.changeCounter();
    if (counter === this.knownAt) return this.known;
    let seq = 0;
    for (const row of this.rows.iterate()) {
      seq += 1;
      const known = this.known[seq - 1];
      if (known === undefined) this.known.push(verifiedRecord(row, this.known.at(-1)?.record ?? EMPTY_HEAD));
      else if (!isSameRow(known.row, row)) throw damaged(seq, 'it was changed while the service ran');
    }
    if (seq < this.known.length) throw damaged(seq + 1, 'it was removed while the service ran');
    this.knownAt = counter;
    return this.known;
  }

  private damageOf(row: RecordRow): string | null {
    const record = parsed(row);
    if (record === undefined) return 'its text is not JSON';
    const { hash, ...body } = record;
    if (canonical(body) !== row.body) return 'its text is not in canonical form';
    if (body.seq !== row.seq) return `is stored as number ${row.seq}`;
    if (body.prev_hash !== row.prev_hash) return `is stored with prev_hash ${row.prev_hash}`;
    if (row.unique_key !== keyOrNull(record)) return `is stored under the key '${row.unique_key}'`;
    return record.type === 'pick' ? cardDamage(record, this.cardOf.get(row.seq)) : null;
  }
}

/** A stored record that follows another as it says. @throws LedgerDamagedError */
function verifiedRecord(row: RecordRow, before: LedgerHead): KnownRecord {
  const record = parsed(row);
  const seq = before.seq + 1;
  if (row.seq !== seq) throw damaged(seq, `record ${row.seq} stands in its place`);
  if (record === undefined) throw damaged(seq, 'its text is not JSON');
  // The hash is over the canonical form, so that another form of the same content does not fit it either.
  const hash = sha256(row.body);
  if (hash !== row.hash) throw damaged(seq, `its content hashes to ${hash}, it says ${row.hash}`);
  if (record.seq !== seq) throw damaged(seq, `it says it is record ${record.seq}`);
  if (record.prev_hash !== before.hash || row.prev_hash !== before.hash)
    throw damaged(seq, `its prev_hash is ${row.prev_hash}, record ${before.seq} has ${before.hash}`);
  if (row.unique_key !== keyOrNull(record)) throw damaged(seq, `it is stored under the key '${row.unique_key}'`);
  return { row, record };
}

function isSameRow(a: RecordRow, b: RecordRow): boolean {
  const keys = ['seq', 'unique_key', 'prev_hash', 'hash', 'body'] as const;
  return keys.every((key) => a[key] === b[key]);
}

/** What is wrong with the card of a pick; null = nothing. */
function cardDamage({ card_hash }: RecordOf<'pick'>, card: string | undefined): string | null {
  if (card === undefined) return 'its card is gone';
  return sha256(String(card)) === card_hash ? null : 'its card is not the one published';
}

function damaged(seq: number, problem: string | null): LedgerDamagedError {
  return new LedgerDamagedError(`record ${seq} of the daily pick is not as it was written: ${problem}`);
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
