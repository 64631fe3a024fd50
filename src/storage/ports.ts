import type { Day } from '../core/calendar/dates';
import type { Closes } from '../core/detection/columns';
import type { ForwardResult } from '../core/evidence/forwardResult';
import type { RecordedTrial } from '../core/model/inputTrial';
import type { Model } from '../core/model/predict';
import type { CalendarEntry } from '../core/record/calendarEntries';
import type { LedgerHead, LedgerRecord } from '../core/record/ledger';
import type { ReplayedChoice } from '../core/record/replay';
import type { SourceRecord } from '../core/record/verification';
import type { NullDistribution } from '../core/significance/significance';
import type { Bars } from '../core/window/bars';
import type { CalendarStore } from './calendars';
import type { AwayReason, CorruptPricesError } from './errors';
import type { ExportStore } from './exports';
import type { PriceQuality, QualityPart } from './quality';
import type {
  Account,
  AccountEvent,
  Admitted,
  ApiKey,
  Arrival,
  BlockReader,
  Claim,
  Counted,
  CountedDay,
  EnrolOptions,
  EvidenceWanted,
  Feed,
  FeedClaim,
  FeedHeld,
  FeedSymbol,
  FoundByRun,
  HeldPlace,
  HeldPrices,
  Identity,
  LedgerDraft,
  ListedSymbol,
  Member,
  MlGrant,
  MlMoment,
  MlRequest,
  MlSettlement,
  ModelWanted,
  Moment,
  NewAccount,
  NewFeed,
  NullClaim,
  OwnedKey,
  OwnedSession,
  PriceIndex,
  PriceRun,
  PriceSummary,
  ProviderSignIn,
  Quota,
  RecordedChange,
  RecordedEvent,
  RecordedRun,
  RecordedScanRun,
  Role,
  SavedScan,
  ScanRun,
  ScanRunHead,
  SeriesMeta,
  Session,
  SignedInAccount,
  SignInLink,
  StoredNull,
  StoredRanges,
  TokenChange,
  UndoneImport,
  Usage,
  VersionInForce,
  WaitingScan,
} from './rows';
import type { NewEvent, Webhooks } from './webhooks';

/**
 * All that is kept, behind ports (DESIGN 4). What a port's method has answered is stored: a process killed at any
 * moment afterwards has lost none of it. Every method rejects with the database's own error when it cannot be reached.
 */
export interface Storage {
  readonly prices: PriceStore;
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly savedScans: SavedScanStore;
  readonly calendars: CalendarStore;
  readonly counters: Counters;
  readonly records: RecordStore;
  readonly feeds: FeedStore;
  readonly webhooks: Webhooks;
  readonly exports: ExportStore;
  /** What is done by one process for all that use the same data, and which of them are there. */
  readonly work: WorkOnce;
  readonly presence: Presence;
  /** What another thread opens the same data with; null where they exist in this one only. */
  readonly url: string | null;
  /** Why what was asked last was not answered, and requests are refused at present; null while all is well. */
  away(): AwayReason | null;
  close(): Promise<void>;
}

/** Symbols, their markets and their prices. Everybody reads; imports, feeds, the sandbox and `perennial symbols` write. */
export interface PriceStore {
  /** Grows with every change of symbols, memberships and prices, whoever made it. Cheap enough to ask on every request. */
  revision(): Promise<number>;
  /** All that is known without reading a price, of one moment. @throws DamagedDataError naming what cannot be read */
  index(): Promise<PriceIndex>;
  /** The symbol stored under a ticker's own spelling (`tickerKey`); null when there is none. */
  find(ticker: string): Promise<ListedSymbol | null>;
  /** Every column of some symbols by id, verified. Absent: a symbol without prices. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, Bars | CorruptPricesError>>;
  /** The same without highs and lows, for less than half the bytes. */
  readCloses(ids: readonly number[]): Promise<ReadonlyMap<number, Closes | CorruptPricesError>>;
  /** Highs and lows alone, verified, with the hash of all that is stored of the symbol. */
  readRanges(ids: readonly number[]): Promise<ReadonlyMap<number, StoredRanges | CorruptPricesError>>;
  /** What reads the same closes in a thread, a group of symbols at once; null where only this thread can read. */
  blockReader(): BlockReader | null;
  /**
   * Writes all that `work` writes, or nothing. What it reads from this port meanwhile is as it was before. What it changed
   * is in the history from the same moment on.
   *
   * @param run of which this write is a part
   */
  write<T>(run: PriceRun, work: (changes: PriceChanges) => Promise<T>): Promise<T>;
  readonly history: PriceHistory;
  readonly quality: PriceQuality;
}

