import type BetterSqlite3 from 'better-sqlite3';
import type { IndexedSymbol, PriceIndex } from '../prices';
import { dataVersionIn, type FormerRow, type IndexRow, toFormer, toListed, toSeries } from '../sql/priceRows';

export const SELECT_LISTED = `SELECT s.id, s.ticker, s.name, group_concat(m.market_id) AS markets
  FROM symbol s LEFT JOIN membership m ON m.symbol_id = s.id`;

/** Reads all that is known without reading a price, of one moment, over a connection. */
export class PriceIndexReader {
  private readonly everything: BetterSqlite3.Statement<[], IndexRow>;
  private readonly former: BetterSqlite3.Statement<[], FormerRow>;
  private readonly revisionValue: BetterSqlite3.Statement<[], number>;

  constructor(private readonly reader: BetterSqlite3.Database) {
    this.everything = reader.prepare(
      `SELECT p.*, l.* FROM (${SELECT_LISTED} GROUP BY s.id) l
       LEFT JOIN price_series p ON p.symbol_id = l.id ORDER BY l.ticker`,
    );
    this.former = reader.prepare(
      'SELECT f.* FROM former_ticker f JOIN symbol s ON s.id = f.symbol_id ORDER BY f.until',
    );
    this.revisionValue = reader.prepare<[], number>('SELECT value FROM revision WHERE id = 1').pluck();
  }

  index(): PriceIndex {
    const read = this.reader.transaction(() => ({
      revision: this.revisionValue.get() ?? 0,
      symbols: this.everything.all().map((row): IndexedSymbol => ({ ...toListed(row), series: toSeries(row) })),
      formerTickers: this.former.all().map(toFormer),
    }));
    const { revision, symbols, formerTickers } = read();
    return { revision, dataVersion: dataVersionIn(symbols), symbols, formerTickers };
  }
}
