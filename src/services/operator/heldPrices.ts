import { toIso } from '../../core/calendar/dates';
import type { Bars } from '../../core/window/bars';
import { seriesDifference } from '../../core/window/seriesDifference';
import { notFound } from '../../errors';
import type { Context, Input, Output } from '../../operation';
import { CorruptPricesError } from '../../storage/errors';
import type { Feed } from '../../storage/feeds';
import type { FeedHeld, HeldPlace } from '../../storage/heldPrices';
import type { ConsoleDeps } from '../account/console';
import { noted } from './feeds';

type PublishedHeld = Output<'listHeldPrices'>['held'][number];

/** As the feeds judge it (ingest/overlap.ts). */
const AGREEMENT = 1e-4;
const SAMPLED_DAYS = 60;

/** What waits for a decision, by feed and ticker. */
export async function listHeldPrices(
  deps: ConsoleDeps,
  { after, limit }: Input<'listHeldPrices'>,
): Promise<Output<'listHeldPrices'>> {
  const { feeds } = deps.console;
  const from = after === undefined ? null : placeIn(after);
  const [found, total, all] = [await feeds.heldAfter(from, limit + 1), await feeds.heldCount(), await feeds.all()];
  const shown = found.slice(0, limit);
  const held: PublishedHeld[] = [];
  for (const one of shown) {
    const feed = all.find(({ id }) => id === one.feedId);
    if (feed === undefined) continue;
    held.push(publishedHeld(deps, feed, one, await storedBars(deps, one.ticker)));
  }
  return { held, total, next_after: found.length > limit ? idOf(shown[shown.length - 1]) : null };
}

/** @throws not_found where the prices of the id do not wait any more */
export async function decideHeldPrices(
  deps: ConsoleDeps,
  context: Context,
  id: string,
  decision: 'take' | 'drop',
): Promise<Output<'decideHeldPrices'>> {
  const held = await deps.console.feeds.heldOf(placeIn(id));
  if (held === null || idOf(held) !== id) throw noSuchPrices();
  if (!(await deps.console.feedAdmin.decide(held, decision))) throw noSuchPrices();
  const symbol = held.ticker;
  await noted(deps, context, decision === 'take' ? 'held_prices_taken' : 'held_prices_dropped', symbol);
  const message =
    decision === 'take'
      ? `${symbol} has the prices that were held back.`
      : `${symbol} keeps its prices, and its feed does not ask for it until it is resumed.`;
  return { symbol, decision, message };
}

/** Of these very prices: others of the same symbol have another moment. */
function idOf({ feedId, heldAt, ticker }: FeedHeld): string {
  return `${feedId}.${heldAt.getTime()}.${ticker}`;
}

/** @throws not_found for what can be no id */
function placeIn(id: string): HeldPlace {
  const [, feedId, ticker] = /^(\d{1,9})\.\d{1,16}\.(.+)$/s.exec(id) ?? [];
  if (ticker === undefined) throw noSuchPrices();
  return { feedId: Number(feedId), ticker };
}

function noSuchPrices() {
  return notFound(
    'These prices do not wait any more: they were decided on, or others of the symbol came. List them again.',
  );
}

async function storedBars({ console: { prices } }: ConsoleDeps, ticker: string): Promise<Bars | null> {
  const listed = await prices.find(ticker);
  const bars = listed && (await prices.read([listed.id])).get(listed.id);
  return !bars || bars instanceof CorruptPricesError || bars.day.length === 0 ? null : bars;
}

function publishedHeld(
  { console: { feedAdmin: desk } }: ConsoleDeps,
  feed: Feed,
  held: FeedHeld,
  stored: Bars | null,
): PublishedHeld {
  const difference = stored && seriesDifference(stored, held.bars, AGREEMENT, SAMPLED_DAYS);
  const spread = difference?.spread ?? null;
  return {
    feed_id: feed.id,
    provider: feed.provider,
    market_id: feed.marketId,
    held_id: idOf(held),
    symbol: held.ticker,
    held_at: held.heldAt.toISOString(),
    source: held.source,
    stored: stored && spanOf(stored),
    held: spanOf(held.bars),
    shared_days: difference?.shared ?? 0,
    differing_days: difference?.differing ?? 0,
    lost_days: difference?.lost ?? 0,
    difference: spread && {
      lowest_pct: rounded(spread.lowest),
      median_pct: rounded(spread.median),
      highest_pct: rounded(spread.highest),
    },
    sample: (difference?.sample ?? []).map(({ day, percent }) => ({
      date: toIso(day),
      difference_pct: rounded(percent),
    })),
    reason: desk.reasonOf(held),
  };
}

function spanOf({ day }: Bars): PublishedHeld['held'] {
  return { first_date: toIso(day[0]), last_date: toIso(day[day.length - 1]), bars: day.length };
}

function rounded(percent: number): number {
  return Math.round(percent * 1e4) / 1e4;
}
