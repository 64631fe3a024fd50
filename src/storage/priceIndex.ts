import { type Query, readRevision } from './database';
import { dataVersionOf } from './dataVersion';
import type { StoredSeries } from './priceBlob';

/** All symbols and their series, without prices. */
export interface PriceIndex {
  readonly revision: number;
  /** `dataVersionOf` all series. */
  readonly dataVersion: string;
  /** Every symbol, also without prices or market, by ticker. */
  readonly symbols: readonly IndexedSymbol[];
  /** Former tickers of these symbols, oldest first. */
  readonly formerTickers: readonly FormerTicker[];
}

/** The changes since a revision. */
export interface ChangedSymbols {
  readonly revision: number;
  /** Changed symbols, by ticker. Deleted symbols are missing; `total` shows that there are some. */
  readonly symbols: readonly IndexedSymbol[];
  /** Number of all symbols. */
  readonly total: number;
  /** Former tickers of all symbols, changed or not: there are few. */
  readonly formerTickers: readonly FormerTicker[];
}

/** A symbol and the markets it belongs to. */
export interface ListedSymbol {
  readonly id: number;
  /** As stored and shown: BRK-B, BTC-USD, ^DJI. */
  readonly symbol: string;
  /** The ticker when no name is known. */
  readonly name: string;
  /** Market ids, lowest first. */
  readonly markets: readonly string[];
}

export interface IndexedSymbol extends ListedSymbol {
  /** The revision of prices at the last change of the symbol, its series or its markets by any client. */
  readonly revision: number;
  readonly series: StoredSeries | null;
}

/** A ticker that a symbol had before it was renamed. */
export interface FormerTicker {
  readonly symbolId: number;
  readonly ticker: string;
  readonly until: Date;
}

interface SymbolRow {
  readonly id: number;
  readonly ticker: string;
  readonly name: string | null;
  /** Comma-separated market ids. */
  readonly markets: string | null;
}

/** The columns of the series are null for a symbol without one. */
interface IndexRow extends SymbolRow {
  readonly revision: number;
  readonly hash: string | null;
  readonly row_count: number;
  readonly first_day: number;
  readonly last_day: number;
  readonly source: string;
  readonly imported_at: number;
  readonly simulated: unknown;
}

const INDEXED = `s.id, s.ticker, s.name, s.revision,
    p.hash, p.row_count, p.first_day, p.last_day, p.source, p.imported_at, p.simulated`;
const MARKETS = `(SELECT string_agg(market_id, ',') FROM membership WHERE symbol_id = s.id) AS markets`;

/** Aggregates memberships in one pass instead of once per symbol. */
const EVERYTHING = `SELECT ${INDEXED}, m.markets FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id
  LEFT JOIN (SELECT symbol_id, string_agg(market_id, ',') AS markets FROM membership GROUP BY symbol_id) m
    ON m.symbol_id = s.id
  ORDER BY s.ticker`;
const CHANGED = `SELECT ${INDEXED}, ${MARKETS} FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id
  WHERE s.revision > ? ORDER BY s.ticker`;
const TOTAL = 'SELECT count(*) AS total FROM symbol';
const BY_KEY = `SELECT s.id, s.ticker, s.name, ${MARKETS} FROM symbol s WHERE s.key = ?`;
const FORMER = `SELECT f.symbol_id, f.ticker, f.until FROM former_ticker f JOIN symbol s ON s.id = f.symbol_id
  ORDER BY f.until, f.key, f.symbol_id`;

/** @param query reads one snapshot */
export async function readIndex(query: Query): Promise<PriceIndex> {
  const revision = await readRevision(query, 'prices');
  const symbols = (await query<IndexRow>(EVERYTHING)).map(toIndexed);
  return {
    revision,
    dataVersion: dataVersionOf(symbols.flatMap(contentOf)),
    symbols,
    formerTickers: await readFormer(query),
  };
}

/** @param query reads one snapshot */
export async function readChanges(query: Query, since: number): Promise<ChangedSymbols> {
  const revision = await readRevision(query, 'prices');
  const symbols = (await query<IndexRow>(CHANGED, since)).map(toIndexed);
  const [{ total }] = await query<{ total: number }>(TOTAL);
  return { revision, symbols, total, formerTickers: await readFormer(query) };
}

/** Null when there is none. @param key as `tickerKey` gives it */
export async function findSymbol(query: Query, key: string): Promise<ListedSymbol | null> {
  const [row] = await query<SymbolRow>(BY_KEY, key);
  return row === undefined ? null : toListed(row);
}

/** What the data version of a symbol's series is computed from; empty for a symbol without prices. */
export function contentOf({ symbol, series }: IndexedSymbol) {
  return series === null ? [] : [{ ticker: symbol, hash: series.hash }];
}

async function readFormer(query: Query): Promise<FormerTicker[]> {
  const rows = await query<{ symbol_id: number; ticker: string; until: number }>(FORMER);
  return rows.map(({ symbol_id, ticker, until }) => ({ symbolId: symbol_id, ticker, until: new Date(until) }));
}

function toListed({ id, ticker, name, markets }: SymbolRow): ListedSymbol {
  return {
    id,
    symbol: ticker,
    name: name ?? ticker,
    markets: markets === null ? [] : markets.split(',').sort((a, b) => Number(a) - Number(b)),
  };
}

function toIndexed(row: IndexRow): IndexedSymbol {
  return { ...toListed(row), revision: row.revision, series: toSeries(row) };
}

function toSeries(row: IndexRow): StoredSeries | null {
  if (row.hash === null) return null;
  return {
    hash: row.hash,
    rows: row.row_count,
    firstDay: row.first_day,
    lastDay: row.last_day,
    source: row.source,
    importedAt: new Date(row.imported_at),
    simulated: Boolean(row.simulated),
  };
}
