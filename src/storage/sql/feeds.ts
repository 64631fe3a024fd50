import type { Knex } from 'knex';
import type { Day } from '../../core/calendar/dates';
import { tickerKey } from '../../core/calendar/ticker';
import { FeedTakenError } from '../errors';
import type { Feed, FeedClaim, FeedStore, FeedSymbol, NewFeed } from '../feeds';
import type { FeedHeld, HeldPlace, HeldPrices } from '../heldPrices';
import type { IsGone } from '../work';
import type { SqlDatabase } from './database';
import {
  type CountRow,
  type FeedRow,
  type HeldRow,
  type SymbolRow,
  toColumns,
  toFeed,
  toHeld,
  toSymbol,
} from './feedRows';
import { letGo } from './feedTickers';
import { encodeCloses, encodeRange } from './priceBlob';

const FEEDS = 'SELECT * FROM feed ORDER BY length(market_id), market_id, provider';
const COUNTS = `SELECT feed_id, state, count(*) AS symbols, count(*) FILTER (WHERE failures > 0) AS failing
  FROM feed_symbol GROUP BY feed_id, state`;
const SYMBOLS = 'SELECT * FROM feed_symbol WHERE feed_id = ? ORDER BY ticker';

const HELD_JOINED = `SELECT h.*, s.ticker FROM feed_held h
  JOIN feed_symbol s ON s.feed_id = h.feed_id AND s.key = h.key`;
const HELD = `${HELD_JOINED} WHERE h.feed_id = ? ORDER BY s.ticker`;
const HELD_AFTER = `${HELD_JOINED} WHERE (h.feed_id, h.key) > (?, ?) ORDER BY h.feed_id, h.key LIMIT ?`;
const HELD_OF = `${HELD_JOINED} WHERE h.feed_id = ? AND h.key = ?`;
const HELD_COUNT = 'SELECT count(*) AS waiting FROM feed_held';

/** Feeds, their symbols, and prices held back. */
export class SqlFeeds implements FeedStore {
  constructor(private readonly database: SqlDatabase) {}

  revision(): Promise<number> {
    return this.database.revision('feeds');
  }

  async all(): Promise<Feed[]> {
    const { query } = this.database;
    const counts = await query<CountRow>(COUNTS);
    return (await query<FeedRow>(FEEDS)).map((row) => toFeed(row, counts));
  }

  async symbols(feedId: number): Promise<FeedSymbol[]> {
    return (await this.database.query<SymbolRow>(SYMBOLS, feedId)).map(toSymbol);
  }

  async add(feed: NewFeed, symbols: readonly Pick<FeedSymbol, 'ticker' | 'spelling'>[]): Promise<Feed> {
    const { provider, marketId, unadjusted, addedAt } = feed;
    const id = await this.change(async (trx) => {
      const named = { provider, market_id: marketId };
      const row = { ...named, paused: false, unadjusted, added_at: addedAt.getTime() };
      await trx('feed').insert(row).onConflict(['provider', 'market_id']).merge({ unadjusted });
      const { id } = await trx('feed').where(named).first('id');
      for (const symbol of symbols) await addSymbol(trx, id, symbol);
      return id as number;
    });
    return (await this.all()).find((one) => one.id === id)!;
  }

  remove(feedId: number, tickers: readonly string[]): Promise<void> {
    return this.change(async (trx) => {
      for (const ticker of tickers) await trx('feed_symbol').where(named(feedId, ticker)).delete();
      const left = await trx('feed_symbol').where({ feed_id: feedId }).first('key');
      if (left === undefined) await trx('feed').where({ id: feedId }).delete();
    });
  }

  setPaused(feedId: number, paused: boolean): Promise<void> {
    return this.change(async (trx) => {
      await trx('feed').where({ id: feedId }).update({ paused, next_at: null });
    });
  }

  note(feedId: number, symbols: readonly FeedSymbol[]): Promise<void> {
    return this.change(async (trx) => {
      for (const symbol of symbols) {
        await trx('feed_symbol').where(named(feedId, symbol.ticker)).update(toColumns(symbol));
      }
    });
  }

  claim(feedId: number, { holder, now, until }: FeedClaim, isGone: IsGone): Promise<boolean> {
    return this.change(async (trx) => {
      if ((await trx('feed').where({ id: feedId }).first('id')) === undefined) return false;
      if (await isBeingRun(trx, feedId, holder, now, isGone)) return false;
      await trx('feed').where({ id: feedId }).update({ holder, held_until: until.getTime() });
      return true;
    });
  }

