import {
  EMPTY_HEAD,
  type LedgerBody,
  type LedgerEntry,
  type LedgerHead,
  type LedgerRecord,
  type RecordOf,
  uniqueKey,
} from '../core/record/ledger';
import type { SourceRecord } from '../core/record/verification';
import type { JobSender } from '../queue/queue';
import type { Database } from './database';
import { LedgerClockError, LedgerDamagedError } from './errors';
import { canonical, sealed, sha256 } from './hashes';
import { addEvents, type NewEvent } from './webhookEvents';

/** A record to append. */
export interface LedgerDraft {
  readonly entry: LedgerEntry;
  /** The card of a pick; `entry.card_hash` is its hash. */
  readonly card?: object;
  /** Webhook events about the record, written in its transaction. */
  readonly events?: (record: LedgerRecord) => readonly NewEvent[];
}

interface RecordRow {
  readonly seq: number;
  readonly unique_key: string;
  readonly prev_hash: string;
  readonly hash: string;
  /** The RFC 8785 text that is hashed. */
  readonly body: string;
}

interface CardRow {
  readonly seq: number;
  readonly card: string;
}

/** A record that was verified, with the row it was verified from. */
interface VerifiedRecord {
  readonly row: RecordRow;
  readonly record: LedgerRecord;
}

const RECORDS = 'SELECT * FROM ledger_record ORDER BY seq';
const KEYED = 'SELECT seq FROM ledger_record WHERE unique_key = ?';
const CARD = 'SELECT card FROM ledger_card WHERE seq = ?';
const CARDS = 'SELECT seq, card FROM ledger_card';

/**
 * The append-only ledger of the daily pick; database triggers refuse changes. Every record is verified once before it is
 * served or appended to. After a change of the database the rows must still equal the verified ones.
 */
export class RecordStore {
  /** The verified records from the first on. */
  private verified: readonly VerifiedRecord[] = [];
  /** The database's stamp from just before `verified` was last read. */
  private verifiedStamp: string | number | null = null;

  constructor(
    private readonly database: Database,
    private readonly jobs: JobSender,
  ) {}

  /** @throws LedgerDamagedError, as every method that reads records */
  async head(): Promise<LedgerHead> {
    const { seq, hash } = (await this.verifiedRecords()).at(-1)?.record ?? EMPTY_HEAD;
    return { seq, hash };
  }

  async has(key: string): Promise<boolean> {
    return (await this.database.query(KEYED, key)).length > 0;
  }

  /** At most `limit` records after `seq`, in order. */
  async page(seq: number, limit: number): Promise<LedgerRecord[]> {
    return (await this.verifiedRecords()).slice(seq, seq + limit).map(({ record }) => record);
  }

  /** Every record. */
  async all(): Promise<readonly LedgerRecord[]> {
    return (await this.verifiedRecords()).map(({ record }) => record);
  }

  /** The card of a pick as it was published, with its chart; null when the record has none. */
  async card(seq: number): Promise<object | null> {
    const { record } = (await this.verifiedRecords())[seq - 1] ?? {};
    if (record?.type !== 'pick') return null;
    const [row] = await this.database.query<CardRow>(CARD, seq);
    const damage = cardDamage(record, row?.card);
    if (row === undefined || damage !== null) throw damageError(seq, damage);
    return JSON.parse(row.card);
  }

  /**
   * Appends one record in one transaction: the second of two processes sees the record of the first, and a process that is
   * killed leaves the whole record or none.
   *
   * @param key of the record (`uniqueKey`); null for one that may be repeated
   * @param draft called inside the transaction, so that its time is the time of writing; null = do not append
   * @returns null when a record of that key exists, or the draft was null
   * @throws LedgerClockError when the record would be dated before the last one; LedgerDamagedError when a record is damaged:
   *   nothing is appended to a broken chain
   */
  append(key: string | null, draft: () => LedgerDraft | null): Promise<LedgerRecord | null> {
    return this.database.change('ledger', async (trx, query) => {
      if (key !== null && (await trx('ledger_record').where({ unique_key: key }).first('seq'))) return null;
      // The transaction holds the write lock, so the record verified last stays the last one.
      const before = (await this.verifiedRecords(query)).at(-1)?.record;
      const drafted = draft();
      if (drafted === null) return null;
      const { entry, card, events } = drafted;
      const { seq, hash } = before ?? EMPTY_HEAD;
      if (before) requireLater(entry, before);
      const record = sealed({ ...entry, seq: seq + 1, prev_hash: hash } as LedgerBody);
      await trx('ledger_record').insert(toRow(record));
      if (card !== undefined) await trx('ledger_card').insert({ seq: record.seq, card: canonical(card) });
      if (events !== undefined) await addEvents(trx, events(record), this.jobs);
      return record;
    });
  }

