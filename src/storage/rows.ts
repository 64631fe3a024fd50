import type { Day } from '../core/calendar/dates';
import type { LedgerEntry } from '../core/record/ledger';
import type { NullDistribution } from '../core/significance/significance';

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

/** One import, as it is remembered to be undone. */
export interface ImportRun {
  readonly id: string;
  readonly at: Date;
  readonly marketId: string;
  /** What was imported, for people. */
  readonly label: string;
}

export interface UndoneImport {
  readonly run: ImportRun;
  /** Symbols that have the prices again that they had before. */
  readonly restored: readonly string[];
  /** Symbols that had no prices before, and have none now. */
  readonly removed: readonly string[];
}

export interface Account {
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  /** Id of a row of the tier table; may be unknown to it. */
  readonly tier: string;
  readonly createdAt: Date;
}

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
  /** End of a rotation's overlap; null = none. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A key with its account, for lists and authentication. */
export interface OwnedKey extends ApiKey {
  readonly email: string;
  readonly tier: string;
}

/** A person as an issuer of access tokens names them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface SignedInAccount {
  readonly accountId: number;
  readonly tier: string;
}

export interface Claim {
  /** Of an account that may be taken, proven to be theirs; null = none. Lower case. */
  readonly email: string | null;
  /** The account to make when there is none; null = make none. */
  readonly create: { readonly email: string; readonly tier: string } | null;
  readonly at: Date;
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
}

export interface Counted extends Usage {
  /** Whether the request had room in both windows and was counted. */
  readonly allowed: boolean;
}

/** Predictions a request asks for. */
export interface MlRequest {
  readonly subject: string;
  /** UTC day, counted since 1970. */
  readonly day: number;
  /** What is predicted, as a key. */
  readonly items: readonly string[];
  /** Most different items a day. */
  readonly limit: number;
  /** Names the reservation. */
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly now: number;
}

export type MlMoment = Pick<MlRequest, 'subject' | 'day' | 'now'>;
export type MlSettlement = Omit<MlRequest, 'items' | 'expiresAt'>;

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
