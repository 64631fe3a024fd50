import type { Market } from '../core/calendar/market';
import { marketSessions } from '../core/calendar/marketSessions';
import { tickerKey } from '../core/calendar/ticker';
import { changedVersion, dataVersionOf, EMPTY_VERSION } from '../storage/hashes';
import { contentOf, type FormerTicker, type IndexedSymbol, type ListedSymbol } from '../storage/prices';
import {
  type Basis,
  byTicker,
  type FormerName,
  type Loaded,
  type LoadedSymbol,
  type MarketPrices,
  type Snapshot,
  type UnreadableSymbol,
} from './snapshot';

/** The inputs of a snapshot. */
interface SnapshotParts {
  /** The previous snapshot, whose unchanged parts are reused; null without one. */
  readonly before: Loaded | null;
  readonly markets: readonly Market[];
  readonly basis: Basis;
  readonly indexed: Loaded['indexed'];
  /** By id, in the order of tickers. */
  readonly symbols: ReadonlyMap<number, LoadedSymbol>;
  readonly unreadable: readonly UnreadableSymbol[];
  /** Ids of symbols that changed, were added or were removed. */
  readonly renewed: ReadonlySet<number>;
  /** Unchanged symbols that were moved to other columns. */
  readonly moved: readonly LoadedSymbol[];
  readonly days: Loaded['days'];
  /** Null when it follows from the previous data version. */
  readonly dataVersion: string | null;
  readonly formerTickers: readonly FormerTicker[];
}

export function takeSnapshot(parts: SnapshotParts): Snapshot {
  const { before, basis, symbols, unreadable, renewed, indexed } = parts;
  const version = [basis.revision, ...basis.finalDays.values(), 'unreadable', ...unreadable.map(({ id }) => id)].join(
    ' ',
  );
  const [old, now] = [before?.indexed, indexed].map((all) => [...renewed].flatMap((id) => all?.get(id) ?? []));
  return {
    version,
    dataVersion:
      parts.dataVersion ??
      changedVersion(before?.snapshot.dataVersion ?? EMPTY_VERSION, old.flatMap(contentOf), now.flatMap(contentOf)),
    pricesStoredAt: lastStored(indexed.values()),
    simulated: [...symbols.values()].some(({ simulated }) => simulated),
    markets: marketsOf(parts, version, old, now),
    symbols,
    unreadable: new Map(unreadable.map((symbol) => [symbol.id, symbol])),
    listed: listedOf(before, old, now),
    former: formerNames(indexed, parts.formerTickers),
  };
}

function lastStored(indexed: Iterable<IndexedSymbol>): Date | null {
  let last = Number.NEGATIVE_INFINITY;
  for (const { series } of indexed) if (series !== null) last = Math.max(last, series.importedAt.getTime());
  return last === Number.NEGATIVE_INFINITY ? null : new Date(last);
}

/** The prices by market. A market is rebuilt when one of its symbols or its last final day has changed. */
function marketsOf(
  parts: SnapshotParts,
  version: string,
  old: readonly IndexedSymbol[],
  now: readonly IndexedSymbol[],
): Snapshot['markets'] {
  const { before, markets, basis, moved } = parts;
  const touched = new Set([...old, ...now].flatMap(({ markets }) => markets));
  const movedMarkets = new Set(moved.flatMap(({ markets }) => markets));
  const entries = markets.map((market): [string, MarketPrices] => {
    const { id } = market;
    const previous = before?.snapshot.markets.get(id);
    const isSame = before?.basis.finalDays.get(id) === basis.finalDays.get(id) && !touched.has(id);
    if (previous === undefined)
      return [id, marketPrices(market, parts, { version, dataVersion: contentsOf(parts, id) })];
    if (isSame && !movedMarkets.has(id)) return [id, previous];
    if (isSame) return [id, marketPrices(market, parts, previous)];
    const inMarket = (all: readonly IndexedSymbol[]) => all.filter(isIn(id)).flatMap(contentOf);
    const dataVersion = changedVersion(previous.dataVersion, inMarket(old), inMarket(now));
    return [id, marketPrices(market, parts, { version, dataVersion })];
  });
  return new Map(entries);
}

function contentsOf({ indexed }: SnapshotParts, marketId: string): string {
  return dataVersionOf([...indexed.values()].filter(isIn(marketId)).flatMap(contentOf));
}

/** The prices of one market. */
function marketPrices(
  market: Market,
  { indexed, symbols, unreadable, days }: SnapshotParts,
  { version, dataVersion }: Pick<MarketPrices, 'version' | 'dataVersion'>,
): MarketPrices {
  const counted = days.get(market.id);
  const sessions = counted === undefined ? new Int32Array() : marketSessions(counted.counts, counted.first);
  const asOf = sessions.at(-1) ?? null;
  const inMarket = isIn(market.id);
  const damaged = unreadable.filter(inMarket);
  // A symbol whose first bar is after as-of is not visible yet.
  const visible = [...symbols.values()].filter(
    (symbol) => inMarket(symbol) && asOf !== null && symbol.firstDay <= asOf,
  );
  const listed = damaged.length === 0 ? visible : [...visible, ...damaged].sort(byTicker);
  return {
    market,
    version,
    dataVersion,
    sessions,
    asOf,
    symbols: visible,
    unreadable: damaged,
    listed: listed.map(({ id }) => indexed.get(id)!),
  };
}

function isIn(marketId: string) {
  return ({ markets }: { readonly markets: readonly string[] }) => markets.includes(marketId);
}

function listedOf(before: Loaded | null, old: readonly IndexedSymbol[], now: readonly IndexedSymbol[]) {
  const listed = new Map<string, ListedSymbol>(before?.snapshot.listed);
  for (const { symbol } of old) listed.delete(tickerKey(symbol)!);
  for (const symbol of now) listed.set(tickerKey(symbol.symbol)!, symbol);
  return listed;
}

function formerNames(indexed: Loaded['indexed'], formerTickers: readonly FormerTicker[]): Snapshot['former'] {
  const names = new Map<string, FormerName[]>();
  for (const { symbolId, ticker, until } of formerTickers.toReversed()) {
    const listed = indexed.get(symbolId);
    const key = tickerKey(ticker);
    if (listed && key !== null) names.set(key, [...(names.get(key) ?? []), { ticker, until, listed }]);
  }
  return names;
}