  /** Every record as it is stored, damaged or not, for `verifyLedger`. */
  async stored(): Promise<SourceRecord[]> {
    const { query } = this.database;
    const rows = await query<RecordRow>(RECORDS);
    const cards = new Map((await query<CardRow>(CARDS)).map(({ seq, card }) => [seq, card]));
    return rows.map((row) => ({ record: parseRecord(row), damage: recordDamage(row, cards.get(row.seq)) }));
  }

  /** Every record. @throws LedgerDamagedError naming the first that is not as it was written */
  private async verifiedRecords(query = this.database.query): Promise<readonly VerifiedRecord[]> {
    // Read before the query: another call may extend `verified` meanwhile.
    const { verified } = this;
    const stamp = await this.database.recordStamp(query);
    if (stamp === this.verifiedStamp) return this.verified;
    const found = verifyRecords(verified, await query<RecordRow>(RECORDS));
    if (found.length >= this.verified.length) {
      this.verified = found;
      this.verifiedStamp = stamp;
    }
    return found;
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
    `the clock shows ${entry.published_at}, but record ${before.seq} was published at ${before.published_at}: no record is backdated`,
  );
}

/**
 * Verifies the hash, link, number and key of each stored record. For records verified before it only compares the rows.
 *
 * @throws LedgerDamagedError that names the first damaged record
 */
function verifyRecords(verified: readonly VerifiedRecord[], rows: readonly RecordRow[]): readonly VerifiedRecord[] {
  const found: VerifiedRecord[] = [];
  for (const row of rows) {
    const before = verified[found.length];
    if (before !== undefined && !isSameRow(before.row, row)) {
      throw damageError(found.length + 1, 'it was changed while the service ran');
    }
    found.push(before ?? verifyRecord(row, found.at(-1)?.record ?? EMPTY_HEAD));
  }
  if (found.length < verified.length) throw damageError(found.length + 1, 'it was removed while the service ran');
  return found;
}

/** Verifies one record against its predecessor. @throws LedgerDamagedError */
function verifyRecord(row: RecordRow, before: LedgerHead): VerifiedRecord {
  const record = parseRecord(row);
  const seq = before.seq + 1;
  if (row.seq !== seq) throw damageError(seq, `record ${row.seq} is in its place`);
  if (record === undefined) throw damageError(seq, 'its text is not JSON');
  // The hash covers the canonical form, so another spelling of the same content fails too.
  const hash = sha256(row.body);
  if (hash !== row.hash) throw damageError(seq, `its content hashes to ${hash}, its stored hash is ${row.hash}`);
  if (record.seq !== seq) throw damageError(seq, `its text has the number ${record.seq}`);
  if (record.prev_hash !== before.hash || row.prev_hash !== before.hash)
    throw damageError(seq, `its prev_hash is ${row.prev_hash}, record ${before.seq} has ${before.hash}`);
  if (row.unique_key !== keyOrNull(record)) throw damageError(seq, `it is stored under the key '${row.unique_key}'`);
  return { row, record };
}

function isSameRow(a: RecordRow, b: RecordRow): boolean {
  const keys = ['seq', 'unique_key', 'prev_hash', 'hash', 'body'] as const;
  return keys.every((key) => a[key] === b[key]);
}

/**
 * How a stored record differs from the hashed text; null when it does not. `verifyLedger` checks hashes and links, since it
 * reports every fault and not only the first.
 */
function recordDamage(row: RecordRow, card: string | undefined): string | null {
  const record = parseRecord(row);
  if (record === undefined) return 'its text is not JSON';
  const { hash, ...body } = record;
  if (canonical(body) !== row.body) return 'its text is not in canonical form';
  if (body.seq !== row.seq) return `is stored as number ${row.seq}`;
  if (body.prev_hash !== row.prev_hash) return `is stored with prev_hash ${row.prev_hash}`;
  if (row.unique_key !== keyOrNull(record)) return `is stored under the key '${row.unique_key}'`;
  return record.type === 'pick' ? cardDamage(record, card) : null;
}

/** What is wrong with the card of a pick; null = nothing. */
function cardDamage({ card_hash }: RecordOf<'pick'>, card: string | undefined): string | null {
  if (card === undefined) return 'its card is missing';
  return sha256(String(card)) === card_hash ? null : 'its card is not the published one';
}

function damageError(seq: number, problem: string | null): LedgerDamagedError {
  return new LedgerDamagedError(`record ${seq} of the daily pick differs from what was written: ${problem}`);
}

/** Undefined when the text is not a JSON object. */
function parseRecord({ body, hash }: RecordRow): LedgerRecord | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return { ...(value as LedgerBody), hash };
  } catch {
    return undefined;
  }
}

/** Null when the record lacks the fields that its key is made of. */
function keyOrNull(record: LedgerRecord): string | null {
  try {
    return uniqueKey(record, record.seq) ?? null;
  } catch {
    return null;
  }
}