/** What reads whole series, also in another thread. */
export type Series = Pick<PriceStore, 'read' | 'readRanges'>;

/** What every run changed, kept for good. The sandbox's runs are told as a whole, not symbol by symbol. */
export interface PriceHistory {
  /** Newest first. */
  runs(limit: number): Promise<RecordedRun[]>;
  /** What happened to a symbol, newest first, whatever it was called then; also to symbols that are gone. */
  of(ticker: string): Promise<RecordedChange[]>;
  /** Of a symbol that is there. */
  summary(symbolId: number): Promise<PriceSummary>;
  /** When a data version was in force, newest first. @param prefix its first hexadecimal digits */
  version(prefix: string): Promise<VersionInForce[]>;
  /** What was in force at an instant; null before the first. */
  at(instant: Date): Promise<VersionInForce | null>;
}

/** The writes of one transaction. */
export interface PriceChanges {
  /**
   * Adds symbols to a market, creating those that are new, and fills in names. Real members outlive the sandbox.
   *
   * @returns the id of each symbol, in the order given
   * @throws RangeError naming a text that is no ticker
   */
  enrol(marketId: string, members: readonly Member[], options: EnrolOptions): Promise<number[]>;
  /**
   * Replaces a symbol's whole series. The same content from the same source changes nothing. The first real series ends
   * the sandbox: every simulated price goes with it.
   *
   * @throws RangeError when the bars are not a series; Error when simulated prices would join real ones
   */
  replace(symbolId: number, bars: Bars, meta: SeriesMeta): Promise<'stored' | 'unchanged'>;
  /** Takes a symbol away, with its prices and memberships, and out of feeds; its history stays. */
  remove(symbolId: number): Promise<void>;
  /**
   * Gives a symbol another ticker, in feeds too; the old one goes on to mean it. A symbol that has that ticker already goes: its markets,
   * and its name if it has one, become those of the renamed one, its prices are lost.
   *
   * @throws RangeError when the text is no ticker
   */
  rename(symbolId: number, ticker: string): Promise<void>;
  /** Ends the sandbox: simulated prices and memberships go, and symbols nothing else refers to. */
  clearSimulated(): Promise<void>;
  /**
   * Keeps a symbol as it is before the run changes it, so that the run can be undone. Only the last run is kept: the
   * first symbol of another one takes the place of all that was remembered.
   */
  remember(ticker: string): Promise<void>;
  /**
   * Adds to the report of the run, which begins with its first part; after those of its symbols that the same transaction
   * changes. A transaction may do nothing else.
   */
  report(part: QualityPart): Promise<void>;
  /** As `Feeds.letGo`, with the prices that take their place. */
  letGoHeld(feedId: number, ticker: string, heldAt: Date): Promise<boolean>;
  /**
   * Brings back what was before the run that is remembered: prices, names, tickers and members of its market. Simulated
   * prices are not kept: they come back by being made again. What was undone cannot be undone.
   *
   * @returns null when there is nothing to undo
   */
  undoImport(): Promise<UndoneImport | null>;
}

