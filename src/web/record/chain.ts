import canonicalize from 'canonicalize';

/**
 * The ledger of the daily pick, checked in the browser from what it serves alone. Nothing of the server's own check is used here:
 * it is a second one.
 */

/** `prev_hash` of the first record. */
const GENESIS = '0'.repeat(64);

export interface Fault {
  /** As the record says it, or its place in the list where it says none. */
  readonly seq: number;
  readonly problem: string;
}

/** A record as it came, with what every record has. */
export interface Linked {
  readonly seq: number;
  readonly hash: string;
  readonly prev_hash: string;
  readonly type: string;
  readonly published_at: string;
  readonly [field: string]: unknown;
}

/** Another record, as one names it. */
export interface Named {
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

/** Records one after the other, from the first. */
export class Chain {
  readonly records: Linked[] = [];
  readonly faults: Fault[] = [];
  private before = GENESIS;
  private time = '';
  private place = 0;
  private readonly once = new Set<string>();

  /** What it ends with. */
  get head(): Named {
    const last = this.records.at(-1);
    return last === undefined ? { seq: 0, hash: GENESIS } : { seq: last.seq, hash: last.hash };
  }

  /** The record that stands where it is said to, with that hash. */
  find(named: Named): Linked | undefined {
    const found = this.records[named.seq - 1];
    return found?.seq === named.seq && found.hash === named.hash ? found : undefined;
  }

  async add(given: unknown): Promise<void> {
    this.place += 1;
    if (!isLinked(given)) {
      this.faults.push({
        seq: this.place,
        problem: 'is no record: seq, hash, prev_hash, type or published_at is missing',
      });
      return;
    }
    const { hash, ...body } = given;
    const recomputed = await hashOf(body);
    if (recomputed !== hash) this.blame(given, `its content hashes to ${recomputed}, it says ${hash}`);
    if (given.seq !== this.place)
      this.blame(given, `stands at place ${this.place}: records are missing or out of order`);
    if (given.prev_hash !== this.before) this.blame(given, 'does not carry the hash of the record before it');
    this.checkTime(given);
    this.checkUnique(given);
    this.checkReference(given);
    this.records.push(given);
    this.before = recomputed;
  }

  private blame({ seq }: Linked, problem: string): void {
    this.faults.push({ seq, problem });
  }

  private checkTime(record: Linked): void {
    const instant = new Date(record.published_at);
    if (Number.isNaN(instant.getTime())) {
      this.blame(record, 'has no instant as its time of publication');
      return;
    }
    if (record.published_at < this.time) this.blame(record, 'was published before the record that precedes it');
    this.time = record.published_at;
    const { session } = record;
    if (typeof session === 'string' && session !== NEW_YORK.format(instant))
      this.blame(record, `is of session ${session} and was published on ${NEW_YORK.format(instant)}, New York date`);
  }

  /** One record a session, one outcome and one set of random dates a pick. */
  private checkUnique(record: Linked): void {
    const key = typeof record.session === 'string' ? `session ${record.session}` : aboutOf(record);
    if (key === null) return;
    if (this.once.has(key)) this.blame(record, `repeats an earlier one: ${key}`);
    this.once.add(key);
  }

  private checkReference(record: Linked): void {
    const named = referenceOf(record);
    if (named !== null && this.find(named) === undefined)
      this.blame(record, `refers to record ${named.seq}, which does not stand before it with that hash`);
  }
}

function aboutOf(record: Linked): string | null {
  const named = record.type === 'correction' ? null : referenceOf(record);
  return named && `${record.type} of pick ${named.seq}`;
}

/** What an outcome, random dates or a correction is about; null of other records. */
export function referenceOf(record: Linked): Named | null {
  const named = record.pick ?? record.corrects;
  return isNamed(named) ? named : null;
}

function isNamed(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && 'seq' in value && 'hash' in value;
}

function isLinked(value: unknown): value is Linked {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  const texts = [fields.hash, fields.prev_hash, fields.type, fields.published_at];
  return Number.isSafeInteger(fields.seq) && texts.every((text) => typeof text === 'string');
}
