import type { Market } from '../core/calendar/market';
import { marketSessions } from '../core/calendar/marketSessions';
import { tickerKey } from '../core/calendar/ticker';
import { changedVersion, dataVersionOf, EMPTY_VERSION } from '../storage/dataVersion';
import { contentOf, type FormerTicker, type IndexedSymbol, type ListedSymbol } from '../storage/priceIndex';
import type { Basis, FormerName, Loaded, LoadedSymbol, MarketPrices, Snapshot, UnreadableSymbol } from './snapshot';

/** What a snapshot is made of. */
export interface SnapshotParts {
  /** The one before, of which all is kept that did not change; null = none. */
  readonly before: Loaded | null;
  readonly markets: readonly Market[];
  readonly basis: Basis;
  readonly known: Loaded['known'];
  /** By id, in the order of tickers. */
  readonly symbols: ReadonlyMap<number, LoadedSymbol>;
  readonly unreadable: readonly UnreadableSymbol[];
  /** Ids of symbols that changed, came or went. */
  readonly renewed: ReadonlySet<number>;
  /** Those that did not, and lie elsewhere in memory. */
  readonly moved: readonly LoadedSymbol[];
  readonly days: Loaded['days'];
  /** Null where it is to be made from the one before. */
  readonly dataVersion: string | null;
  readonly formerTickers: readonly FormerTicker[];
}

export function takeSnapshot(parts: SnapshotParts): Snapshot {
  const { before, basis, symbols, unreadable, renewed, known } = parts;
  const version = [basis.revision, ...basis.finalDays.values(), 'unreadable', ...unreadable.map(({ id }) => id)].join(
    ' ',
  );
  const [old, now] = [before?.known, known].map((all) => [...renewed].flatMap((id) => all?.get(id) ?? []));
  return {
    version,
    dataVersion:
      parts.dataVersion ??
      changedVersion(before?.snapshot.dataVersion ?? EMPTY_VERSION, old.flatMap(contentOf), now.flatMap(contentOf)),
    pricesStoredAt: lastStored(known.values()),
    simulated: [...symbols.values()].some(({ simulated }) => simulated),
    markets: marketsOf(parts, version, old, now),
    symbols,
    unreadable: new Map(unreadable.map((symbol) => [symbol.id, symbol])),
    listed: listedOf(before, old, now),
    former: formerNames(known, parts.formerTickers),
  };
}

function lastStored(known: Iterable<IndexedSymbol>): Date | null {
  let last = Number.NEGATIVE_INFINITY;
  for (const { series } of known) if (series !== null) last = Math.max(last, series.importedAt.getTime());
  return last === Number.NEGATIVE_INFINITY ? null : new Date(last);
}

/** Those are made anew of which a symbol, or the last final day, is another one. */
function marketsOf(
  parts: SnapshotParts,
  version: string,
  old: readonly IndexedSymbol[],
  now: readonly IndexedSymbol[],
): Snapshot['markets'] {
  const { before, markets, basis, moved } = parts;
  const touched = new Set([...old, ...now].flatMap(({ markets }) => markets));
  const elsewhere = new Set(moved.flatMap(({ markets }) => markets));
  const made = markets.map((market): [string, MarketPrices] => {
    const { id } = market;
    const known = before?.snapshot.markets.get(id);
    const isSame = before?.basis.finalDays.get(id) === basis.finalDays.get(id) && !touched.has(id);
    if (known === undefined) return [id, marketPrices(market, parts, { version, dataVersion: contentsOf(parts, id) })];
    if (isSame && !elsewhere.has(id)) return [id, known];
    if (isSame) return [id, marketPrices(market, parts, known)];
    const inMarket = (all: readonly IndexedSymbol[]) => all.filter(isIn(id)).flatMap(contentOf);
    const dataVersion = changedVersion(known.dataVersion, inMarket(old), inMarket(now));
    return [id, marketPrices(market, parts, { version, dataVersion })];
  });
  return new Map(made);
}

function contentsOf({ known }: SnapshotParts, marketId: string): string {
  return dataVersionOf([...known.values()].filter(isIn(marketId)).flatMap(contentOf));
}

/** What of all that is known belongs to one market. */
function marketPrices(
  market: Market,
  { known, symbols, unreadable, days }: SnapshotParts,
  { version, dataVersion }: Pick<MarketPrices, 'version' | 'dataVersion'>,
): MarketPrices {
  const counted = days.get(market.id);
  const sessions = counted === undefined ? new Int32Array() : marketSessions(counted.counts, counted.first);
  const asOf = sessions.at(-1) ?? null;
  const inMarket = isIn(market.id);
  const damaged = unreadable.filter(inMarket);
  // One whose first bar is still to come has nothing to show.
  const visible = [...symbols.values()].filter((one) => inMarket(one) && asOf !== null && one.firstDay <= asOf);
  const listed = damaged.length === 0 ? visible : [...visible, ...damaged].sort(byTicker);
  return {
    market,
    version,
    dataVersion,
    sessions,
    asOf,
    symbols: visible,
    unreadable: damaged,
    listed: listed.map(({ id }) => known.get(id)!),
  };
}

function isIn(marketId: string) {
  return ({ markets }: { readonly markets: readonly string[] }) => markets.includes(marketId);
}

function byTicker(a: { readonly symbol: string }, b: { readonly symbol: string }): number {
  return a.symbol < b.symbol ? -1 : 1;
}

function listedOf(before: Loaded | null, old: readonly IndexedSymbol[], now: readonly IndexedSymbol[]) {
  const listed = new Map<string, ListedSymbol>(before?.snapshot.listed);
  for (const { symbol } of old) listed.delete(tickerKey(symbol)!);
  for (const symbol of now) listed.set(tickerKey(symbol.symbol)!, symbol);
  return listed;
}

function formerNames(known: Loaded['known'], formerTickers: readonly FormerTicker[]): Snapshot['former'] {
  const names = new Map<string, FormerName[]>();
  for (const { symbolId, ticker, until } of formerTickers.toReversed()) {
    const listed = known.get(symbolId);
    const key = tickerKey(ticker);
    if (listed && key !== null) names.set(key, [...(names.get(key) ?? []), { ticker, until, listed }]);
  }
  return names;
}
