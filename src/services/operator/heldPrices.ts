import { toIso } from '../../core/calendar/dates';
import { pageOf } from '../../core/parts';
import { round4 } from '../../core/statistics/round';
import { type Bars, seriesDifference } from '../../core/window/bars';
import { notFound } from '../../errors';
import { AGREEMENT } from '../../ingest/merge';
import { priceFree } from '../../ingest/quality';
import type { Context, Input, Output } from '../../operation';
import type { Feed } from '../../storage/feeds';
import type { HeldFeedPrices, HeldKey } from '../../storage/qualityReports';
import type { ServiceDeps } from '../screening/deps';
import { recordEvent } from './feeds';

type PublishedHeld = Output<'listHeldPrices'>['held'][number];

const SAMPLED_DAYS = 60;

/** Held prices that wait for a decision, by feed and ticker. */
export async function listHeldPrices(
  deps: ServiceDeps,
  { after, limit }: Input<'listHeldPrices'>,
): Promise<Output<'listHeldPrices'>> {
  const { feeds, heldPrices } = deps.storage;
  const from = after === undefined ? null : parseHeldId(after);
  const [rows, total, all] = [await heldPrices.list(from, limit + 1), await heldPrices.count(), await feeds.all()];
  const { shown, next } = pageOf(rows, limit, heldId);
  const held: PublishedHeld[] = [];
  for (const prices of shown) {
    const feed = all.find(({ id }) => id === prices.feedId);
    if (feed === undefined) continue;
    held.push(publishedHeld(feed, prices, await deps.storage.prices.bars(prices.ticker)));
  }
  return { held, total, next_after: next };
}

/** @throws not_found when the prices no longer wait */
export async function decideHeldPrices(
  deps: ServiceDeps,
  { held_id: id, body: { decision } }: Input<'decideHeldPrices'>,
  context: Context,
): Promise<Output<'decideHeldPrices'>> {
  const held = await deps.storage.heldPrices.find(parseHeldId(id));
  if (held === null || heldId(held) !== id) throw noSuchPrices();
  if (!(await deps.feedAdmin.decide(held, decision))) throw noSuchPrices();
  const symbol = held.ticker;
  await recordEvent(deps, context, decision === 'take' ? 'held_prices_taken' : 'held_prices_dropped', symbol);
  const message =
    decision === 'take'
      ? `The held prices of ${symbol} are stored.`
      : `${symbol} keeps its prices, and its feed does not ask for it until it is resumed.`;
  return { symbol, decision, message };
}

/** The id of exactly these prices: later prices of the symbol have another time. */
function heldId({ feedId, heldAt, ticker }: HeldFeedPrices): string {
  return `${feedId}.${heldAt.getTime()}.${ticker}`;
}

/** @throws not_found for a malformed id */
function parseHeldId(id: string): HeldKey {
  const [, feedId, ticker] = /^(\d{1,9})\.\d{1,16}\.(.+)$/s.exec(id) ?? [];
  if (ticker === undefined) throw noSuchPrices();
  return { feedId: Number(feedId), ticker };
}

function noSuchPrices() {
  return notFound(
    'These prices no longer wait for a decision: it was made, or newer prices of the symbol arrived. List them again.',
  );
}

function publishedHeld(feed: Feed, held: HeldFeedPrices, stored: Bars | null): PublishedHeld {
  const difference = stored && seriesDifference(stored, held.bars, AGREEMENT, SAMPLED_DAYS);
  const spread = difference?.spread ?? null;
  return {
    feed_id: feed.id,
    provider: feed.provider,
    market_id: feed.marketId,
    held_id: heldId(held),
    symbol: held.ticker,
    held_at: held.heldAt.toISOString(),
    source: held.source,
    stored: stored && barsSpan(stored),
    held: barsSpan(held.bars),
    shared_days: difference?.shared ?? 0,
    differing_days: difference?.differing ?? 0,
    lost_days: difference?.lost ?? 0,
    difference: spread && {
      lowest_pct: round4(spread.lowest),
      median_pct: round4(spread.median),
      highest_pct: round4(spread.highest),
    },
    sample: (difference?.sample ?? []).map(({ day, percent }) => ({
      date: toIso(day),
      difference_pct: round4(percent),
    })),
    reason: priceFree(held.reason),
  };
}

function barsSpan({ day }: Bars): PublishedHeld['held'] {
  return { first_date: toIso(day[0]), last_date: toIso(day[day.length - 1]), bars: day.length };
}
