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
import type { LedgerDraft, RecordStore } from '../ledger';
import type { SqlDatabase } from './database';
import { SqlEvidence } from './evidence';
import { SqlModels } from './models';
import { SqlNulls } from './nulls';
import { addEvents } from './outbox';
import { SqlReplays } from './replays';

interface RecordRow {
  seq: number;
  unique_key: string;
  prev_hash: string;
  hash: string;
  body: string;
}

interface CardRow {
  seq: number;
  card: string;
}

/** A record that was verified, with the text it was verified by. */
interface KnownRecord {
  readonly row: RecordRow;
  readonly record: LedgerRecord;
}

const RECORDS = 'SELECT * FROM ledger_record ORDER BY seq';
const KEYED = 'SELECT seq FROM ledger_record WHERE unique_key = ?';
const CARD = 'SELECT card FROM ledger_card WHERE seq = ?';
const CARDS = 'SELECT seq, card FROM ledger_card';

/**
 * The record of the daily pick, which triggers in the database keep from being changed, and what else is kept for good. What is served or
 * appended to is verified first: each record once, and after every change of the database that its text is still that
 * very text.
 */
export class SqlRecords implements RecordStore {
  readonly models: SqlModels;
  readonly nulls: SqlNulls;
  readonly evidence: SqlEvidence;
  readonly replays: SqlReplays;
  /** From the first record on, every one as it was written. */
  private known: readonly KnownRecord[] = [];
  /** The database's stamp before all of them were looked at last. */
  private knownAt: string | number | null = null;

  constructor(private readonly database: SqlDatabase) {
    this.models = new SqlModels(database);
    this.nulls = new SqlNulls(database);
    this.evidence = new SqlEvidence(database);
    this.replays = new SqlReplays(database);
  }

  async head(): Promise<LedgerHead> {
    const { seq, hash } = (await this.verified()).at(-1)?.record ?? EMPTY_HEAD;
    return { seq, hash };
  }

  async has(key: string): Promise<boolean> {
    return (await this.database.query(KEYED, key)).length > 0;
  }

  async page(seq: number, limit: number): Promise<LedgerRecord[]> {
    return (await this.verified()).slice(seq, seq + limit).map(({ record }) => record);
  }

  async all(): Promise<readonly LedgerRecord[]> {
    return (await this.verified()).map(({ record }) => record);
  }

  async card(seq: number): Promise<object | null> {
    const { record } = (await this.verified())[seq - 1] ?? {};
    if (record?.type !== 'pick') return null;
    const [row] = await this.database.query<CardRow>(CARD, seq);
    const damage = cardDamage(record, row?.card);
    if (row === undefined || damage !== null) throw damaged(seq, damage);
    return JSON.parse(row.card);
  }

  /** One transaction, alone with the record: a process killed at any moment leaves the whole record or nothing. */
  append(key: string | null, draft: () => LedgerDraft | null): Promise<LedgerRecord | null> {
    return this.database.change('ledger', async (trx, query) => {
      if (key !== null && (await trx('ledger_record').where({ unique_key: key }).first('seq'))) return null;
      // Nothing is committed beside this writer: what is verified now is what the record will follow.
      const before = (await this.verified(query)).at(-1)?.record;
      const drafted = draft();
      if (drafted === null) return null;
      const { entry, card, events } = drafted;
      const { seq, hash } = before ?? EMPTY_HEAD;
      if (before) requireLater(entry, before);
      const record = sealed({ ...entry, seq: seq + 1, prev_hash: hash } as LedgerBody);
      await trx('ledger_record').insert(toRow(record));
      if (card !== undefined) await trx('ledger_card').insert({ seq: record.seq, card: canonical(card) });
      if (events !== undefined) await addEvents(trx, events(record));
      return record;
    });
  }

  async stored(): Promise<SourceRecord[]> {
    const { query } = this.database;
    const rows = await query<RecordRow>(RECORDS);
    const cards = new Map((await query<CardRow>(CARDS)).map(({ seq, card }) => [seq, card]));
    return rows.map((row) => ({ record: parsed(row), damage: damageOf(row, cards.get(row.seq)) }));
  }

  /**
   * Every record, once the database holds all of them as they were written: hash, link, number and key.
   *
   * @throws LedgerDamagedError naming the first that it does not
   */
  private async verified(query = this.database.query): Promise<readonly KnownRecord[]> {
    // Taken first: the database holds at least these, also where another look is under way.
    const { known } = this;
    const stamp = await this.database.recordStamp(query);
    if (stamp === this.knownAt) return this.known;
    const found = stillKnown(known, await query<RecordRow>(RECORDS));
    if (found.length >= this.known.length) {
      this.known = found;
      this.knownAt = stamp;
    }
    return found;
  }
}

/** Stored records, of which those that are known already must be those very ones. @throws LedgerDamagedError */
function stillKnown(known: readonly KnownRecord[], rows: readonly RecordRow[]): readonly KnownRecord[] {
  const found: KnownRecord[] = [];
  for (const row of rows) {
    const before = known[found.length];
    if (before !== undefined && !isSameRow(before.row, row)) {
      throw damaged(found.length + 1, 'it was changed while the service ran');
    }
    found.push(before ?? verifiedRecord(row, found.at(-1)?.record ?? EMPTY_HEAD));
  }
  if (found.length < known.length) throw damaged(found.length + 1, 'it was removed while the service ran');
  return found;
}

function damageOf(row: RecordRow, card: string | undefined): string | null {
  const record = parsed(row);
  if (record === undefined) return 'its text is not JSON';
  const { hash, ...body } = record;
  if (canonical(body) !== row.body) return 'its text is not in canonical form';
  if (body.seq !== row.seq) return `is stored as number ${row.seq}`;
  if (body.prev_hash !== row.prev_hash) return `is stored with prev_hash ${row.prev_hash}`;
  if (row.unique_key !== keyOrNull(record)) return `is stored under the key '${row.unique_key}'`;
  return record.type === 'pick' ? cardDamage(record, card) : null;
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
