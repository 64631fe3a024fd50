import type { Knex } from 'knex';
import type { Day } from '../core/calendar/dates';
import { tickerKey } from '../core/calendar/ticker';
import { boolean, type Database, type EntityOf, instant, millisOrNull, plain, RowMapper } from './database';
import {
  addFeedSymbol,
  FEED_STATES,
  type FeedState,
  type FeedSymbol,
  type NamedSymbol,
  symbolKey,
  symbolsOfFeed,
  updateFeedSymbol,
} from './feedSymbols';

const FEED = new RowMapper({
  id: plain<number>(),
  /** Id of a provider (src/feeds/provider.ts); may be unknown to this program. */
  provider: plain<string>(),
  marketId: plain<string>(),
  /** Whether prices that are not adjusted for splits and dividends are accepted. */
  unadjusted: boolean(),
  addedAt: instant(),
  paused: boolean(),
  /** Nothing is requested before this moment unless a command asks for it; null = no restriction. */
  nextAt: instant<Date | null>(),
});

export type Feed = EntityOf<typeof FEED> & {
  /** Null before the first run. */
  readonly lastRun: FeedRun | null;
  /** Symbols by state. */
  readonly counts: Readonly<Record<FeedState, number>>;
  /** Symbols whose last request failed. */
  readonly failing: number;
};

/** A provider that supplies prices of a market. */
export type NewFeed = Pick<Feed, 'provider' | 'marketId' | 'unadjusted' | 'addedAt'>;

interface FeedRow {
  readonly id: number;
  /** JSON. */
  readonly last_run: string | null;
}

interface CountRow {
  readonly feed_id: number;
  readonly state: FeedState;
  readonly symbols: number;
  readonly failing: number;
}

function toFeed(row: FeedRow, counts: readonly CountRow[]): Feed {
  const feedCounts = counts.filter(({ feed_id }) => feed_id === row.id);
  const ofState = (state: FeedState) => feedCounts.find((count) => count.state === state)?.symbols ?? 0;
  return {
    ...FEED.toEntity(row),
    lastRun: row.last_run === null ? null : toRun(row.last_run),
    counts: Object.fromEntries(FEED_STATES.map((state) => [state, ofState(state)])) as Record<FeedState, number>,
    failing: feedCounts.reduce((sum, { failing }) => sum + failing, 0),
  };
}

const ALL = 'SELECT * FROM feed ORDER BY length(market_id), market_id, provider';
const COUNTS = `SELECT feed_id, state, count(*) AS symbols, count(*) FILTER (WHERE failures > 0) AS failing
  FROM feed_symbol GROUP BY feed_id, state`;

/** Feeds and their symbols. */
export class FeedStore {
  constructor(private readonly database: Database) {}

  /** All feeds, by market and provider. */
  async all(): Promise<Feed[]> {
    const { query } = this.database;
    const counts = await query<CountRow>(COUNTS);
    return (await query<FeedRow>(ALL)).map((row) => toFeed(row, counts));
  }

  /** Null when there is none. */
  async find(feedId: number): Promise<Feed | null> {
    return (await this.all()).find(({ id }) => id === feedId) ?? null;
  }

  /** The symbols of a feed, by ticker. */
  symbols(feedId: number): Promise<FeedSymbol[]> {
    return symbolsOfFeed(this.database.query, feedId);
  }

  /**
   * Creates a feed, or adds symbols to an existing one. A symbol that the feed already has keeps its state; a given spelling
   * replaces its spelling.
   *
   * @throws FeedTakenError when another feed has one of the symbols
   */
  async add(feed: NewFeed, symbols: readonly NamedSymbol[]): Promise<Feed> {
    const { provider, marketId, unadjusted } = feed;
    const id = await this.change(async (trx): Promise<number> => {
      const named = { provider, market_id: marketId };
      const row = FEED.toRow({ ...feed, paused: false });
      await trx('feed').insert(row).onConflict(['provider', 'market_id']).merge({ unadjusted });
      const { id } = await trx('feed').where(named).first('id');
      for (const symbol of symbols) await addFeedSymbol(trx, id, symbol);
      return id;
    });
    return (await this.find(id))!;
  }

  /** Removes symbols from a feed, and the feed once it has none. Stored prices stay. */
  remove(feedId: number, tickers: readonly string[]): Promise<void> {
    return this.change(async (trx) => {
      for (const ticker of tickers) await trx('feed_symbol').where(symbolKey(feedId, ticker)).delete();
      await removeIfEmpty(trx, feedId);
    });
  }

  setPaused(feedId: number, paused: boolean): Promise<void> {
    return this.change(async (trx) => {
      await trx('feed').where({ id: feedId }).update({ paused, next_at: null });
    });
  }

