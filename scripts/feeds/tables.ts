import { toIso } from '../../src/core/calendar/dates';
import type { FeedDeps } from '../../src/jobs/feeds/deps';
import type { FeedStatus } from '../../src/services/operator/feedAdmin';
import type { FeedSymbol } from '../../src/storage/feedSymbols';
import type { Feed } from '../../src/storage/feeds';
import { formatTable } from '../terminal/table';

const ADJUSTED = { full: 'yes', column: 'yes', splits: 'splits only', none: 'no', not_needed: 'not needed' } as const;
const MOST_NAMED = 20;

/** The providers with their required settings. */
export function providerTable({ providers }: Pick<FeedDeps, 'providers'>): string {
  const rows = [...providers.values()].map(({ id, name, credential, limits, adjustment, terms }) => [
    id,
    name,
    credential ?? '',
    String(limits.perMinute),
    String(limits.perDay),
    ADJUSTED[adjustment],
    terms.url,
  ]);
  return formatTable([['id', 'name', 'credential', 'a minute', 'a day', 'adjusted', 'terms of use'], ...rows], [3, 4]);
}

export const NO_FEEDS = 'no feeds: npm run feeds -- add PROVIDER --market ID --symbols A,B\n';

/** One line for each feed. */
export async function feedTable({ feeds }: FeedDeps): Promise<string> {
  const all = await feeds.all();
  if (all.length === 0) return NO_FEEDS;
  const rows = all.map((feed) => {
    const { active, vanished, held, paused } = feed.counts;
    const total = active + vanished + held + paused;
    const last = feed.lastRun === null ? 'never' : feed.lastRun.finishedAt.slice(0, 16).replace('T', ' ');
    return [
      feed.provider,
      feed.marketId,
      feed.paused ? 'paused' : 'on',
      ...[total, feed.failing, held, vanished].map(String),
      last,
    ];
  });
  const header = ['provider', 'market', 'state', 'symbols', 'failing', 'held', 'vanished', 'last run (UTC)'];
  return formatTable([header, ...rows], [3, 4, 5, 6]);
}

/** The state of a feed in words. */
export function statusText(status: FeedStatus, symbols: readonly FeedSymbol[]): string {
  const { feed, market, session, running, lacking, nextRunAt, used, perDay } = status;
  const limit = perDay === null ? ' (the provider is not known any more)' : ` of ${perDay}`;
  return [
    `${feed.provider}, market ${market.id} ${market.name}${feed.paused ? ', paused' : ''}${running ? ', being run' : ''}`,
    `  last run: ${lastRunText(feed)}`,
    `  next: ${feed.paused ? 'when resumed' : (nextRunAt?.toISOString() ?? 'never')}; ${lacking} of ${symbols.length} symbols lack the session of ${toIso(session)}`,
    `  requests today: ${used}${limit}`,
    ...listing('failing', symbols, ({ failures }) => failures > 0),
    ...listing('held', symbols, ({ state }) => state === 'held'),
    ...listing('vanished', symbols, ({ state }) => state === 'vanished'),
    ...listing('paused', symbols, ({ state }) => state === 'paused'),
    '',
  ].join('\n');
}

function lastRunText({ lastRun }: Feed): string {
  if (lastRun === null) return 'never';
  const { finishedAt, session, updated, rows, unchanged, failed, held, vanished, left, ended } = lastRun;
  const counts = `${updated} updated (${rows} rows), ${unchanged} as they were, ${failed} failed, ${held} held, ${vanished} vanished, ${left} left`;
  return `${finishedAt}, for ${session}: ${counts}${ended === null ? '' : `; it ended early: ${ended}`}`;
}

function listing(title: string, symbols: readonly FeedSymbol[], fits: (symbol: FeedSymbol) => boolean): string[] {
  const own = symbols.filter(fits);
  if (own.length === 0) return [];
  const lines = own.slice(0, MOST_NAMED).map(({ ticker, fault, through }) => {
    const last = through === null ? 'no session yet' : `through ${toIso(through)}`;
    return `    ${ticker}: ${last}${fault === null ? '' : `; ${fault}`}`;
  });
  return [
    `  ${title} ${own.length}:`,
    ...lines,
    ...(own.length > MOST_NAMED ? [`    ... and ${own.length - MOST_NAMED} more`] : []),
  ];
}
