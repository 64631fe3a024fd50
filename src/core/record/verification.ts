import { EMPTY_HEAD, GENESIS, type LedgerHead, type LedgerRecord, outcomeKey, uniqueKey } from './ledger';

/** A record as read from a source. */
export interface SourceRecord {
  /** Parsed; undefined when it cannot be. */
  readonly record: unknown;
  /** Damage found while reading: text that is not canonical, columns that disagree. Null = none. */
  readonly damage: string | null;
}

/** Passed in, since canonical JSON is in storage and the time zone of New York in clock.ts. */
interface LedgerTools {
  /** SHA-256 of the RFC 8785 form of a record without `hash`, hexadecimal. */
  hashOf(body: object): string;
  /** The New York date of an instant, `YYYY-MM-DD`; null when it is no instant. */
  newYorkDate(instant: string): string | null;
}

interface LedgerFault {
  /** Position in the source, from 1. */
  readonly position: number;
  /** `seq` of the record; null without one. */
  readonly seq: number | null;
  readonly problem: string;
}

export interface LedgerVerdict {
  /** In the order of the source. Empty when every record is intact. */
  readonly faults: readonly LedgerFault[];
  readonly count: number;
  /** Position and hash of the last record. */
  readonly head: LedgerHead;
  /** Positions by hash, to look up a head that somebody saved. */
  readonly hashes: ReadonlyMap<string, number>;
}

/**
 * Checks a ledger from its first record: text, hash, link to the record before, numbering, and the rules a forger who
 * recomputes hashes would have to break too: one record a session, dated the day it was published, in the order of
 * time; outcomes and corrections that refer to what is there.
 */
export function verifyLedger(source: Iterable<SourceRecord>, tools: LedgerTools): LedgerVerdict {
  const chain = new Chain(tools);
  for (const entry of source) chain.add(entry);
  return chain.verdict();
}

class Chain {
  private readonly faults: LedgerFault[] = [];
  private readonly hashes = new Map<string, number>([[GENESIS, 0]]);
  private readonly bySeq = new Map<number, LedgerRecord>();
  private readonly keys = new Map<string, number>();
  private head: LedgerHead = EMPTY_HEAD;
  /** Recomputed hash of the record before, whatever its hash field holds. */
  private recomputed = GENESIS;
  private published = '';
  private count = 0;

  constructor(private readonly tools: LedgerTools) {}

  add({ record, damage }: SourceRecord): void {
    this.count += 1;
    const claimed = isRecord(record) ? record : null;
    const fault = (problem: string) => {
      this.faults.push({ position: this.count, seq: claimed?.seq ?? null, problem });
    };
    if (damage !== null) fault(damage);
    if (claimed === null) {
      if (damage === null) fault('is not a record: seq, hash or prev_hash is missing');
      // The next record cannot be checked against this one.
      this.head = { seq: this.head.seq + 1, hash: '' };
      this.recomputed = '';
      return;
    }
    for (const problem of [...this.linkProblems(claimed), ...this.ruleProblems(claimed)]) fault(problem);
    this.bySeq.set(claimed.seq, claimed);
    this.hashes.set(claimed.hash, claimed.seq);
    this.head = { seq: claimed.seq, hash: claimed.hash };
  }

  verdict(): LedgerVerdict {
    const { faults, count, head, hashes } = this;
    return { faults, count, head, hashes };
  }

  private linkProblems(record: LedgerRecord): string[] {
    const { hash, ...body } = record;
    const before = this.recomputed;
    this.recomputed = this.tools.hashOf(body);
    const problems: string[] = [];
    if (this.recomputed !== hash) problems.push(`its content hashes to ${this.recomputed}, it says ${hash}`);
    if (record.seq !== this.head.seq + 1)
      problems.push(`its seq is ${record.seq}, expected ${this.head.seq + 1}: records are missing or out of order`);
    // A record whose own hash field was changed must not make the next one look wrong too.
    else if (this.head.hash !== '' && record.prev_hash !== this.head.hash && record.prev_hash !== before)
      problems.push(
        `its prev_hash is ${record.prev_hash}, record ${this.head.seq} has ${this.head.hash}: one of the two was changed`,
      );
    return problems;
  }

  private ruleProblems(record: LedgerRecord): string[] {
    const problems: string[] = [];
    if (!TYPES.includes(record.type)) return [`its type is '${record.type}', known are ${TYPES.join(', ')}`];
    const key = uniqueKey(record, record.seq);
    const first = this.keys.get(key);
    if (first !== undefined) problems.push(`repeats record ${first}: ${key}`);
    else this.keys.set(key, record.seq);
    const date = this.tools.newYorkDate(record.published_at);
    if (date === null) problems.push(`its published_at is ${record.published_at}, not an instant`);
    else if ('session' in record && record.session !== date)
      problems.push(`is of session ${record.session} and was published on ${date}`);
    if (record.published_at < this.published) problems.push('was published before the record that precedes it');
    this.published = record.published_at;
    return [...problems, ...this.referenceProblems(record)];
  }

  private referenceProblems(record: LedgerRecord): string[] {
    if (record.type === 'pick' || record.type === 'no_pick') return [];
    const reference = record.type === 'correction' ? record.corrects : record.pick;
    const target = this.bySeq.get(reference?.seq);
    if (!target || target.hash !== reference.hash)
      return [`refers to record ${reference?.seq} with hash ${reference?.hash}, which is not before it`];
    if (record.type === 'correction') return [];
    if (target.type !== 'pick') return [`scores record ${target.seq}, which is no pick`];
    if (record.type === 'random_dates' && !this.keys.has(outcomeKey(target.seq)))
      return [`compares record ${target.seq}, which has no outcome before it`];
    return [];
  }
}

const TYPES: readonly string[] = [
  'pick',
  'no_pick',
  'outcome',
  'random_dates',
  'correction',
] satisfies LedgerRecord['type'][];

/** Whether a value has the fields that the checks need. */
function isRecord(value: unknown): value is LedgerRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { seq, hash, prev_hash: before, type, published_at: published } = value as Record<string, unknown>;
  const texts = [hash, before, type, published].every((text) => typeof text === 'string');
  if (!texts || !Number.isSafeInteger(seq)) return false;
  if (type === 'outcome' || type === 'random_dates') return isReference((value as { pick?: unknown }).pick);
  return type !== 'correction' || isReference((value as { corrects?: unknown }).corrects);
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'seq' in value && 'hash' in value;
}
