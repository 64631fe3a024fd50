import type { LedgerEntry, LedgerHead, LedgerRecord } from '../core/record/ledger';
import type { SourceRecord } from '../core/record/verification';
import type { EvidenceStore } from './evidence';
import type { ModelStore } from './models';
import type { NullStore } from './nulls';
import type { ReplayStore } from './replays';
import type { NewEvent } from './webhooks';

/** What is written once and never changed: the ledger of the daily pick, models, null distributions, evidence, replays. */
export interface RecordStore {
  /**
   * Appends one record: of two processes the second sees what the first wrote.
   *
   * @param key of the record (`uniqueKey`); null for one that may be repeated
   * @param draft called once the turn has come, so that its time is that of the writing; null = better not
   * @returns null when there is one of that key already, or the draft was withdrawn
   * @throws LedgerClockError when the record would precede the last one in time; LedgerDamagedError when a record is not
   *   as it was written: nothing is appended to a broken chain
   */
  append(key: string | null, draft: () => LedgerDraft | null): Promise<LedgerRecord | null>;
  /** @throws LedgerDamagedError, as everything that is read: a record that is not as it was written is not served */
  head(): Promise<LedgerHead>;
  has(key: string): Promise<boolean>;
  /** At most `limit` records after `seq`, in order. */
  page(seq: number, limit: number): Promise<LedgerRecord[]>;
  /** Every record. */
  all(): Promise<readonly LedgerRecord[]>;
  /** The card of a pick as it was published, with its chart; null when the record has none. */
  card(seq: number): Promise<object | null>;
  /** Every record as it is stored, for the verification: nothing is taken on trust. */
  stored(): Promise<SourceRecord[]>;
  readonly models: ModelStore;
  readonly nulls: NullStore;
  readonly evidence: EvidenceStore;
  readonly replays: ReplayStore;
}

/** What is to be appended to the ledger, worked out when its turn has come. */
export interface LedgerDraft {
  readonly entry: LedgerEntry;
  /** The card of a pick, which `entry.card_hash` is the hash of. */
  readonly card?: object;
  /** What is told of the record, written in its transaction. */
  readonly events?: (record: LedgerRecord) => readonly NewEvent[];
}
