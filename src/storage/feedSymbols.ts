import type { Knex } from 'knex';
import type { Day } from '../core/calendar/dates';
import { tickerKey } from '../core/calendar/ticker';
import { type EntityOf, instant, json, plain, type Query, type Row, RowMapper } from './database';
import { FeedTakenError } from './errors';

/**
 * `vanished` = the provider no longer has the symbol: its prices stay, and it is requested rarely; `held` = new prices wait
 * for an operator's decision; `paused` = the operator rejected them.
 */
export const FEED_STATES = ['active', 'vanished', 'held', 'paused'] as const;

export type FeedState = (typeof FEED_STATES)[number];

const SYMBOL = new RowMapper({
  ticker: plain<string>(),
  /** The provider's name for it; null = derived by the provider's rules. */
  spelling: plain<string | null>(),
  state: plain<FeedState>(),
  /** The last session up to which a request succeeded; null = never. */
  through: plain<Day | null>(),
  triedAt: instant<Date | null>(),
  vanishedAt: instant<Date | null>(),
  /** Consecutive failed requests. */
  failures: plain<number>(),
  /** Why the last request failed; null when it succeeded. */
  fault: plain<string | null>(),
  /** HTTP validators for conditional requests. */
  validators: json<{
    readonly url: string;
    readonly etag: string | null;
    readonly lastModified: string | null;
  } | null>(),
});

/** A symbol of a feed and its state. */
export type FeedSymbol = EntityOf<typeof SYMBOL>;

/** A symbol to add to a feed: `SPY`, or `^GSPC` with the spelling `^spx` where the provider's rules give another name. */
export type NamedSymbol = Pick<FeedSymbol, 'ticker' | 'spelling'>;

/** The primary key of a symbol in a feed: all spellings of a ticker have the same key. */
export function symbolKey(feedId: number, ticker: string): { feed_id: number; key: string } {
  return { feed_id: feedId, key: tickerKey(ticker) ?? '' };
}

const OF_FEED = 'SELECT * FROM feed_symbol WHERE feed_id = ? ORDER BY ticker';

/** As `FeedStore.symbols`. */
export async function symbolsOfFeed(query: Query, feedId: number): Promise<FeedSymbol[]> {
  return (await query<Row>(OF_FEED, feedId)).map(SYMBOL.toEntity);
}

/** Adds a symbol, or sets the spelling of one that the feed already has. @throws FeedTakenError */
export async function addFeedSymbol(trx: Knex, feedId: number, { ticker, spelling }: NamedSymbol): Promise<void> {
  const { key } = symbolKey(feedId, ticker);
  const taken = await trx('feed_symbol')
    .join('feed', 'feed.id', 'feed_symbol.feed_id')
    .where({ key })
    .whereNot({ feed_id: feedId })
    .first('feed.provider', 'feed.market_id');
  if (taken !== undefined) throw new FeedTakenError(ticker, taken.provider, taken.market_id);
  const row = { feed_id: feedId, key, ticker, spelling, state: 'active', failures: 0 };
  const adding = trx('feed_symbol').insert(row).onConflict(['feed_id', 'key']);
  await (spelling === null ? adding.ignore() : adding.merge(['spelling']));
}

/** Updates a symbol, unless it has been removed. */
export async function updateFeedSymbol(trx: Knex, feedId: number, symbol: FeedSymbol): Promise<void> {
  await trx('feed_symbol').where(symbolKey(feedId, symbol.ticker)).update(SYMBOL.toRow(symbol));
}
