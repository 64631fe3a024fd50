import type { Knex } from 'knex';
import type { Bars } from '../core/window/bars';
import type { Database } from './database';
import { symbolKey } from './feedSymbols';
import { incrementFeedRevision } from './feeds';
import { decodeBars, encodeCloses, encodeRange } from './storedSeries';

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

const toRow = (feedId: number, held: HeldPrices) => ({
  ...symbolKey(feedId, held.ticker),
  held_at: held.heldAt.getTime(),
  reason: held.reason,
  source: held.source,
  row_count: held.bars.day.length,
  closes: encodeCloses(held.bars),
  range: encodeRange(held.bars),
});

type HeldRow = ReturnType<typeof toRow> & { readonly ticker: string };

/** Empty for damaged prices, which are fetched again. */
function toHeld(row: HeldRow): HeldFeedPrices[] {
  const bars = decodeBars(row.closes, row.range, row.row_count);
  if (bars === null) return [];
  const { feed_id: feedId, ticker, reason, source } = row;
  return [{ feedId, ticker, heldAt: new Date(row.held_at), reason, source, bars }];
}

const WITH_TICKER = `SELECT h.*, s.ticker FROM feed_held h
  JOIN feed_symbol s ON s.feed_id = h.feed_id AND s.key = h.key`;
const OF_FEED = `${WITH_TICKER} WHERE h.feed_id = ? ORDER BY s.ticker`;
const AFTER = `${WITH_TICKER} WHERE (h.feed_id, h.key) > (?, ?) ORDER BY h.feed_id, h.key LIMIT ?`;
const ONE = `${WITH_TICKER} WHERE h.feed_id = ? AND h.key = ?`;
const COUNT = 'SELECT count(*) AS waiting FROM feed_held';

/** Feed prices that wait for a decision. Every change also increments the revision of feeds. */
export class HeldPriceStore {
  constructor(private readonly database: Database) {}

  /** Of one feed, by ticker. Damaged ones are left out: they are fetched again. */
  async ofFeed(feedId: number): Promise<HeldFeedPrices[]> {
    return (await this.database.query<HeldRow>(OF_FEED, feedId)).flatMap(toHeld);
  }

  /**
   * A page of those of all feeds, by feed and ticker. Damaged ones are skipped.
   *
   * @param after null = the first page
   * @returns fewer than `limit` only on the last page
   */
  async list(after: HeldKey | null, limit: number): Promise<HeldFeedPrices[]> {
    const held: HeldFeedPrices[] = [];
    let from = symbolKey(after?.feedId ?? 0, after?.ticker ?? '');
    for (;;) {
      const missing = limit - held.length;
      const rows = await this.database.query<HeldRow>(AFTER, from.feed_id, from.key, missing);
      held.push(...rows.flatMap(toHeld));
      if (rows.length < missing || held.length === limit) return held;
      from = rows[rows.length - 1];
    }
  }

  /** Of one symbol; null when there are none or they are damaged. */
  async find({ feedId, ticker }: HeldKey): Promise<HeldFeedPrices | null> {
    const { feed_id, key } = symbolKey(feedId, ticker);
    return (await this.database.query<HeldRow>(ONE, feed_id, key)).flatMap(toHeld)[0] ?? null;
  }

  /** The number of symbols of all feeds with held prices. */
  async count(): Promise<number> {
    const [{ waiting }] = await this.database.query<{ waiting: number }>(COUNT);
    return waiting;
  }

  /** Replaces earlier ones of the symbol. Stores nothing when the feed no longer has the symbol. */
  hold(feedId: number, held: HeldPrices): Promise<void> {
    return this.database.change('feeds', async (trx) => {
      const row = toRow(feedId, held);
      const symbol = await trx('feed_symbol').where({ feed_id: row.feed_id, key: row.key }).first('key');
      if (symbol !== undefined) await trx('feed_held').insert(row).onConflict(['feed_id', 'key']).merge();
      await incrementFeedRevision(trx);
    });
  }

  /**
   * Deletes the held prices of a symbol.
   *
   * @param heldAt delete only prices held at exactly this moment; newer ones stay
   * @returns whether any were deleted
   */
  discard(feedId: number, ticker: string, heldAt?: Date): Promise<boolean> {
    return this.database.change('feeds', (trx) => discardHeld(trx, feedId, ticker, heldAt));
  }
}

/** As `HeldPriceStore.discard`, in a transaction that does more. */
export async function discardHeld(trx: Knex, feedId: number, ticker: string, heldAt?: Date): Promise<boolean> {
  const held = trx('feed_held').where(symbolKey(feedId, ticker));
  if (heldAt !== undefined) held.where({ held_at: heldAt.getTime() });
  const wereHeld = (await held.delete()) > 0;
  if (wereHeld) await incrementFeedRevision(trx);
  return wereHeld;
}
