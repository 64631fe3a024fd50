import canonicalize from 'canonicalize';

/**
 * Verifies the ledger of the daily pick in the browser, from the records that the server sends. It is independent of the
 * server's own verification and shares no code with it.
 */

/** `prev_hash` of the first record. */
const GENESIS = '0'.repeat(64);

export interface Fault {
  /** Number of the record, or its position in the list when it has none. */
  readonly seq: number;
  readonly problem: string;
}

/** A record as the server sent it, with the fields that every record has. */
export interface LedgerRecord {
  readonly seq: number;
  readonly hash: string;
  readonly prev_hash: string;
  readonly type: string;
  readonly published_at: string;
  readonly [field: string]: unknown;
}

/** A reference to a record. */
export interface RecordRef {
  readonly seq: number;
  readonly hash: string;
}

const NEW_YORK = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** SHA-256 over the RFC 8785 form, in hexadecimal. */
export async function hashOf(body: object): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalize(body));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A chain of records, checked one after the other from the first. */
export class Chain {
  readonly records: LedgerRecord[] = [];
  readonly faults: Fault[] = [];
  private previousHash = GENESIS;
  private previousTime = '';
  private position = 0;
  private readonly seenKeys = new Set<string>();

  /** The last record. */
  get head(): RecordRef {
    const last = this.records.at(-1);
    return last === undefined ? { seq: 0, hash: GENESIS } : { seq: last.seq, hash: last.hash };
  }

  /** The record with this number at its position and with this hash. */
  find(named: RecordRef): LedgerRecord | undefined {
    const findings = this.records[named.seq - 1];
    return findings?.seq === named.seq && findings.hash === named.hash ? findings : undefined;
  }

  async add(given: unknown): Promise<void> {
    this.position += 1;
    if (!isLedgerRecord(given)) {
      this.faults.push({
        seq: this.position,
        problem: 'is no record: seq, hash, prev_hash, type or published_at is missing',
      });
      return;
    }
    const { hash, ...body } = given;
    const recomputed = await hashOf(body);
    if (recomputed !== hash) this.report(given, `its content hashes to ${recomputed}, it says ${hash}`);
    if (given.seq !== this.position)
      this.report(given, `stands at place ${this.position}: records are missing or out of order`);
    if (given.prev_hash !== this.previousHash) this.report(given, 'does not carry the hash of the record before it');
    this.checkTime(given);
    this.checkUnique(given);
    this.checkReference(given);
    this.records.push(given);
    this.previousHash = recomputed;
  }

  private report({ seq }: LedgerRecord, problem: string): void {
    this.faults.push({ seq, problem });
  }

  private checkTime(record: LedgerRecord): void {
    const instant = new Date(record.published_at);
    if (Number.isNaN(instant.getTime())) {
      this.report(record, 'has no instant as its time of publication');
      return;
    }
    if (record.published_at < this.previousTime)
      this.report(record, 'was published before the record that precedes it');
    this.previousTime = record.published_at;
    const { session } = record;
    if (typeof session === 'string' && session !== NEW_YORK.format(instant))
      this.report(record, `is of session ${session} and was published on ${NEW_YORK.format(instant)}, New York date`);
  }

  /** One record a session, one outcome and one set of random dates a pick. */
  private checkUnique(record: LedgerRecord): void {
    const key = typeof record.session === 'string' ? `session ${record.session}` : uniqueKey(record);
    if (key === null) return;
    if (this.seenKeys.has(key)) this.report(record, `repeats an earlier one: ${key}`);
    this.seenKeys.add(key);
  }

  private checkReference(record: LedgerRecord): void {
    const named = referenceOf(record);
    if (named !== null && this.find(named) === undefined)
      this.report(record, `refers to record ${named.seq}, which does not stand before it with that hash`);
  }
}

function uniqueKey(record: LedgerRecord): string | null {
  const named = record.type === 'correction' ? null : referenceOf(record);
  return named && `${record.type} of pick ${named.seq}`;
}

/** The record that an outcome, random dates or a correction refers to; null for other types. */
export function referenceOf(record: LedgerRecord): RecordRef | null {
  const named = record.pick ?? record.corrects;
  return isRecordRef(named) ? named : null;
}

function isRecordRef(value: unknown): value is RecordRef {
  return typeof value === 'object' && value !== null && 'seq' in value && 'hash' in value;
}

function isLedgerRecord(value: unknown): value is LedgerRecord {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  const texts = [fields.hash, fields.prev_hash, fields.type, fields.published_at];
  return Number.isSafeInteger(fields.seq) && texts.every((text) => typeof text === 'string');
}