/** Who may ask: accounts, their keys, and whom an issuer of access tokens calls what. */
export interface AccountStore {
  insert(account: NewAccount, by?: AccountEvent['by']): Promise<Account>;
  findByEmail(email: string): Promise<Account | null>;
  find(accountId: number): Promise<Account | null>;
  /** Of those whose address has a text in it, in the order in which they were made, some after the one of an id. */
  list(wanted: { readonly after: number; readonly limit: number; readonly search: string }): Promise<Account[]>;
  /** How many have a text in their address. */
  count(search: string): Promise<number>;
  /** @param event noted with it, as with every method that takes one: both are stored, or neither */
  setTier(accountId: number, tier: string, event?: AccountEvent): Promise<void>;
  setRole(accountId: number, role: Role, event?: AccountEvent): Promise<void>;
  /**
   * Suspends an account, which ends its sessions and links, or resumes it. Its keys let nobody in from the next request on.
   *
   * @param at null = it is resumed
   * @returns whether that changed anything; else nothing is noted
   * @throws LastOperatorError for the only operator that is left
   */
  suspend(accountId: number, at: Date | null, event: AccountEvent): Promise<boolean>;
  /** Notes what was done with something else than the account itself. */
  note(event: AccountEvent): Promise<void>;
  /** What was done with an account, newest first. @param before id of an event: only older ones; null = all */
  events(accountId: number, before: number | null, limit: number): Promise<RecordedEvent[]>;
  key(id: string): Promise<OwnedKey | null>;
  /**
   * Looks a key up for a request, each time anew, so that a revocation by any process counts on the very next one. Where
   * that saves a round trip the request is counted with it: one whose hash fits, of a key that is neither revoked nor expired.
   */
  admitKey(presented: Pick<ApiKey, 'id' | 'hash'>, arrival: Arrival): Promise<Admitted<OwnedKey>>;
  /** By account, oldest first. @param email of one account; undefined = all */
  keys(email?: string): Promise<OwnedKey[]>;
  /** Of an account, oldest first. */
  keysOf(accountId: number): Promise<OwnedKey[]>;
  /** @param most active keys that the account may have. @returns whether there was room, and it is stored */
  insertKey(key: ApiKey, event?: AccountEvent, most?: number): Promise<boolean>;
  /** Adds the successor, which ends when the key it replaces was made to, and sets that one's end: both or neither. */
  replaceKey(oldId: string, expiresAt: Date, successor: ApiKey, event?: AccountEvent): Promise<void>;
  /** The first revocation counts; a later one leaves its time, and is not noted. */
  revokeKey(id: string, at: Date, event?: AccountEvent): Promise<void>;
  touchKey(id: string, at: Date): Promise<void>;
  /** The account somebody signs in to. */
  signedIn(identity: Identity): Promise<SignedInAccount | null>;
  /** Looks that account up for a request, which is counted as with `admitKey`. */
  admitSignedIn(identity: Identity, arrival: Arrival): Promise<Admitted<SignedInAccount>>;
  /**
   * Ties somebody seen for the first time to their account, or to a new one. Of several first requests at once one makes
   * the account and the others find it.
   *
   * @returns null when there is no account and none may be made
   */
  claim(identity: Identity, claim: Claim): Promise<SignedInAccount | null>;
  /** A secret to hash keys with, made once and kept as long as the accounts. @throws Error when what was kept is damaged */
  generatedSecret(): Promise<string>;
}

/** Who is signed in to the account console, and the links that begin it. */
export interface SessionStore {
  /** @returns false for an account that is suspended: nothing is stored */
  insert(session: Session, event: AccountEvent): Promise<boolean>;
  /** Looked up anew for each request, so that its end by any process counts on the very next one. */
  find(id: string): Promise<OwnedSession | null>;
  /** The same for a request, which is counted as with `AccountStore.admitKey`. */
  admit(presented: Pick<Session, 'id' | 'hash'>, arrival: Arrival): Promise<Admitted<OwnedSession>>;
  /** Those of an account that have not ended, newest first. */
  of(accountId: number, now: Date): Promise<OwnedSession[]>;
  /** Notes its use. */
  touch(id: string, use: Pick<Session, 'lastUsedAt' | 'endsAt'>): Promise<void>;
  /** Changes its token, unless another request did: then nothing. @returns whether it is changed */
  rotate(id: string, change: TokenChange, at: Date): Promise<boolean>;
  /** Says until when the token before the last change is good. Said before, it stays. */
  retirePrevious(id: string, until: Date): Promise<void>;
  /** @param id of one session; null = all of the account. @returns how many there were; none is not noted */
  end(accountId: number, id: string | null, event: AccountEvent): Promise<number>;
  /** Lets go of sessions, links and sign-ins that ended before. */
  prune(before: Date): Promise<void>;
  insertLink(link: SignInLink, event: AccountEvent): Promise<void>;
  /** Uses a link up: of two who come with it at once one gets its account. Null when it has ended, or never was. */
  takeLink(hash: string, now: Date): Promise<Account | null>;
  /** Lets go of those that nobody came back from in time. */
  insertProviderSignIn(begun: ProviderSignIn, now: Date): Promise<void>;
  /** Uses it up, as `takeLink`. */
  takeProviderSignIn(hash: string, now: Date): Promise<ProviderSignIn | null>;
}

