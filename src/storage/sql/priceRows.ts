import type { FormerTicker, IndexedSymbol, ListedSymbol, StoredSeries } from '../prices';
import { dataVersionOf } from './storedContents';

export interface SymbolRow {
  id: number;
  ticker: string;
  name: string | null;
  /** Comma-separated market ids. */
  markets: string | null;
}

/** The columns of the series are null where a symbol has none. */
export interface IndexRow extends SymbolRow {
  hash: string | null;
  row_count: number;
  first_day: number;
  last_day: number;
  source: string;
  imported_at: number;
  simulated: unknown;
}

export const toListed = (row: SymbolRow): ListedSymbol => ({
  id: row.id,
  symbol: row.ticker,
  name: row.name ?? row.ticker,
  markets: row.markets === null ? [] : row.markets.split(',').sort((a, b) => Number(a) - Number(b)),
});

export const toSeries = (row: IndexRow): StoredSeries | null =>
  row.hash === null
    ? null
    : {
        hash: row.hash,
        rows: row.row_count,
        firstDay: row.first_day,
        lastDay: row.last_day,
        source: row.source,
        importedAt: new Date(row.imported_at),
        simulated: Boolean(row.simulated),
      };

export interface FormerRow {
  symbol_id: number;
  ticker: string;
  until: number;
}

export const toFormer = ({ symbol_id, ticker, until }: FormerRow): FormerTicker => ({
  symbolId: symbol_id,
  ticker,
  until: new Date(until),
});

/** The data version of all that an index lists. @param symbols by ticker */
export function dataVersionIn(symbols: readonly IndexedSymbol[]): string {
  return dataVersionOf(
    symbols.flatMap(({ symbol, series }) => (series ? [{ ticker: symbol, hash: series.hash }] : [])),
  );
}
