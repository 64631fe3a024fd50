import type { Day } from '../core/calendar/dates';
import type { FeedHeld, HeldPlace, HeldPrices } from './heldPrices';
import type { IsGone } from './work';

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