  /** Updates symbols, except those that have been removed. */
  updateSymbols(feedId: number, symbols: readonly FeedSymbol[]): Promise<void> {
    return this.change(async (trx) => {
      for (const symbol of symbols) await updateFeedSymbol(trx, feedId, symbol);
    });
  }

  /** Makes all symbols without prices of a session due at once, including those waiting for a retry. */
  makeDue(feedId: number, session: Day): Promise<void> {
    return this.change(async (trx) => {
      await trx('feed').where({ id: feedId }).update({ next_at: null });
      await trx('feed_symbol')
        .where({ feed_id: feedId })
        .where((lacking) => lacking.whereNull('through').orWhere('through', '<', session))
        .update({ tried_at: null });
    });
  }

  /** Stores the end of a run. A `lastRun` of null leaves the stored one. */
  finish(feedId: number, { lastRun, nextAt }: Pick<Feed, 'lastRun' | 'nextAt'>): Promise<void> {
    return this.change(async (trx) => {
      const run = lastRun === null ? {} : { last_run: runText(lastRun) };
      await trx('feed')
        .where({ id: feedId })
        .update({ next_at: millisOrNull(nextAt), ...run });
    });
  }

  private change<T>(work: (trx: Knex) => Promise<T>): Promise<T> {
    return this.database.change('feeds', async (trx) => {
      const result = await work(trx);
      await incrementFeedRevision(trx);
      return result;
    });
  }
}

/**
 * Renames a symbol in its feed, in the transaction that renames the symbol itself. Its request state is reset, since results
 * under the old ticker do not apply to the new one. If a feed already has the new ticker, the old one is removed.
 */
export async function renameInFeeds(trx: Knex, from: string, to: string): Promise<void> {
  const [old, key] = [tickerKey(from), tickerKey(to)];
  const former = await trx('feed_symbol').where({ key: old }).first('key');
  if (former === undefined || old === key) return;
  const taken = await trx('feed_symbol').where({ key }).first('key');
  if (taken !== undefined) {
    await removeFromFeeds(trx, from);
    return;
  }
  // Held prices refer to the old key; they are fetched again.
  await trx('feed_held').where({ key: old }).delete();
  const renamed = {
    key,
    ticker: to,
    state: 'active',
    tried_at: null,
    vanished_at: null,
    failures: 0,
    fault: null,
    validators: null,
  };
  await trx('feed_symbol').where({ key: old }).update(renamed);
  await incrementFeedRevision(trx);
}

/** Removes a symbol from its feed, in the transaction that deletes the symbol. A feed without symbols is deleted. */
export async function removeFromFeeds(trx: Knex, ticker: string): Promise<void> {
  const own = () => trx('feed_symbol').where({ key: tickerKey(ticker) });
  const ids: number[] = await own().pluck('feed_id');
  if (ids.length === 0) return;
  await own().delete();
  for (const id of ids) await removeIfEmpty(trx, id);
  await incrementFeedRevision(trx);
}

async function removeIfEmpty(trx: Knex, feedId: number): Promise<void> {
  const symbol = await trx('feed_symbol').where({ feed_id: feedId }).first('key');
  if (symbol === undefined) await trx('feed').where({ id: feedId }).delete();
}

export async function incrementFeedRevision(trx: Knex): Promise<void> {
  await trx('revision').where({ area: 'feeds' }).increment('value', 1);
}

/** The result of a feed run. Counts are symbols unless stated otherwise. */
export interface FeedRun {
  /** Instants. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The last session that was requested, YYYY-MM-DD. */
  readonly session: string;
  /** Symbols that were due, including those left for the next run. */
  readonly due: number;
  /** Symbols with new prices or a new history. */
  readonly updated: number;
  /** Updated symbols with a new history. It is 0, like `refused` and `flagged`, in runs that release 1.0.0 stored. */
  readonly restated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly vanished: number;
  readonly held: number;
  /** Not requested in this run; the next run starts with them. */
  readonly left: number;
  /** New rows. */
  readonly rows: number;
  /** Rows that were not stored, without those of sessions that are not over, and rows stored with a warning. */
  readonly refused: number;
  readonly flagged: number;
  /** Why the run ended early; null when it did not. */
  readonly ended: string | null;
}

/** Reads the stored form of a run; `asked` is its name of `due`. */
function toRun(text: string): FeedRun {
  const { asked, ...run } = JSON.parse(text);
  return { restated: 0, refused: 0, flagged: 0, ...run, due: asked };
}

/** The stored form of a run. */
function runText({ due, ...run }: FeedRun): string {
  return JSON.stringify({ ...run, asked: due });
}