/** Scans that accounts keep. */
export interface SavedScanStore {
  /** Of an account, oldest first. */
  of(accountId: number): Promise<SavedScan[]>;
  /** Null when the account has none of that id. */
  find(accountId: number, id: string): Promise<SavedScan | null>;
  /** @param most that the account may have: of two that are saved at once the second counts the first */
  insert(scan: SavedScan, most: number): Promise<'stored' | 'taken' | 'full'>;
  /** Stores it anew under its id, unless another one of the account bears its name. A changed query begins a new version. */
  change(scan: SavedScan): Promise<'stored' | 'taken' | 'gone'>;
  /** @returns whether there was one */
  remove(accountId: number, id: string): Promise<boolean>;
  readonly runs: ScanRunStore;
}

/** What the daily runs of saved scans found. */
export interface ScanRunStore {
  /** The scans of the next accounts behind one that have any, by account and oldest first. @param after id of an account */
  accountsAfter(after: number, accounts: number): Promise<WaitingScan[]>;
  /** What was found last, and on what basis; null before the first result. */
  latest(scanId: string): Promise<FoundByRun | null>;
  /**
   * Keeps a run, writes its events and goes on with the calendar, all or nothing; the runs before the last thirty go. Of the same prices a scan runs
   * once: a second result changes nothing, one in the place of a fault counts.
   *
   * @param version of the scan that ran: `gone` when it is another by now, or deleted
   * @param follow what the calendar is after it; absent leaves it as it is
   */
  record(
    scan: Pick<SavedScan, 'id' | 'version'>,
    run: ScanRun,
    events: readonly NewEvent[],
    follow?: (former: readonly CalendarEntry[]) => readonly CalendarEntry[],
  ): Promise<'stored' | 'known' | 'gone'>;
  /** The newest run of each scan of an account that has run, by the scan's id. */
  newest(accountId: number): Promise<ReadonlyMap<string, ScanRunHead>>;
  /** Newest first. @param before id of a run: only older ones; null = all */
  of(scanId: string, before: number | null, limit: number): Promise<RecordedScanRun[]>;
}

/** What is counted on every request. */
export interface Counters {
  /** Requests by account, and by client address: addresses are anybody's to invent, theirs are cleaned and bounded. */
  readonly accounts: AccountCounter;
  readonly addresses: RequestCounter;
  /** Requests that this program makes, by provider of prices. */
  readonly providers: RequestCounter;
  readonly predictions: PredictionCharges;
}

export interface RequestCounter {
  /** Counts a request, unless one of the windows is full: then nothing is counted in either. */
  count(subject: string, at: Moment, quota: Quota): Promise<Counted>;
  /** What was used, without counting. */
  usage(subject: string, at: Moment): Promise<Usage>;
  /** Removes subjects last seen before a day and, of more than `most`, those not seen for longest. */
  prune(before: number, most: number): Promise<void>;
}

/** Of accounts it is also known what they asked for on days that are over. */
export interface AccountCounter extends RequestCounter {
  /** Requests by UTC day, from a day on, oldest first; days without any are left out, and those long ago. */
  days(subject: string, from: number): Promise<CountedDay[]>;
}

