import type { Knex } from 'knex';
import { tickerKey } from '../../core/calendar/ticker';
import { FeedTakenError } from '../errors';
import type { FeedStore, IsGone } from '../ports';
import {
  FEED_STATES,
  type Feed,
  type FeedClaim,
  type FeedState,
  type FeedSymbol,
  type HeldPrices,
  type NewFeed,
} from '../rows';
import type { SqlDatabase } from './database';
import { BYTES_PER_BAR, decodeCloses, decodeRange, encodeCloses, encodeRange } from './priceBlob';

interface FeedRow {
  id: number;
  provider: string;
  market_id: string;
  paused: unknown;
  unadjusted: unknown;
  added_at: number;
  next_at: number | null;
  holder: string | null;
  held_until: number | null;
  last_run: string | null;
}

interface SymbolRow {
  ticker: string;
  spelling: string | null;
  state: FeedState;
  through: number | null;
  tried_at: number | null;
  vanished_at: number | null;
  failures: number;
  fault: string | null;
  validators: string | null;
}

interface HeldRow {
  ticker: string;
  held_at: number;
  reason: string;
  source: string;
  row_count: number;
  closes: Buffer;
  range: Buffer;
}

interface CountRow {
  feed_id: number;
  state: FeedState;
  symbols: number;
  failing: number;
}

const dateOrNull = (ms: number | null) => (ms === null ? null : new Date(ms));

const toSymbol = (row: SymbolRow): FeedSymbol => ({
  ticker: row.ticker,
  spelling: row.spelling,
  state: row.state,
  through: row.through,
  triedAt: dateOrNull(row.tried_at),
  vanishedAt: dateOrNull(row.vanished_at),
  failures: row.failures,
  fault: row.fault,
  validators: row.validators === null ? null : JSON.parse(row.validators),
});

const toColumns = (symbol: FeedSymbol) => ({
  spelling: symbol.spelling,
  state: symbol.state,
  through: symbol.through,
  tried_at: symbol.triedAt?.getTime() ?? null,
  vanished_at: symbol.vanishedAt?.getTime() ?? null,
  failures: symbol.failures,
  fault: symbol.fault,
  validators: symbol.validators && JSON.stringify(symbol.validators),
});

const FEEDS = 'SELECT * FROM feed ORDER BY length(market_id), market_id, provider';
const COUNTS = `SELECT feed_id, state, count(*) AS symbols, count(*) FILTER (WHERE failures > 0) AS failing
  FROM feed_symbol GROUP BY feed_id, state`;
const SYMBOLS = 'SELECT * FROM feed_symbol WHERE feed_id = ? ORDER BY ticker';
const HELD = `SELECT h.*, s.ticker FROM feed_held h JOIN feed_symbol s ON s.feed_id = h.feed_id AND s.key = h.key
  WHERE h.feed_id = ? ORDER BY s.ticker`;

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
      const row: Pick<FeedRow, 'holder' | 'held_until'> | undefined = await trx('feed')
        .where({ id: feedId })
        .first('holder', 'held_until');
      if (row === undefined) return false;
      const other = row.holder !== null && row.holder !== holder ? row.holder : null;
      if (other !== null && Number(row.held_until) > now.getTime() && !(await isGone(other))) return false;
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

  letGo(feedId: number, ticker: string): Promise<void> {
    return this.change(async (trx) => {
      await trx('feed_held').where(named(feedId, ticker)).delete();
    });
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

function toFeed(row: FeedRow, counts: readonly CountRow[]): Feed {
  const own = counts.filter(({ feed_id }) => feed_id === row.id);
  const ofState = (state: FeedState) => own.find((count) => count.state === state)?.symbols ?? 0;
  return {
    id: row.id,
    provider: row.provider,
    marketId: row.market_id,
    paused: Boolean(row.paused),
    unadjusted: Boolean(row.unadjusted),
    addedAt: new Date(row.added_at),
    nextAt: dateOrNull(row.next_at),
    lastRun: row.last_run === null ? null : JSON.parse(row.last_run),
    runBy: row.holder,
    runUntil: dateOrNull(row.held_until),
    counts: Object.fromEntries(FEED_STATES.map((state) => [state, ofState(state)])) as Record<FeedState, number>,
    failing: own.reduce((sum, { failing }) => sum + failing, 0),
  };
}

function toHeld({ ticker, held_at, reason, source, row_count: n, closes, range }: HeldRow): HeldPrices[] {
  if (closes.length !== n * BYTES_PER_BAR.close || range.length !== n * BYTES_PER_BAR.range) return [];
  const bars = { ...decodeCloses(closes, n), ...decodeRange(range, n) };
  return [{ ticker, heldAt: new Date(held_at), reason, source, bars }];
}
