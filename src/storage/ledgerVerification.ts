import {
  EMPTY_HEAD,
  type LedgerBody,
  type LedgerHead,
  type LedgerRecord,
  type RecordOf,
  uniqueKey,
} from '../core/record/ledger';
import { canonical, sha256 } from './canonical';
import { LedgerDamagedError } from './errors';

export interface RecordRow {
  readonly seq: number;
  readonly unique_key: string;
  readonly prev_hash: string;
  readonly hash: string;
  /** The RFC 8785 text that is hashed. */
  readonly body: string;
}

/** A record that was verified, with the row it was verified from. */
export interface VerifiedRecord {
  readonly row: RecordRow;
  readonly record: LedgerRecord;
}

/**
 * Verifies the hash, link, number and key of each stored record. For records verified before it only compares the rows.
 *
 * @throws LedgerDamagedError that names the first damaged record
 */
export function verifyRecords(
  verified: readonly VerifiedRecord[],
  rows: readonly RecordRow[],
): readonly VerifiedRecord[] {
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
export function recordDamage(row: RecordRow, card: string | undefined): string | null {
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
export function cardDamage({ card_hash }: RecordOf<'pick'>, card: string | undefined): string | null {
  if (card === undefined) return 'its card is missing';
  return sha256(String(card)) === card_hash ? null : 'its card is not the published one';
}

export function damageError(seq: number, problem: string | null): LedgerDamagedError {
  return new LedgerDamagedError(`record ${seq} of the daily pick differs from what was written: ${problem}`);
}

/** Undefined when the text is not a JSON object. */
export function parseRecord({ body, hash }: RecordRow): LedgerRecord | undefined {
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
