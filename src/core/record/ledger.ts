import type { Direction } from '../window/window';

/**
 * The record of the daily pick: a chain in which every record carries the hash of the one before. Dates are
 * `YYYY-MM-DD`, instants ISO 8601 in UTC; percentages carry 4 decimals. No field is a price, and none can be computed
 * from them.
 */

/** Changes whenever any number this program computes from the same prices may change. Stands in every ledger record. */
export const ENGINE_VERSION = '3';

/**
 * Version of the rule of the daily pick (core/record/pickRule.ts and the strength that it rests on). Each version is
 * described in seeds/methodology/sections/11-daily_pick.md, and stands in the records that were made by it.
 */
export const PICK_RULE_VERSION = 2;
/** The rule of records that name none: they were written before versions were. */
const FIRST_RULE_VERSION = 1;

/** `prev_hash` of the first record. */
export const GENESIS = '0'.repeat(64);

/** Position of a record in the chain. */
export interface Link {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Hash of the record before; `GENESIS` for the first. */
  readonly prev_hash: string;
}

/** A reference to one record; position and hash must both match. */
export interface RecordReference {
  readonly seq: number;
  readonly hash: string;
}

interface Published {
  /** Instant at which it was written. */
  readonly published_at: string;
  /** Whether the prices were the sandbox's. */
  readonly simulated: boolean;
  /** `set`: the clock was started at a chosen instant (the setting NOW), so that published_at proves nothing. */
  readonly clock: 'system' | 'set';
}

interface SessionEntry extends Published {
  /** NYSE session of the record: the New York date of published_at. */
  readonly session: string;
  readonly engine_version: string;
  /** Absent in records of version 1: see `ruleVersionOf`. */
  readonly rule_version?: number;
  readonly data_version: string;
  readonly model_version: string;
  /** Markets whose prices could not be read. */
  readonly market_failures: readonly string[];
}

/** A setup as records and saved scans name it. */
export interface NamedSetup {
  readonly symbol: string;
  /** Market id. */
  readonly market: string;
  readonly direction: Direction;
  readonly entry_date: string;
  readonly exit_date: string;
  /** Calendar days, entry day included. */
  readonly hold_days: number;
  readonly edge_score: number;
}

export interface PickEntry extends SessionEntry, NamedSetup {
  readonly type: 'pick';
  /** Last day whose prices were used. */
  readonly as_of: string;
  /** First session whose close is after publication, and the earliest close to enter at. */
  readonly earliest_entry: string;
  readonly ml: PickPrediction;
  /** Hash of the card as published, with its chart. */
  readonly card_hash: string;
}

/** The model's prediction as the card showed it. */
interface PickPrediction {
  /** Percentile, 0..100. */
  readonly ml_score: number;
  /** 0..1 */
  readonly ml_win_prob: number;
  readonly pred_return_pct: number;
  readonly pred_mfe_pct: number;
}

/** Version of the rule that a record was made by. */
export function ruleVersionOf({ rule_version = FIRST_RULE_VERSION }: Pick<SessionEntry, 'rule_version'>): number {
  return rule_version;
}

interface NoPickEntry extends SessionEntry {
  readonly type: 'no_pick';
  /** Last day whose prices were used; null without any. */
  readonly as_of: string | null;
  readonly reason: string;
}

/** Why the outcome is not that of a plain entry and exit. */
export type OutcomeConvention = 'halted' | 'delisted' | 'never_traded';

export interface OutcomeEntry extends Published {
  readonly type: 'outcome';
  readonly pick: RecordReference;
  /** Null when it never traded. */
  readonly entry_session: string | null;
  readonly exit_session: string | null;
  /** In the direction of the pick. */
  readonly return_pct: number;
  /** Judged before rounding; 0 is a loss. */
  readonly result: 'win' | 'loss';
  readonly convention: OutcomeConvention | null;
  /** The market's benchmark over the same sessions in the same direction; null without its prices. */
  readonly benchmark: { readonly symbol: string; readonly return_pct: number } | null;
  /**
   * Only in records of engine version 1: the same symbol, hold and direction entered on any session of the year up to the
   * pick's. Later versions write a `RandomDatesEntry` instead.
   */
  readonly random_dates?: RandomDatesFigures | null;
  readonly data_version: string;
}

/** The fields of an outcome that describe the pick itself. */
export type ScoredPick = Pick<
  OutcomeEntry,
  'entry_session' | 'exit_session' | 'return_pct' | 'result' | 'convention' | 'benchmark'
>;

/** The random-date reference of a scored pick, written once the last of its windows is over (METHOD 9). */
export interface RandomDatesEntry extends Published {
  readonly type: 'random_dates';
  readonly pick: RecordReference;
  /** Null when no window was whole. */
  readonly figures: RandomDatesFigures | null;
  readonly data_version: string;
}

export interface RandomDatesFigures {
  readonly windows: number;
  /** 0..1 */
  readonly win_rate: number;
  readonly avg_return_pct: number;
}

interface CorrectionEntry extends Published {
  readonly type: 'correction';
  readonly corrects: RecordReference;
  readonly reason: string;
  /** The corrected return of an outcome; null when the correction is a remark. */
  readonly return_pct: number | null;
}

/** The content of a record, without its position in the chain. */
export type LedgerEntry = PickEntry | NoPickEntry | OutcomeEntry | RandomDatesEntry | CorrectionEntry;
/** The hashed part of a record. */
export type LedgerBody = LedgerEntry & Link;
/** A record as stored, served and verified. */
export type LedgerRecord = LedgerBody & { readonly hash: string };
export type RecordOf<Type extends LedgerEntry['type']> = Extract<LedgerRecord, { readonly type: Type }>;

/** The end of the chain. */
export interface LedgerHead {
  /** 0 when the chain is empty. */
  readonly seq: number;
  /** `GENESIS` when it is empty. */
  readonly hash: string;
}

export const EMPTY_HEAD: LedgerHead = { seq: 0, hash: GENESIS };

/**
 * The unique key of a record: one pick or "no pick" a session, one outcome and one set of random dates a pick, any number
 * of corrections.
 *
 * @param seq of the record itself
 */
export function uniqueKey(entry: LedgerEntry, seq: number): string {
  switch (entry.type) {
    case 'pick':
    case 'no_pick':
      return sessionKey(entry.session);
    case 'outcome':
      return outcomeKey(entry.pick.seq);
    case 'random_dates':
      return randomDatesKey(entry.pick.seq);
    case 'correction':
      return `correction ${seq}`;
  }
}

export function sessionKey(session: string): string {
  return `session ${session}`;
}

export function outcomeKey(pickSeq: number): string {
  return `outcome ${pickSeq}`;
}

export function randomDatesKey(pickSeq: number): string {
  return `random_dates ${pickSeq}`;
}