  finish(feedId: number, holder: string, { lastRun, nextAt }: Pick<Feed, 'lastRun' | 'nextAt'>): Promise<void> {
    return this.change(async (trx) => {
      const end = {
        holder: null,
        held_until: null,
        next_at: nextAt?.getTime() ?? null,
        ...(lastRun === null ? {} : { last_run: JSON.stringify(lastRun) }),
      };
      await trx('feed').where({ id: feedId, holder }).update(end);
    });
  }

  hurry(
    feedId: number,
    { session, now }: { readonly session: Day; readonly now: Date },
    isGone: IsGone,
  ): Promise<boolean> {
    return this.change(async (trx) => {
      if (await isBeingRun(trx, feedId, null, now, isGone)) return false;
      await trx('feed').where({ id: feedId }).update({ next_at: null });
      await trx('feed_symbol')
        .where({ feed_id: feedId })
        .where((lacking) => lacking.whereNull('through').orWhere('through', '<', session))
        .update({ tried_at: null });
      return true;
    });
  }

  hold(feedId: number, { ticker, heldAt, reason, source, bars }: HeldPrices): Promise<void> {
    return this.change(async (trx) => {
      const { feed_id, key } = named(feedId, ticker);
      if ((await trx('feed_symbol').where({ feed_id, key }).first('key')) === undefined) return;
      const row = {
        ...{ feed_id, key, held_at: heldAt.getTime(), reason, source },
        ...{ row_count: bars.day.length, closes: encodeCloses(bars), range: encodeRange(bars) },
      };
      await trx('feed_held').insert(row).onConflict(['feed_id', 'key']).merge();
    });
  }

  async held(feedId: number): Promise<HeldPrices[]> {
    return (await this.database.query<HeldRow>(HELD, feedId)).flatMap(toHeld);
  }

  async heldAfter(after: HeldPlace | null, limit: number): Promise<FeedHeld[]> {
    const { feed_id, key } = after === null ? { feed_id: 0, key: '' } : named(after.feedId, after.ticker);
    return (await this.database.query<HeldRow>(HELD_AFTER, feed_id, key, limit)).flatMap(toHeld);
  }

  async heldOf({ feedId, ticker }: HeldPlace): Promise<FeedHeld | null> {
    const { feed_id, key } = named(feedId, ticker);
    return (await this.database.query<HeldRow>(HELD_OF, feed_id, key)).flatMap(toHeld)[0] ?? null;
  }

  async heldCount(): Promise<number> {
    const [{ waiting }] = await this.database.query<{ waiting: number }>(HELD_COUNT);
    return waiting;
  }

  letGo(feedId: number, ticker: string, heldAt?: Date): Promise<boolean> {
    return this.database.change('feeds', (trx) => letGo(trx, feedId, ticker, heldAt));
  }

  private change<T>(work: (trx: Knex) => Promise<T>): Promise<T> {
    return this.database.change('feeds', async (trx) => {
      const result = await work(trx);
      await trx('feed_revision').where({ id: 1 }).increment('value', 1);
      return result;
    });
  }
}

function named(feedId: number, ticker: string): { feed_id: number; key: string } {
  return { feed_id: feedId, key: tickerKey(ticker) ?? '' };
}

/** Whether a process has a claim on a feed. @param holder whose own claim does not count */
async function isBeingRun(trx: Knex, id: number, holder: string | null, now: Date, isGone: IsGone): Promise<boolean> {
  const row: Pick<FeedRow, 'holder' | 'held_until'> | undefined = await trx('feed')
    .where({ id })
    .first('holder', 'held_until');
  if (row === undefined || row.holder === null || row.holder === holder) return false;
  return Number(row.held_until) > now.getTime() && !(await isGone(row.holder));
}

async function addSymbol(trx: Knex, feedId: number, { ticker, spelling }: Pick<FeedSymbol, 'ticker' | 'spelling'>) {
  const { key } = named(feedId, ticker);
  const taken = await trx('feed_symbol')
    .join('feed', 'feed.id', 'feed_symbol.feed_id')
    .where({ key })
    .whereNot({ feed_id: feedId })
    .first('feed.provider', 'feed.market_id');
  if (taken !== undefined) throw new FeedTakenError(ticker, taken.provider, taken.market_id);
  const row = { feed_id: feedId, key, ticker, spelling, state: 'active', failures: 0 };
  const told = spelling === null ? [] : ['spelling'];
  const adding = trx('feed_symbol').insert(row).onConflict(['feed_id', 'key']);
  await (told.length === 0 ? adding.ignore() : adding.merge(told));
}
