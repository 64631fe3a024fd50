import { toIso, toIsoOrNull } from '../../core/calendar/dates';
import { tickerKey } from '../../core/calendar/ticker';
import { notFound } from '../../errors';
import type { Context, Input, Output } from '../../operation';
import type { AccountEvent } from '../../storage/accountEvents';
import type { FeedSymbol } from '../../storage/feedSymbols';
import type { FeedRun } from '../../storage/feeds';
import { type ConsoleDeps, eventOf, signedIn } from '../account/console';
import type { FeedStatus, RunRequestState } from './feedAdmin';

type PublishedFeed = Output<'listFeeds'>['feeds'][number];

const RUN_TEXTS: Readonly<Record<RunRequestState, string>> = {
  asked: 'It is run within a minute.',
  running: 'It is being run already.',
  paused: 'It is paused: resume it first.',
  up_to_date: 'No symbol lacks the last session: there is nothing to ask for.',
  off: 'This server runs no feeds by itself (setting FEEDS): npm run feeds -- run.',
};

/** Every feed, by market and provider. */
export async function listFeeds({ console: { feedAdmin: desk } }: ConsoleDeps): Promise<Output<'listFeeds'>> {
  return { feeds: (await desk.list()).map(publishedFeed), run_here: desk.runsFeeds };
}

/** @throws not_found */
export async function changeFeed(
  deps: ConsoleDeps,
  context: Context,
  feedId: number,
  { paused }: { readonly paused: boolean },
): Promise<Output<'changeFeed'>> {
  const { feedAdmin: desk } = deps.console;
  const status = await knownFeed(deps, feedId);
  await desk.setPaused(status, paused);
  if (paused !== status.feed.paused)
    await noted(deps, context, paused ? 'feed_paused' : 'feed_resumed', nameOf(status));
  const done = paused ? 'paused' : 'resumed';
  return { feed: publishedFeed(await knownFeed(deps, feedId)), message: `${nameOf(status)} is ${done}.` };
}

/** @throws not_found */
export async function runFeedNow(deps: ConsoleDeps, context: Context, feedId: number): Promise<Output<'runFeedNow'>> {
  const status = await knownFeed(deps, feedId);
  const state = await deps.console.feedAdmin.requestRun(status);
  if (state === 'asked') await noted(deps, context, 'feed_run_asked', nameOf(status));
  return { state, feed: publishedFeed(await knownFeed(deps, feedId)), message: RUN_TEXTS[state] };
}

/** By ticker. @throws not_found */
export async function listFeedSymbols(
  { console: { feedAdmin: desk } }: ConsoleDeps,
  { feed_id, state, after, limit }: Input<'listFeedSymbols'>,
): Promise<Output<'listFeedSymbols'>> {
  const all = await desk.symbols(feed_id);
  if (all === null) throw noSuchFeed(feed_id);
  const wanted = all.filter((symbol) => isOf(symbol, state)).map((symbol) => ({ symbol, key: keyOf(symbol.ticker) }));
  wanted.sort((a, b) => (a.key < b.key ? -1 : 1));
  const rest = after === undefined ? wanted : wanted.filter(({ key }) => key > keyOf(after));
  const shown = rest.slice(0, limit).map(({ symbol }) => publishedSymbol(symbol));
  return {
    symbols: shown,
    total: wanted.length,
    next_after: rest.length > limit ? shown[shown.length - 1].symbol : null,
  };
}

/** Notes among the events of the operator's account what was done with a feed, its prices or a job. */
export async function noted(
  deps: ConsoleDeps,
  context: Context,
  kind: AccountEvent['kind'],
  subject: string,
): Promise<void> {
  await deps.console.accounts.note(eventOf(deps, signedIn(context).accountId, kind, subject));
}

function isOf({ state, failures }: FeedSymbol, wanted: Input<'listFeedSymbols'>['state']): boolean {
  if (wanted === undefined) return true;
  return wanted === 'failing' ? failures > 0 : state === wanted;
}

function keyOf(ticker: string): string {
  return tickerKey(ticker) ?? ticker;
}

async function knownFeed({ console: { feedAdmin: desk } }: ConsoleDeps, feedId: number): Promise<FeedStatus> {
  const status = await desk.status(feedId);
  if (status === null) throw noSuchFeed(feedId);
  return status;
}

function noSuchFeed(feedId: number) {
  return notFound(`There is no feed ${feedId}.`);
}

function nameOf({ feed }: FeedStatus): string {
  return `${feed.provider} of market ${feed.marketId}`;
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
    asked: run.asked,
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
