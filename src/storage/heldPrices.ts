import type { Knex } from 'knex';
import type { Bars } from '../core/window/bars';
import type { Query } from './database';
import { symbolKey } from './feedSymbols';
import { BYTES_PER_BAR, decodeCloses, decodeRange, encodeCloses, encodeRange } from './priceBlob';

/** Prices that contradict the stored ones and wait for an operator's decision. */
export interface HeldPrices {
  readonly ticker: string;
  readonly heldAt: Date;
  /** For a person. */
  readonly reason: string;
  /** Label of their source. */
  readonly source: string;
  /** The series that would replace the stored one. */
  readonly bars: Bars;
}

/** Identifies held prices. */
export interface HeldPlace {
  readonly feedId: number;
  readonly ticker: string;
}

export interface FeedHeld extends HeldPrices {
  readonly feedId: number;
}

interface HeldRow {
  readonly feed_id: number;
  readonly key: string;
  readonly held_at: number;
  readonly reason: string;
  readonly source: string;
  readonly row_count: number;
  readonly closes: Buffer;
  readonly range: Buffer;
}

type TickerHeldRow = HeldRow & { readonly ticker: string };

/** Empty for damaged prices, which are fetched again. */
function toHeld(row: TickerHeldRow): FeedHeld[] {
  const { row_count: count, closes, range } = row;
  if (closes.length !== count * BYTES_PER_BAR.close || range.length !== count * BYTES_PER_BAR.range) return [];
  const held: FeedHeld = {
    feedId: row.feed_id,
    ticker: row.ticker,
    heldAt: new Date(row.held_at),
    reason: row.reason,
    source: row.source,
    bars: { ...decodeCloses(closes, count), ...decodeRange(range, count) },
  };
  return [held];
}

const toRow = (feedId: number, held: HeldPrices): HeldRow => ({
  ...symbolKey(feedId, held.ticker),
  held_at: held.heldAt.getTime(),
  reason: held.reason,
  source: held.source,
  row_count: held.bars.day.length,
  closes: encodeCloses(held.bars),
  range: encodeRange(held.bars),
});

const WITH_TICKER = `SELECT h.*, s.ticker FROM feed_held h
  JOIN feed_symbol s ON s.feed_id = h.feed_id AND s.key = h.key`;
const OF_FEED = `${WITH_TICKER} WHERE h.feed_id = ? ORDER BY s.ticker`;
const AFTER = `${WITH_TICKER} WHERE (h.feed_id, h.key) > (?, ?) ORDER BY h.feed_id, h.key LIMIT ?`;
const ONE = `${WITH_TICKER} WHERE h.feed_id = ? AND h.key = ?`;
const COUNT = 'SELECT count(*) AS waiting FROM feed_held';

/** As `FeedStore.held`. */
export async function heldOfFeed(query: Query, feedId: number): Promise<FeedHeld[]> {
  return (await query<TickerHeldRow>(OF_FEED, feedId)).flatMap(toHeld);
}

/** As `FeedStore.heldAfter`. */
export async function heldAfter(query: Query, after: HeldPlace | null, limit: number): Promise<FeedHeld[]> {
  const { feed_id, key } = symbolKey(after?.feedId ?? 0, after?.ticker ?? '');
  return (await query<TickerHeldRow>(AFTER, feed_id, key, limit)).flatMap(toHeld);
}

/** As `FeedStore.heldOf`. */
export async function heldOf(query: Query, { feedId, ticker }: HeldPlace): Promise<FeedHeld | null> {
  const { feed_id, key } = symbolKey(feedId, ticker);
  return (await query<TickerHeldRow>(ONE, feed_id, key)).flatMap(toHeld)[0] ?? null;
}

/** As `FeedStore.heldCount`. */
export async function heldCount(query: Query): Promise<number> {
  const [{ waiting }] = await query<{ waiting: number }>(COUNT);
  return waiting;
}

/** As `FeedStore.hold`. Does nothing when the symbol has been removed. */
export async function hold(trx: Knex, feedId: number, held: HeldPrices): Promise<void> {
  const row = toRow(feedId, held);
  const symbol = await trx('feed_symbol').where({ feed_id: row.feed_id, key: row.key }).first('key');
  if (symbol !== undefined) await trx('feed_held').insert(row).onConflict(['feed_id', 'key']).merge();
}

/** As `FeedStore.discardHeld`. */
export async function dropHeld(trx: Knex, { feedId, ticker }: HeldPlace, heldAt?: Date): Promise<boolean> {
  const held = trx('feed_held').where(symbolKey(feedId, ticker));
  if (heldAt !== undefined) held.where({ held_at: heldAt.getTime() });
  return (await held.delete()) > 0;
}
