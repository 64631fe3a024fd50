import { sessionsBetween } from '../../core/calendar/calendars';
import { type Day, fromIso } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { FeedClient, Fetched, Validators } from '../../feeds/client';
import { type Provider, spellingOf } from '../../feeds/provider';
import type { FeedSymbol, NamedSymbol } from '../../storage/feedSymbols';
import { type FeedDeps, FeedError, type ResolvedFeed } from './deps';
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
export function sourceOf(
  deps: FeedDeps,
  { provider, market }: ResolvedFeed,
  session: Day,
  signal: AbortSignal,
): FeedSource {
  const bySymbol = (source: Provider) => new SymbolSource(deps.client, source, market, session, signal);
  if (provider.scope === 'symbol') return bySymbol(provider);
  const history = deps.providers.get(provider.history ?? '');
  if (history === undefined)
    throw new FeedError(`the provider ${provider.id} gives no histories, and names no other that does`);
  return new DaySource(deps.client, provider, market, session, signal, bySymbol(history));
}

class SymbolSource implements FeedSource {
  constructor(
    private readonly client: FeedClient,
    private readonly provider: Provider,
    private readonly market: Market,
    private readonly session: Day,
    private readonly signal: AbortSignal,
  ) {}

  window(symbol: FeedSymbol, from: Day): Promise<Fetched> {
    return this.request(symbol, from, symbol.validators, false);
  }

  history(symbol: FeedSymbol): Promise<Fetched> {
    return this.request(symbol, fromIso(this.provider.historyFrom), null, true);
  }

  private request(symbol: FeedSymbol, from: Day, validators: Validators | null, whole: boolean): Promise<Fetched> {
    const request = { symbol: nameAt(this.provider, symbol, this.market), from, to: this.session, whole };
    return this.client.prices(this.provider, request, validators, this.signal);
  }
}

/** Fetches each day's prices of all symbols once, and splits them by symbol. */
class DaySource implements FeedSource {
  private readonly days = new Map<Day, Promise<DayRows>>();

  constructor(
    private readonly client: FeedClient,
    private readonly provider: Provider,
    private readonly market: Market,
    private readonly session: Day,
    private readonly signal: AbortSignal,
    private readonly histories: FeedSource,
  ) {}

  async window(symbol: FeedSymbol, from: Day): Promise<Fetched> {
    const sessions = sessionsBetween(this.market.calendar, from, this.session);
    if (sessions.length > MOST_DAYS) return this.history(symbol);
    const name = nameAt(this.provider, symbol, this.market);
    const days = await Promise.all(sessions.map((day) => this.day(day)));
    const lines = days.flatMap(({ bySymbol }) => bySymbol.get(name) ?? []);
    const header = days.find((day) => day.header !== '')?.header ?? '';
    return lines.length === 0
      ? { kind: 'empty' }
      : { kind: 'rows', text: `${[header, ...lines].join('\n')}\n`, validators: null };
  }

  history(symbol: FeedSymbol): Promise<Fetched> {
    return this.histories.history(symbol);
  }

  private day(day: Day): Promise<DayRows> {
    const cached = this.days.get(day);
    if (cached !== undefined) return cached;
    const request = { symbol: '', from: day, to: day, whole: false };
    const rows = this.client.prices(this.provider, request, null, this.signal).then(rowsBySymbol);
    this.days.set(day, rows);
    // The next symbol retries a day that failed.
    rows.catch(() => this.days.delete(day));
    return rows;
  }
}

interface DayRows {
  /** Column names, without the column of symbols. */
  readonly header: string;
  readonly bySymbol: ReadonlyMap<string, string>;
}

function rowsBySymbol(fetched: Fetched): DayRows {
  if (fetched.kind !== 'rows') return { header: '', bySymbol: new Map() };
  const [first, ...lines] = fetched.text.trimEnd().split('\n');
  const header = first.split(',');
  const column = header.indexOf('symbol');
  if (column < 0) throw new NoPricesError('the prices of a day name no symbols');
  const without = (cells: readonly string[]) => cells.filter((_, i) => i !== column).join(',');
  return {
    header: without(header),
    bySymbol: new Map(lines.map((line) => line.split(',')).map((cells) => [cells[column], without(cells)])),
  };
}

/** The provider's name of a symbol. @throws FeedError if its naming rules give none and the feed sets none */
export function nameAt(provider: Provider, { ticker, spelling }: NamedSymbol, market: Market): string {
  const name = spelling ?? spellingOf(provider, ticker, market.kind);
  if (name === null) throw new FeedError(`${provider.name} has no name for ${ticker}: give one, as ${ticker}:NAME`);
  return name;
}
