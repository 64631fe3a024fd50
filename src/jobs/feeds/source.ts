import { sessionsBetween } from '../../core/calendar/calendars';
import { type Day, fromIso } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { FeedClient, Fetched, Validators } from '../../feeds/client';
import { type Provider, spellingOf } from '../../feeds/provider';
import type { FeedSymbol, NamedSymbol } from '../../storage/feedSymbols';
import { FeedError, type FeedRunDeps, type ResolvedFeed } from './deps';
import { NoPricesError } from './series';

/** Fetches the prices of a symbol, from providers that respond by symbol or by day. */
export interface FeedSource {
  /** The prices from a day on. */
  window(symbol: FeedSymbol, from: Day): Promise<Fetched>;
  /** The whole history. */
  history(symbol: FeedSymbol): Promise<Fetched>;
}

/** With more missing sessions than this, one request for the history replaces a request for each day. */
const MOST_DAYS = 40;

/**
 * @param session the last session to fetch
 * @throws FeedError if the provider responds by day and names no provider of histories
 */
export function sourceOf(deps: FeedRunDeps, feed: ResolvedFeed, session: Day, signal: AbortSignal): FeedSource {
  const { provider } = feed;
  if (provider.scope === 'symbol') return sourceBySymbol(deps.client, feed, session, signal);
  const history = deps.providers.get(provider.history ?? '');
  if (history === undefined)
    throw new FeedError(`the provider ${provider.id} serves no histories and names no provider that does`);
  const histories = sourceBySymbol(deps.client, { ...feed, provider: history }, session, signal);
  return sourceByDay(deps.client, feed, session, signal, histories);
}

function sourceBySymbol(
  client: FeedClient,
  { provider, market }: ResolvedFeed,
  session: Day,
  signal: AbortSignal,
): FeedSource {
  const request = async (symbol: FeedSymbol, from: Day, validators: Validators | null, whole: boolean) => {
    const name = nameAt(provider, symbol, market);
    return client.prices(provider, { symbol: name, from, to: session, whole }, validators, signal);
  };
  return {
    window: (symbol, from) => request(symbol, from, symbol.validators, false),
    history: (symbol) => request(symbol, fromIso(provider.historyFrom), null, true),
  };
}

/** Fetches each day's prices of all symbols once, and splits them by symbol. */
function sourceByDay(
  client: FeedClient,
  { provider, market }: ResolvedFeed,
  session: Day,
  signal: AbortSignal,
  { history }: FeedSource,
): FeedSource {
  const days = new Map<Day, Promise<DayRows>>();
  const rowsOf = (day: Day) => {
    const cached = days.get(day);
    if (cached !== undefined) return cached;
    const request = { symbol: '', from: day, to: day, whole: false };
    const rows = client.prices(provider, request, null, signal).then(rowsBySymbol);
    days.set(day, rows);
    // The next symbol retries a day that failed.
    rows.catch(() => days.delete(day));
    return rows;
  };
  return {
    history,
    async window(symbol, from) {
      const sessions = sessionsBetween(market.calendar, from, session);
      if (sessions.length > MOST_DAYS) return history(symbol);
      const name = nameAt(provider, symbol, market);
      const fetched = await Promise.all(sessions.map(rowsOf));
      const lines = fetched.flatMap(({ bySymbol }) => bySymbol.get(name) ?? []);
      const header = fetched.find((day) => day.header !== '')?.header ?? '';
      return lines.length === 0
        ? { kind: 'empty' }
        : { kind: 'rows', text: `${[header, ...lines].join('\n')}\n`, validators: null };
    },
  };
}

interface DayRows {
  /** Column names, without the column of symbols. */
  readonly header: string;
  /** All rows of each symbol, also of one that came twice: the checks of ingest hold it if they differ. */
  readonly bySymbol: ReadonlyMap<string, readonly string[]>;
}

function rowsBySymbol(fetched: Fetched): DayRows {
  if (fetched.kind !== 'rows') return { header: '', bySymbol: new Map() };
  const [first, ...lines] = fetched.text.trimEnd().split('\n');
  const header = first.split(',');
  const column = header.indexOf('symbol');
  if (column < 0) throw new NoPricesError('the prices of a day name no symbols');
  const without = (cells: readonly string[]) => cells.filter((_, i) => i !== column).join(',');
  const bySymbol = new Map<string, string[]>();
  for (const cells of lines.map((line) => line.split(','))) {
    const rows = bySymbol.get(cells[column]);
    if (rows === undefined) bySymbol.set(cells[column], [without(cells)]);
    else rows.push(without(cells));
  }
  return { header: without(header), bySymbol };
}

/** The provider's name of a symbol. @throws FeedError if its naming rules give none and the feed sets none */
export function nameAt(provider: Provider, { ticker, spelling }: NamedSymbol, market: Market): string {
  const name = spelling ?? spellingOf(provider, ticker, market.kind);
  if (name === null) throw new FeedError(`${provider.name} has no name for ${ticker}: give one, as ${ticker}:NAME`);
  return name;
}