/**
 * Predictions charged per subject and UTC day. An item counts once a day however many hold it, so that a retried request
 * does not pay twice, and is free again when the last holder has let go.
 */
export interface PredictionCharges {
  /** Different items that count on the day in force. */
  used(moment: MlMoment): Promise<number>;
  /** Different items that were delivered, by UTC day, from a day on, oldest first; days without any are left out. */
  days(subject: string, from: number): Promise<CountedDay[]>;
  /** Reserves items in their order while there is room; those charged before need none. */
  reserve(request: MlRequest): Promise<MlGrant>;
  /**
   * Charges the items that were delivered and lets the others go.
   *
   * @returns those that are charged now: all, unless the reservation expired before and others took its place
   */
  settle(settlement: MlSettlement, delivered: readonly string[]): Promise<readonly string[]>;
  /**
   * Lets go what processes that are no more had reserved.
   *
   * @param subject only what is reserved of its allowance
   * @returns whether there was any
   */
  releaseWhere(isGone: IsGone, subject?: string): Promise<boolean>;
  /** Removes the charges of days further back than so many, and expired reservations. */
  prune(at: Moment, days: number): Promise<void>;
}

/** Which providers are asked for the prices of which symbols, and what became of it. */
export interface FeedStore {
  /** Moves with every change of what is below. Cheap enough to ask on every request. */
  revision(): Promise<number>;
  /** By market and provider. */
  all(): Promise<Feed[]>;
  /** Of a feed, by ticker. */
  symbols(feedId: number): Promise<FeedSymbol[]>;
  /**
   * Makes a feed, or adds symbols to it; those it has keep what is known of them, but for a spelling.
   *
   * @throws FeedTakenError when another feed has one of the symbols
   */
  add(feed: NewFeed, symbols: readonly Pick<FeedSymbol, 'ticker' | 'spelling'>[]): Promise<Feed>;
  /** Takes symbols out of a feed, and the feed when none is left. What is stored of their prices stays. */
  remove(feedId: number, tickers: readonly string[]): Promise<void>;
  setPaused(feedId: number, paused: boolean): Promise<void>;
  /** Keeps what is known of symbols now. Of those that are gone meanwhile, nothing. */
  note(feedId: number, symbols: readonly FeedSymbol[]): Promise<void>;
  /**
   * Takes a run upon oneself, or holds on to it. False while another process is at it.
   *
   * @param isGone as `Presence.isGone`: the claim of a process that has ended counts no more
   */
  claim(feedId: number, claim: FeedClaim, isGone: IsGone): Promise<boolean>;
  /**
   * Has the symbols that lack a session asked for as soon as somebody looks, also those that were to be tried again later
   * only.
   *
   * @returns false while a process runs the feed, and then nothing is changed
   */
  hurry(feedId: number, wanted: { readonly session: Day; readonly now: Date }, isGone: IsGone): Promise<boolean>;
  /** Ends a run. Nothing, unless the holder has it. */
  finish(feedId: number, holder: string, end: Pick<Feed, 'lastRun' | 'nextAt'>): Promise<void>;
  /** Keeps prices that wait for somebody's word, in the place of those that waited before. */
  hold(feedId: number, held: HeldPrices): Promise<void>;
  /** Of one feed, by ticker. Damaged ones are left out: they will be fetched again. */
  held(feedId: number): Promise<HeldPrices[]>;
  /** Of all feeds, by feed and ticker; damaged ones are left out. @param after that of a feed and ticker; null = from the first */
  heldAfter(after: HeldPlace | null, limit: number): Promise<FeedHeld[]>;
  /** Of one symbol; null where nothing of it waits, or it is damaged. */
  heldOf(place: HeldPlace): Promise<FeedHeld | null>;
  /** How many wait, of all feeds. */
  heldCount(): Promise<number>;
  /**
   * Nothing of a symbol waits any more.
   *
   * @param heldAt only what waits since then: what came meanwhile stays
   * @returns whether it waited
   */
  letGo(feedId: number, ticker: string, heldAt?: Date): Promise<boolean>;
}

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

