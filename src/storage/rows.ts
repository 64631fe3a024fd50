import type { Day } from '../core/calendar/dates';
import type { CountedDays } from '../core/calendar/dayCounts';
import type { LedgerEntry, LedgerRecord } from '../core/record/ledger';
import type { NotedPattern, ScanChanges } from '../core/record/scanChanges';
import type { NullDistribution } from '../core/significance/significance';
import type { Bars } from '../core/window/bars';
import type { BarsChange } from '../core/window/barsChange';
import type { NewEvent } from './webhooks';

/** A symbol and the markets it belongs to. */
export interface ListedSymbol {
  readonly id: number;
  /** As stored and shown: BRK-B, BTC-USD, ^DJI. */
  readonly symbol: string;
  /** The ticker where no name is known. */
  readonly name: string;
  /** Market ids, lowest first. */
  readonly markets: readonly string[];
}

export interface PriceIndex {
  readonly revision: number;
  /** Hash over the tickers and contents of all series: equal data, equal version, on any machine. */
  readonly dataVersion: string;
  /** Every symbol by ticker, also those without prices or market. */
  readonly symbols: readonly IndexedSymbol[];
  /** Tickers that these symbols had before, the first to be given up first. */
  readonly formerTickers: readonly FormerTicker[];
}

/** A ticker that a symbol had before it was renamed. */
export interface FormerTicker {
  readonly symbolId: number;
  readonly ticker: string;
  readonly until: Date;
}

export interface IndexedSymbol extends ListedSymbol {
  readonly series: StoredSeries | null;
}

export interface SeriesMeta {
  /** Label shown in `receipts.source`. */
  readonly source: string;
  readonly importedAt: Date;
  /** Invented by the sandbox. */
  readonly simulated: boolean;
}

