import type { IndexedSymbol, PriceIndex } from '../prices';
import { dataVersionIn, type FormerRow, type IndexRow, toFormer, toListed, toSeries } from '../sql/priceRows';

const REVISION = 'SELECT value FROM revision WHERE id = 1';
const EVERYTHING = `SELECT s.id, s.ticker, s.name, m.markets,
    p.hash, p.row_count, p.first_day, p.last_day, p.source, p.imported_at, p.simulated
  FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id
  LEFT JOIN (SELECT symbol_id, string_agg(market_id, ',') AS markets FROM membership GROUP BY symbol_id) m
    ON m.symbol_id = s.id
  ORDER BY s.ticker`;
const FORMER = `SELECT f.symbol_id, f.ticker, f.until FROM former_ticker f JOIN symbol s ON s.id = f.symbol_id
  ORDER BY f.until, f.key, f.symbol_id`;

/** Rows of a query without values. */
export type RowsOf = <Row extends object>(text: string) => Promise<Row[]>;

/** All that is known without reading a price. @param rowsOf inside a transaction that sees one moment */
export async function readIndex(rowsOf: RowsOf): Promise<PriceIndex> {
  const [{ value: revision }] = await rowsOf<{ value: number }>(REVISION);
  const rows = await rowsOf<IndexRow>(EVERYTHING);
  const former = await rowsOf<FormerRow>(FORMER);
  const symbols = rows.map((row): IndexedSymbol => ({ ...toListed(row), series: toSeries(row) }));
  return { revision, dataVersion: dataVersionIn(symbols), symbols, formerTickers: former.map(toFormer) };
}