/**
 * What the sandbox's replay of the daily pick chose, session by session, so that a restart has it at once. No part of
 * the ledger.
 */
export interface ReplayStore {
  /** Oldest first. @param rules all that a choice depends on besides its session: those of others are not seen */
  choices(rules: string): Promise<ReplayedChoice[]>;
  /** The card of a choice, with its chart; null when it is not kept, or had none. */
  card(rules: string, session: string): Promise<object | null>;
  /** Keeps a choice; the first of a session stays. What was kept of other rules goes. */
  put(rules: string, choice: ReplayedChoice, card: object | null): Promise<void>;
}

/** What shuffled calendars gave searches (METHOD 9), by everything it depends on: computed once, by one process. */
export interface NullStore {
  /** Moves whenever one may have been stored, by any process. Cheap enough to ask on every request. */
  revision(): Promise<number>;
  /** Null when there is none, or it cannot be read any more. */
  find(key: string): Promise<NullDistribution | null>;
  /**
   * Takes a search upon oneself. False when it is there already, or another process is at it.
   *
   * @param isGone as of `FeedStore.claim`
   */
  claim(claim: NullClaim, isGone: IsGone): Promise<boolean>;
  /** Keeps what was computed, and lets go of the oldest. */
  put(stored: StoredNull, createdAt: Date): Promise<void>;
  /** Gives a claim back unfinished. */
  release(key: string, holder: string): Promise<void>;
}

/** What walks over past months showed (`perennial evidence forward`), as far as it was published. */
export interface EvidenceStore {
  publish(result: ForwardResult, publishedAt: Date): Promise<void>;
  /** What was published last of those that may be shown; null when there is none. */
  latest(wanted: EvidenceWanted): Promise<ForwardResult | null>;
}

/** Trained models by version. Old ones are kept, so that a prediction's version can always be looked up. */
export interface ModelStore {
  /** Moves whenever a model may have been stored, by any process. Cheap enough to ask on every request. */
  revision(): Promise<number>;
  /** Keeps a model. The same version is stored once: it is a hash of everything the model depends on. */
  put(model: Model, createdAt: Date): Promise<'stored' | 'unchanged'>;
  /** Version of the model to use: the one of these very prices, else the newest; null when none will do. */
  versionFor(wanted: ModelWanted): Promise<string | null>;
  /** A model by its version; null when there is none. */
  find(version: string): Promise<Model | null>;
  /** Keeps a trial of inputs in place of the one before it, of real or of simulated prices. */
  putTrial(trial: RecordedTrial): Promise<void>;
  /** The last trial; null when there is none, or it saw prices after `through`. */
  lastTrial(wanted: Pick<ModelWanted, 'simulated' | 'through'>): Promise<RecordedTrial | null>;
}

/**
 * Work that one process does for all: jobs of the day, trainings. By one at a time for each name, and each occurrence once;
 * what fails is tried again with pauses that grow, by whoever comes to it.
 */
export interface WorkOnce {
  /**
   * Does here what waits of some work, unless another process is at it. What a process was at that ended is done anew:
   * where this is called every 15 s, some 30 s after its end.
   *
   * @param due names an occurrence that is to be done, the same in every process; one that was done is not done again.
   *   Null = only what waits
   * @param work is given the last occurrence that waits, and stands for those before it. It may be done twice where a
   *   process ends before it could say that it was done: it has to be such that this changes nothing
   * @throws what `work` throws, once it is noted; DatabaseAwayError
   */
  run(name: string, due: string | null, work: (due: string) => Promise<void>): Promise<void>;
}

export type IsGone = (holder: string) => Promise<boolean>;

/** Which processes are there, of all that use the same data: what one holds that has ended is free. */
export interface Presence {
  /** A name that nobody ever has had, for what this process holds until it lets go or ends. */
  name(): Promise<string>;
  /**
   * Whether the process of a name has ended. No while it is not known, and for some seconds after its end: ask again.
   */
  isGone: IsGone;
}