/** What is known of a symbol's prices without reading them. */
export interface StoredSeries extends SeriesMeta {
  /** Content hash. */
  readonly hash: string;
  readonly rows: number;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** Highs and lows of a symbol, one a stored session, with the content hash of its series. */
export interface StoredRanges extends Pick<Bars, 'high' | 'low'> {
  readonly hash: string;
}

export interface Member {
  readonly symbol: string;
  /** Absent or empty: a name already stored stays. */
  readonly name?: string;
}

export interface EnrolOptions {
  readonly simulated: boolean;
  /** Whether members not in the list leave the market. */
  readonly replace?: boolean;
}

/** Why prices, names or members of markets change. `before`: what was stored before history was kept. */
export type PriceRunKind = 'import' | 'feed' | 'sandbox' | 'list' | 'rename' | 'remove' | 'undo' | 'before';

/** Who changes symbols and prices, and why: a run of one command or feed, over all its transactions. */
export interface PriceRun {
  /** Names it: the transactions of one run give the same. */
  readonly id: string;
  readonly kind: PriceRunKind;
  /** Of the write. */
  readonly at: Date;
  /** Null where it is about no market in particular. */
  readonly marketId: string | null;
  /** Where the prices came from, or what was done, for people. */
  readonly label: string;
}

export interface UndoneImport {
  readonly run: PriceRun;
  /** Symbols that have the prices again that they had before. */
  readonly restored: readonly string[];
  /** Symbols that had no prices before, and have none now. */
  readonly removed: readonly string[];
}

/** A run that changed something. */
export interface RecordedRun extends PriceRun {
  /** Transactions: each left another version of the symbols or prices. */
  readonly versions: number;
  /** Symbols it changed; those of the sandbox are not counted. */
  readonly symbols: number;
  /** Bars of all symbols. */
  readonly added: number;
  readonly removed: number;
  readonly restated: number;
  /** Of the prices as it left them. */
  readonly dataVersion: string;
}

/** What one transaction of a run did to one symbol. */
export interface RecordedChange extends BarsChange {
  readonly run: PriceRun;
  readonly at: Date;
  readonly dataVersion: string;
  /** As the symbol was called afterwards, or last. */
  readonly symbol: string;
  /** What it was called before; null = the same. */
  readonly formerTicker: string | null;
  /** The series it had afterwards; null = none. */
  readonly series: Pick<StoredSeries, 'hash' | 'rows' | 'firstDay' | 'lastDay' | 'source'> | null;
  /** Market ids. */
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** A new name; null = as before. */
  readonly name: string | null;
}

/** What is known of a symbol's history at a glance. */
export interface PriceSummary {
  /** Transactions that made stored bars others, and the last of them. */
  readonly restatements: number;
  readonly restatedAt: Date | null;
  /** What changed it last, under the id of the run's report, if it has one; null where nobody knows. */
  readonly last: { readonly run: PriceRun; readonly at: Date; readonly runId: number } | null;
}

/** A time in which a data version was in force. */
export interface VersionInForce {
  readonly dataVersion: string;
  /** The run that made it, and the symbols whose prices or tickers it changed in that transaction. */
  readonly run: PriceRun;
  readonly symbols: readonly string[];
  readonly from: Date;
  /** Null = still. */
  readonly until: Date | null;
}

/** `admin`: an operator of the service. */
export type Role = 'member' | 'admin';

export interface Account {
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  /** Id of a row of the tier table; may be unknown to it. */
  readonly tier: string;
  readonly role: Role;
  readonly createdAt: Date;
  /** Since when an operator lets nobody in with it, and nothing is done for it; null = they do not. */
  readonly suspendedAt: Date | null;
}

/** An account that is to be. */
export type NewAccount = Omit<Account, 'id' | 'suspendedAt'>;

/** A key as it is known after its creation. The secret is not among what is known. */
export interface ApiKey {
  /** Public part of the key. */
  readonly id: string;
  readonly accountId: number;
  readonly name: string;
  /** Keyed hash of the whole key, hexadecimal. */
  readonly hash: string;
  /** Last four characters of the secret, for display. */
  readonly lastFour: string;
  readonly createdAt: Date;
  /** Coarse: written at most once a minute. */
  readonly lastUsedAt: Date | null;
  /** As it was made, or the end of a rotation's overlap; null = none. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly scope: KeyScope;
}

/** What a key may do of what its plan allows. */
export interface KeyScope {
  /** Market ids; null = every one of the plan. */
  readonly markets: readonly string[] | null;
  /** Whether it may spend no predictions. */
  readonly readOnly: boolean;
}

/** A key with its account, for lists and authentication. */
export interface OwnedKey extends ApiKey {
  readonly email: string;
  readonly tier: string;
  /** Whether the account is. */
  readonly suspended: boolean;
}

/** Somebody signed in to the account console. Tokens are known by their SHA-256, hexadecimal. */
export interface Session {
  /** Public: names it in lists. */
  readonly id: string;
  readonly accountId: number;
  readonly hash: string;
  /** Of the token before the last change; null before the first. */
  readonly previousHash: string | null;
  /** Until when that one is good, too; null = until a moment after the new one is used first. */
  readonly previousUntil: Date | null;
  readonly method: 'link' | 'provider';
  /** The browser it began in, in few words. */
  readonly agent: string;
  readonly createdAt: Date;
  /** Coarse. */
  readonly lastUsedAt: Date;
  /** When its token was changed last. */
  readonly rotatedAt: Date;
  /** When it ends unless it is used before, and when it does in any case. */
  readonly endsAt: Date;
  readonly latestEnd: Date;
}

/** A change of a session's token: hashes of the one in force, the one that takes its place, and the one that stays good with it. */
export interface TokenChange {
  readonly from: string;
  readonly to: string;
  readonly previous: string;
}

/** A session with its account. */
export interface OwnedSession extends Session {
  readonly email: string;
  readonly tier: string;
  readonly role: Role;
}

/** What signs in to an account once. */
export interface SignInLink {
  /** SHA-256 of its token, hexadecimal. */
  readonly hash: string;
  readonly accountId: number;
  readonly expiresAt: Date;
}

/** A sign-in that was begun at the identity provider. */
export interface ProviderSignIn {
  /** SHA-256 of what the browser holds, hexadecimal. */
  readonly hash: string;
  /** The page to come back to; null = none. */
  readonly next: string | null;
  readonly expiresAt: Date;
}

/** What was done with an account; no secret is part of it. */
export interface AccountEvent {
  readonly accountId: number;
  readonly at: Date;
  readonly kind:
    | 'account_created'
    | 'signed_in'
    | 'signed_out'
    | 'session_ended'
    | 'sessions_ended'
    | 'session_reused'
    | 'link_made'
    | 'key_created'
    | 'key_rotated'
    | 'key_revoked'
    | 'tier_changed'
    | 'role_changed'
    | 'feed_paused'
    | 'feed_resumed'
    | 'feed_run_asked'
    | 'held_prices_taken'
    | 'held_prices_dropped'
    | 'account_suspended'
    | 'account_resumed'
    | 'calendar_link_made'
    | 'calendar_link_revoked';
  /** The account holder, an operator, or a command on the server. */
  readonly by: 'self' | 'operator' | 'command';
  /** The key, session or calendar link it is about. */
  readonly subject: string | null;
  readonly detail: string | null;
}

export interface RecordedEvent extends AccountEvent {
  readonly id: number;
}

/** What was counted on a UTC day, counted since 1970. */
export interface CountedDay {
  readonly day: number;
  readonly count: number;
}

/** A person as an issuer of access tokens names them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface SignedInAccount {
  readonly accountId: number;
  readonly tier: string;
  readonly suspended: boolean;
}

export interface Claim {
  /** Of an account that may be taken, proven to be theirs; null = none. Lower case. */
  readonly email: string | null;
  /** The account to make when there is none; null = make none. */
  readonly create: { readonly email: string; readonly tier: string } | null;
  readonly at: Date;
}

/** What requests may take of a database that is elsewhere. */
export interface RequestLimits {
  /** Connections at once. */
  readonly connections: number;
  /** How long a request waits for one answer, milliseconds: for a connection, and on it. */
  readonly waitMs: number;
}

/** An instant at which something is counted. */
export interface Moment {
  /** By the clock of this process, epoch milliseconds. */
  readonly now: number;
  /**
   * Milliseconds that this clock runs ahead of the machine's; null = it stands still. Machines that count together go by one
   * clock, that of the database, and as far ahead of it; a clock that stands still is gone by as it is.
   */
  readonly ahead: number | null;
}

/** A UTC minute and a UTC day, counted since 1970. */
export interface Windows {
  readonly minute: number;
  readonly day: number;
}

/** Most requests in each window, at least 1. */
export interface Quota {
  readonly perMinute: number;
  readonly perDay: number;
}

/**
 * The windows in force for a subject and what was used of them. The later of the stored and the clock's are in force, so
 * that a clock that steps back gives nobody a fresh one; a stored one is never further ahead than the clock's next.
 */
export interface Usage extends Windows {
  readonly minuteCount: number;
  readonly dayCount: number;
  /** The instant it was counted at, by the clock gone by; epoch milliseconds. */
  readonly now: number;
}

export interface Counted extends Usage {
  /** Whether the request had room in both windows and was counted. */
  readonly allowed: boolean;
}

/** What accounts may ask for, by their tier. */
export interface Quotas {
  readonly byTier: ReadonlyMap<string, Quota>;
  /** Of an account on any other tier. */
  readonly otherwise: Quota;
}

/** A request that somebody makes who is yet to be looked up. */
export interface Arrival {
  readonly at: Moment;
  readonly quotas: Quotas;
}

/** What looking somebody up came to. */
export interface Admitted<T> {
  /** Null when there is nobody. */
  readonly found: T | null;
  /** By the clock gone by, epoch milliseconds. */
  readonly now: number;
  /** The request, counted in the same step; null where it is yet to be counted, or nobody may come in. */
  readonly counted: Counted | null;
}

/** Predictions a request asks for. */
export interface MlRequest {
  readonly subject: string;
  readonly at: Moment;
  /** What is predicted, as a key. */
  readonly items: readonly string[];
  /** Most different items a day. */
  readonly limit: number;
  /** Names the reservation. */
  readonly holder: string;
  /** Milliseconds after which the reservation expires. */
  readonly lasts: number;
}

export type MlMoment = Pick<MlRequest, 'subject' | 'at'>;

export interface MlSettlement extends Omit<MlRequest, 'items' | 'lasts'> {
  /** The UTC day that was charged, counted since 1970. */
  readonly day: number;
}

export interface MlGrant {
  /** In the order asked. */
  readonly granted: readonly string[];
  /** The day that is charged. */
  readonly day: number;
}

/** What is to be appended to the ledger, worked out when its turn has come. */
export interface LedgerDraft {
  readonly entry: LedgerEntry;
  /** The card of a pick, which `entry.card_hash` is the hash of. */
  readonly card?: object;
  /** What is told of the record, written in its transaction. */
  readonly events?: (record: LedgerRecord) => readonly NewEvent[];
}

/** Which model is wanted. */
export interface ModelWanted {
  /** Whether the prices in service are the sandbox's: a model of simulated prices never speaks of real ones. */
  readonly simulated: boolean;
  /** Hash over the stored prices in service. */
  readonly dataVersion: string;
  /** Name of the procedure this program follows (`MODEL_CODE`). */
  readonly codeVersion: string;
  /** Newest day the model may have seen an outcome of: later is the future. */
  readonly through: Day;
}

/** Which evidence may be shown. */
export interface EvidenceWanted {
  /** Whether the prices in service are the sandbox's: what simulated prices showed says nothing of real ones. */
  readonly simulated: boolean;
  /** Newest day whose prices it may rest on: later is the future. */
  readonly through: Day;
}

/** A file of a backup. */
export interface BackedUpFile {
  readonly name: string;
  readonly bytes: number;
}

/** A process that wants to compute a null distribution. */
export interface NullClaim {
  readonly key: string;
  readonly dataVersion: string;
  /** Names the process. */
  readonly holder: string;
  readonly now: Date;
  /** When the claim lapses, should the process die meanwhile. */
  readonly until: Date;
}

/** A null distribution to keep. */
export interface StoredNull {
  readonly key: string;
  readonly dataVersion: string;
  readonly holder: string;
  readonly found: NullDistribution;
}

/** A provider that is asked for prices of a market. */
export interface NewFeed {
  /** Id of a provider (src/feeds/provider.ts); may be unknown to this program. */
  readonly provider: string;
  readonly marketId: string;
  /** Prices that are not adjusted for splits and dividends are taken as they are. */
  readonly unadjusted: boolean;
  readonly addedAt: Date;
}

export interface Feed extends NewFeed {
  readonly id: number;
  readonly paused: boolean;
  /** Before this moment nothing is asked by itself; null = whenever something is due. */
  readonly nextAt: Date | null;
  /** Null before the first. */
  readonly lastRun: FeedRun | null;
  /** The process that runs it now, and until when it is believed to. */
  readonly runBy: string | null;
  readonly runUntil: Date | null;
  /** Symbols by state. */
  readonly counts: Readonly<Record<FeedState, number>>;
  /** Symbols whose last try failed. */
  readonly failing: number;
}

/**
 * `active`; `vanished` = the provider knows it no more, its prices stay and it is asked for now and then; `held` = what came
 * waits for somebody's word; `paused` = somebody's word was no.
 */
export const FEED_STATES = ['active', 'vanished', 'held', 'paused'] as const;
export type FeedState = (typeof FEED_STATES)[number];

/** A symbol of a feed and what is known of it. */
export interface FeedSymbol {
  readonly ticker: string;
  /** What the provider calls it; null = by the provider's rules. */
  readonly spelling: string | null;
  readonly state: FeedState;
  /** The last session up to which the provider was asked with success; null = never. */
  readonly through: Day | null;
  readonly triedAt: Date | null;
  readonly vanishedAt: Date | null;
  /** Tries that failed since the last one that did not. */
  readonly failures: number;
  /** Why the last one did; null when it did not. */
  readonly fault: string | null;
  /** By what the provider tells whether there is something new. */
  readonly validators: {
    readonly url: string;
    readonly etag: string | null;
    readonly lastModified: string | null;
  } | null;
}

/** What a run came to, in symbols unless said otherwise. */
export interface FeedRun {
  /** Instants. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The last session that was asked for, YYYY-MM-DD. */
  readonly session: string;
  readonly asked: number;
  /** With new prices, or the history anew. */
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly vanished: number;
  readonly held: number;
  /** Not asked for: the next run begins with them. */
  readonly left: number;
  /** New rows. */
  readonly rows: number;
  /** Why the run ended before its end; null when it did not. */
  readonly ended: string | null;
}

export interface FeedClaim {
  readonly holder: string;
  readonly now: Date;
  /** When the claim lapses, should the process die meanwhile. */
  readonly until: Date;
}

/** Prices that do not fit the stored ones. */
export interface HeldPrices {
  readonly ticker: string;
  readonly heldAt: Date;
  /** For a person. */
  readonly reason: string;
  /** Label of where they come from. */
  readonly source: string;
  /** What would take the place of the stored prices. */
  readonly bars: Bars;
}

/** Where prices wait. */
export interface HeldPlace {
  readonly feedId: number;
  readonly ticker: string;
}

export interface FeedHeld extends HeldPrices {
  readonly feedId: number;
}

/** Whom a thread has read all prices. */
export interface BlockReader {
  /** Module whose default function takes a `BlockTask` and returns `StoredBlocks`, or throws when nothing can be read. */
  readonly filename: string;
  /** As `Storage.url`. */
  readonly url: string;
}

export interface BlockTask {
  readonly url: string;
  /** Last final day by market id. */
  readonly finalDays: ReadonlyMap<string, Day>;
  /** What is laid out already. */
  readonly known: readonly KnownBlock[];
  /** Which of the blocks: every `of`th from this one on. */
  readonly from: number;
  readonly of: number;
}

/** Prices as they were at one moment. */
export interface StoredBlocks {
  readonly index: PriceIndex;
  /** By their place among all blocks (`blocksOf`); null for one with a series that cannot be read, or has damage. */
  readonly blocks: ReadonlyMap<number, StoredBlock | null>;
  /** Sessions of the series in them, by market id. */
  readonly days: ReadonlyMap<string, CountedDays>;
}

/** Closes of several symbols, verified and laid out for the kernel (`PriceColumns`). */
export interface StoredBlock {
  /** As `blockName` has it. */
  readonly name: string;
  /** Null when no member has a close, or the block is known. */
  readonly buffer: SharedArrayBuffer | null;
  /** Those who have one, in the order of the columns. */
  readonly members: readonly StoredMember[];
}

/** The visible closes of a symbol, of which there is one at least. */
export interface StoredMember {
  readonly id: number;
  readonly firstDay: Day;
  readonly lastDay: Day;
  /** How many. */
  readonly closes: number;
  /** Another one whenever what is stored of the symbol was written again; null where that cannot be told without reading it. */
  readonly stamp: string | null;
}

/** A block that is in memory. */
export interface KnownBlock {
  readonly name: string;
  readonly buffer: SharedArrayBuffer;
  /** In the order of the columns. */
  readonly members: readonly (StoredMember & { readonly visibleThrough: Day })[];
}

/** A scan that an account keeps. */
export interface SavedScan {
  readonly id: string;
  readonly accountId: number;
  /** Unique in the account, whatever its case. */
  readonly name: string;
  /** Parameters of GET /scan, with their defaults. */
  readonly query: object;
  /** Ids of the markets that the key was for with which it was saved; null = every one of the plan. */
  readonly markets: readonly string[] | null;
  /** Grows when query or markets change. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A run of a saved scan. */
export interface ScanRun {
  /** The last bars of the markets it was over: of the same ones it runs once. */
  readonly prices: string;
  readonly at: Date;
  /** Newest day that its numbers rest on, `YYYY-MM-DD`; null without any. */
  readonly asOf: string | null;
  /** Results of different ones cannot be compared. */
  readonly basis: string;
  /** Null when it failed. */
  readonly result: ScanResult | null;
  /** Why it failed, for a person; null when it did not. */
  readonly fault: string | null;
}

/** What a run found, as JSON. */
export interface ScanResult {
  readonly found: readonly NotedPattern[];
  readonly changes: ScanChanges;
}

/** What a run found last, for the next one to be compared with. */
export interface FoundByRun extends Pick<ScanRun, 'basis'> {
  readonly found: readonly NotedPattern[];
}

export interface RecordedScanRun extends Omit<ScanRun, 'result'> {
  readonly id: number;
  /** Null when it failed. */
  readonly changes: ScanChanges | null;
}

/** A run without what it found. */
export type ScanRunHead = Pick<RecordedScanRun, 'id' | 'at' | 'asOf' | 'fault'>;

/** A saved scan with what decides whether it is to run. */
export interface WaitingScan {
  readonly scan: SavedScan;
  /** Of its account. */
  readonly tier: string;
  readonly lastRun: Pick<ScanRun, 'prices' | 'at' | 'fault'> | null;
}
