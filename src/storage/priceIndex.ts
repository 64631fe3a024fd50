import type { Query } from './database';
import { dataVersionOf } from './dataVersion';
import type { StoredSeries } from './priceBlob';

/** All that is known of symbols and prices without reading a price. */
export interface PriceIndex {
  readonly revision: number;
  /** Hash over the tickers and contents of all series: equal data, equal version, on any machine. */
  readonly dataVersion: string;
  /** Every symbol by ticker, also those without prices or market. */
  readonly symbols: readonly IndexedSymbol[];
  /** Tickers that these symbols had before, the first to be given up first. */
  readonly formerTickers: readonly FormerTicker[];
}

/** What changed since some revision, of one moment. */
export interface ChangedSymbols {
  readonly revision: number;
  /** Those that changed, by ticker. A symbol that was deleted is not among them: `total` tells. */
  readonly symbols: readonly IndexedSymbol[];
  /** How many symbols there are. */
  readonly total: number;
  /** Of all symbols: there are few. */
  readonly formerTickers: readonly FormerTicker[];
}

/** A symbol and the markets it belongs to. */
export interface ListedSymbol {
  readonly id: number;
  /** As stored and shown: BRK-B, BTC-USD, ^DJI. */
  readonly symbol: string;
  /** The ticker where no name is known. */
  readonly name: string;
  /** Market ids, lowest first. */
  readonly markets: readonly string[];
}

export interface IndexedSymbol extends ListedSymbol {
  /** The revision of prices at which the symbol, its series or its markets changed last, whoever changed them. */
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

/** The columns of the series are null where a symbol has none. */
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

const REVISION = "SELECT value FROM revision WHERE area = 'prices'";
const INDEXED = `s.id, s.ticker, s.name, s.revision,
    p.hash, p.row_count, p.first_day, p.last_day, p.source, p.imported_at, p.simulated`;
const MARKETS = `(SELECT string_agg(market_id, ',') FROM membership WHERE symbol_id = s.id) AS markets`;

/** Memberships are gone through once, and not once a symbol. */
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

/** @param query of one moment */
export async function readIndex(query: Query): Promise<PriceIndex> {
  const revision = await readRevision(query);
  const symbols = (await query<IndexRow>(EVERYTHING)).map(toIndexed);
  return { revision, dataVersion: dataVersionIn(symbols), symbols, formerTickers: await readFormer(query) };
}

/** @param query of one moment */
export async function readChanges(query: Query, since: number): Promise<ChangedSymbols> {
  const revision = await readRevision(query);
  const symbols = (await query<IndexRow>(CHANGED, since)).map(toIndexed);
  const [{ total }] = await query<{ total: number }>(TOTAL);
  return { revision, symbols, total, formerTickers: await readFormer(query) };
}

/** Null when there is none. @param key as `tickerKey` gives it */
export async function findSymbol(query: Query, key: string): Promise<ListedSymbol | null> {
  const [row] = await query<SymbolRow>(BY_KEY, key);
  return row === undefined ? null : toListed(row);
}

/** The data version of all that an index lists. */
export function dataVersionIn(symbols: Iterable<IndexedSymbol>): string {
  return dataVersionOf([...symbols].flatMap(contentOf));
}

/** The series of a symbol as data versions count it; none where it has no prices. */
export function contentOf({ symbol, series }: IndexedSymbol) {
  return series === null ? [] : [{ ticker: symbol, hash: series.hash }];
}

async function readRevision(query: Query): Promise<number> {
  const [{ value }] = await query<{ value: number }>(REVISION);
  return value;
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
