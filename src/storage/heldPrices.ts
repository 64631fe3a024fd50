import type { Knex } from 'knex';
import type { Bars } from '../core/window/bars';
import type { Query } from './database';
import { symbolKey } from './feedSymbols';
import { decodeBars, encodeCloses, encodeRange } from './priceBlob';

/** Prices that contradict the stored ones and wait for an operator's decision. */
export interface HeldPrices {
  readonly ticker: string;
  readonly heldAt: Date;
  /** A sentence for the operator. */
  readonly reason: string;
  /** Label of their source. */
  readonly source: string;
  /** The series that would replace the stored one. */
  readonly bars: Bars;
}

/** Identifies held prices. */
export interface HeldKey {
  readonly feedId: number;
  readonly ticker: string;
}

export interface HeldFeedPrices extends HeldPrices {
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
function toHeld(row: TickerHeldRow): HeldFeedPrices[] {
  const bars = decodeBars(row.closes, row.range, row.row_count);
  if (bars === null) return [];
  const held: HeldFeedPrices = {
    feedId: row.feed_id,
    ticker: row.ticker,
    heldAt: new Date(row.held_at),
    reason: row.reason,
    source: row.source,
    bars,
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
export async function heldOfFeed(query: Query, feedId: number): Promise<HeldFeedPrices[]> {
  return (await query<TickerHeldRow>(OF_FEED, feedId)).flatMap(toHeld);
}

/** As `FeedStore.heldAfter`. */
export async function heldAfter(query: Query, after: HeldKey | null, limit: number): Promise<HeldFeedPrices[]> {
  const { feed_id, key } = symbolKey(after?.feedId ?? 0, after?.ticker ?? '');
  return (await query<TickerHeldRow>(AFTER, feed_id, key, limit)).flatMap(toHeld);
}

/** As `FeedStore.heldOf`. */
export async function heldOf(query: Query, { feedId, ticker }: HeldKey): Promise<HeldFeedPrices | null> {
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
export async function deleteHeld(trx: Knex, { feedId, ticker }: HeldKey, heldAt?: Date): Promise<boolean> {
  const held = trx('feed_held').where(symbolKey(feedId, ticker));
  if (heldAt !== undefined) held.where({ held_at: heldAt.getTime() });
  return (await held.delete()) > 0;
}
