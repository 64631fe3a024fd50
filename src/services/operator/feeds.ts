import { toIso, toIsoOrNull } from '../../core/calendar/dates';
import { tickerKey } from '../../core/calendar/ticker';
import { pageOf } from '../../core/parts';
import { notFound } from '../../errors';
import type { Context, Input, Output } from '../../operation';
import type { AccountEvent } from '../../storage/accounts';
import type { FeedSymbol } from '../../storage/feedSymbols';
import type { FeedRun } from '../../storage/feeds';
import { accountEvent, signedIn } from '../account/sessions';
import type { ServiceDeps } from '../screening/deps';
import { type FeedStatus, feedName, type RunRequestState } from './feedAdmin';

type PublishedFeed = Output<'listFeeds'>['feeds'][number];

const RUN_TEXTS: Readonly<Record<RunRequestState, string>> = {
  asked: 'The feed will run within a minute.',
  running: 'It is already running.',
  paused: 'It is paused: resume it first.',
  up_to_date: 'Every symbol has the last session: there is nothing to request.',
  off: 'This server does not run feeds (setting FEEDS): use npm run feeds -- run.',
};

/** Every feed, by market and provider. */
export async function listFeeds({ feedAdmin }: ServiceDeps): Promise<Output<'listFeeds'>> {
  return { feeds: (await feedAdmin.list()).map(publishedFeed), run_here: feedAdmin.runsFeeds };
}

/** @throws not_found */
export async function changeFeed(
  deps: ServiceDeps,
  { feed_id: feedId, body: { paused } }: Input<'changeFeed'>,
  context: Context,
): Promise<Output<'changeFeed'>> {
  const { feedAdmin } = deps;
  const status = await requireFeed(deps, feedId);
  await feedAdmin.setPaused(status, paused);
  if (paused !== status.feed.paused)
    await recordEvent(deps, context, paused ? 'feed_paused' : 'feed_resumed', feedName(status.feed));
  const done = paused ? 'paused' : 'resumed';
  return { feed: publishedFeed(await requireFeed(deps, feedId)), message: `${feedName(status.feed)} is ${done}.` };
}

/** @throws not_found */
export async function runFeedNow(
  deps: ServiceDeps,
  { feed_id: feedId }: Input<'runFeedNow'>,
  context: Context,
): Promise<Output<'runFeedNow'>> {
  const status = await requireFeed(deps, feedId);
  const state = await deps.feedAdmin.requestRun(status);
  if (state === 'asked') await recordEvent(deps, context, 'feed_run_asked', feedName(status.feed));
  return { state, feed: publishedFeed(await requireFeed(deps, feedId)), message: RUN_TEXTS[state] };
}

/** By ticker. @throws not_found */
export async function listFeedSymbols(
  { storage: { feeds } }: ServiceDeps,
  { feed_id, state, after, limit }: Input<'listFeedSymbols'>,
): Promise<Output<'listFeedSymbols'>> {
  if ((await feeds.find(feed_id)) === null) throw noSuchFeed(feed_id);
  const all = await feeds.symbols(feed_id);
  const matching = all.filter((symbol) => isOf(symbol, state)).map((symbol) => ({ symbol, key: keyOf(symbol.ticker) }));
  matching.sort((a, b) => (a.key < b.key ? -1 : 1));
  const rest = after === undefined ? matching : matching.filter(({ key }) => key > keyOf(after));
  const { shown, next } = pageOf(rest, limit, ({ symbol }) => symbol.ticker);
  return {
    symbols: shown.map(({ symbol }) => publishedSymbol(symbol)),
    total: matching.length,
    next_after: next,
  };
}

/** Records an action on a feed, held prices or a job among the events of the operator's account. */
export async function recordEvent(
  deps: ServiceDeps,
  context: Context,
  kind: AccountEvent['kind'],
  subject: string,
): Promise<void> {
  await deps.storage.accounts.recordEvent(accountEvent(deps, signedIn(context).accountId, kind, { subject }));
}

function isOf({ state, failures }: FeedSymbol, matching: Input<'listFeedSymbols'>['state']): boolean {
  if (matching === undefined) return true;
  return matching === 'failing' ? failures > 0 : state === matching;
}

function keyOf(ticker: string): string {
  return tickerKey(ticker) ?? ticker;
}

async function requireFeed({ feedAdmin }: ServiceDeps, feedId: number): Promise<FeedStatus> {
  const status = await feedAdmin.status(feedId);
  if (status === null) throw noSuchFeed(feedId);
  return status;
}

function noSuchFeed(feedId: number) {
  return notFound(`There is no feed ${feedId}.`);
}

function publishedFeed(status: FeedStatus): PublishedFeed {
  const { feed, market, providerName, running, session, lacking, nextRunAt, used, perDay } = status;
  return {
    feed_id: feed.id,
    provider: feed.provider,
    provider_name: providerName,
    market_id: market.id,
    market_name: market.name,
    paused: feed.paused,
    running,
    unadjusted: feed.unadjusted,
    added_at: feed.addedAt.toISOString(),
    symbols: feed.counts,
    failing: feed.failing,
    session: toIso(session),
    lacking,
    next_run_at: nextRunAt?.toISOString() ?? null,
    requests_today: used,
    requests_per_day: perDay,
    last_run: feed.lastRun === null ? null : publishedRun(feed.lastRun),
  };
}

function publishedRun(run: FeedRun): NonNullable<PublishedFeed['last_run']> {
  return {
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    session: run.session,
    asked: run.due,
    updated: run.updated,
    rows: run.rows,
    unchanged: run.unchanged,
    failed: run.failed,
    vanished: run.vanished,
    held: run.held,
    left: run.left,
    ended: run.ended,
  };
}

function publishedSymbol(symbol: FeedSymbol): Output<'listFeedSymbols'>['symbols'][number] {
  return {
    symbol: symbol.ticker,
    spelling: symbol.spelling,
    state: symbol.state,
    failures: symbol.failures,
    fault: symbol.fault,
    through: toIsoOrNull(symbol.through),
    tried_at: symbol.triedAt?.toISOString() ?? null,
    vanished_at: symbol.vanishedAt?.toISOString() ?? null,
  };
}
