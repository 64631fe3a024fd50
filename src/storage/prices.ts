import { tickerKey } from '../core/calendar/ticker';
import type { Bars } from '../core/window/bars';
import {
  type Database,
  type EntityOf,
  firstOf,
  instant,
  plain,
  type Query,
  type Row,
  RowMapper,
  readRevision,
} from './database';
import { CorruptPricesError } from './errors';
import { dataVersionOf } from './hashes';
import { PriceChanges } from './priceChanges';
import { PriceHistory, type PriceRun } from './priceHistory';
import { PriceJournal } from './priceJournal';
import { PriceQuality } from './priceQuality';
import { type StoredSeries, StoredSeriesReader } from './storedSeries';

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

const FORMER_TICKER = new RowMapper({ symbolId: plain<number>(), ticker: plain<string>(), until: instant() });

/** A ticker that a symbol had before it was renamed. */
export type FormerTicker = EntityOf<typeof FORMER_TICKER>;

/** Market ids are comma-separated. */
type SymbolRow = Omit<ListedSymbol, 'markets'> & { readonly markets: string | null };

/** The columns of the series are null for a symbol without one. */
interface IndexRow extends SymbolRow, Omit<StoredSeries, 'hash' | 'importedAt' | 'simulated'> {
  readonly revision: number;
  readonly hash: string | null;
  readonly importedAt: number;
  readonly simulated: unknown;
}

const LISTED = 's.id, s.ticker AS symbol, coalesce(s.name, s.ticker) AS name';
const INDEXED = `${LISTED}, s.revision, p.hash, p.row_count AS rows, p.first_day AS "firstDay", p.last_day AS "lastDay",
    p.source, p.imported_at AS "importedAt", p.simulated`;
const MARKETS = `(SELECT string_agg(market_id, ',') FROM membership WHERE symbol_id = s.id) AS markets`;

/** Aggregates memberships in one pass instead of once per symbol. */
const EVERYTHING = `SELECT ${INDEXED}, m.markets FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id
  LEFT JOIN (SELECT symbol_id, string_agg(market_id, ',') AS markets FROM membership GROUP BY symbol_id) m
    ON m.symbol_id = s.id
  ORDER BY s.ticker`;
const CHANGED = `SELECT ${INDEXED}, ${MARKETS} FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id
  WHERE s.revision > ? ORDER BY s.ticker`;
const TOTAL = 'SELECT count(*) AS total FROM symbol';
const BY_KEY = `SELECT ${LISTED}, ${MARKETS} FROM symbol s WHERE s.key = ?`;
const REAL_HASH = `SELECT p.hash FROM price_series p JOIN symbol s ON s.id = p.symbol_id WHERE s.key = ? AND NOT p.simulated`;
const FORMER = `SELECT ${FORMER_TICKER.columnsOf('f')} FROM former_ticker f JOIN symbol s ON s.id = f.symbol_id
  ORDER BY f.until, f.key, f.symbol_id`;

/** Reads whole series, also in another thread. */
export type Series = Pick<PriceStore, 'read' | 'readCloses' | 'readRanges'>;

/** Symbols, their markets and their prices. Imports, feeds, the sandbox and `perennial symbols` write them. */
export class PriceStore extends StoredSeriesReader {
  readonly history: PriceHistory;
  readonly quality: PriceQuality;

  constructor(private readonly database: Database) {
    super(database);
    this.history = new PriceHistory(database);
    this.quality = new PriceQuality(database);
  }

  /** Grows with every change of symbols, memberships and prices by any client. Cheap enough for every request. */
  revision(): Promise<number> {
    return this.database.revision('prices');
  }

  /** Everything but the prices themselves, from one snapshot. @throws DamagedDataError naming what cannot be read */
  index(): Promise<PriceIndex> {
    return this.database.snapshot(async (query) => {
      const revision = await readRevision(query, 'prices');
      const symbols = (await query<IndexRow>(EVERYTHING)).map(toIndexed);
      const dataVersion = dataVersionOf(symbols.flatMap(contentOf));
      return { revision, dataVersion, symbols, formerTickers: await readFormer(query) };
    });
  }

  /**
   * What has changed since a revision, from one snapshot.
   *
   * @param since the revision of an index or of earlier changes
   * @throws DamagedDataError naming what cannot be read
   */
  changes(since: number): Promise<ChangedSymbols> {
    return this.database.snapshot(async (query) => {
      const revision = await readRevision(query, 'prices');
      const symbols = (await query<IndexRow>(CHANGED, since)).map(toIndexed);
      const [{ total }] = await query<{ total: number }>(TOTAL);
      return { revision, symbols, total, formerTickers: await readFormer(query) };
    });
  }

  /** The symbol of a ticker, compared by `tickerKey`; null when there is none. */
  async find(ticker: string): Promise<ListedSymbol | null> {
    const key = tickerKey(ticker);
    if (key === null) return null;
    return firstOf(await this.database.query<SymbolRow>(BY_KEY, key), toListed);
  }

  /** The stored bars of a ticker; null if there are none or they are damaged. */
  async bars(ticker: string): Promise<Bars | null> {
    const symbol = await this.find(ticker);
    const bars = symbol && (await this.read([symbol.id])).get(symbol.id);
    return !bars || bars instanceof CorruptPricesError ? null : bars;
  }

  /** The content hash of a ticker's real series; null when it has none. */
  async realHash(ticker: string): Promise<string | null> {
    const [series] = await this.database.query<{ hash: string }>(REAL_HASH, tickerKey(ticker));
    return series?.hash ?? null;
  }

  /**
   * Runs `work` in one transaction: all its writes are stored and recorded in the history, or none. This store's own reads do
   * not see them before the transaction ends.
   *
   * @param run that the transaction is part of
   */
  write<T>(run: PriceRun, work: (changes: PriceChanges) => Promise<T>): Promise<T> {
    // Feeds follow symbols that are renamed or removed.
    return this.database.change(['prices', 'feeds'], async (trx, query) => {
      const journal = await PriceJournal.open(trx, query, run);
      const result = await work(new PriceChanges(trx, journal));
      await journal.close();
      return result;
    });
  }
}

/** What the data version of a symbol's series is computed from; empty for a symbol without prices. */
export function contentOf({ symbol, series }: IndexedSymbol) {
  return series === null ? [] : [{ ticker: symbol, hash: series.hash }];
}

async function readFormer(query: Query): Promise<FormerTicker[]> {
  return (await query<Row>(FORMER)).map(FORMER_TICKER.toEntity);
}

function toListed({ id, symbol, name, markets }: SymbolRow): ListedSymbol {
  return { id, symbol, name, markets: markets?.split(',').sort((a, b) => Number(a) - Number(b)) ?? [] };
}

function toIndexed(row: IndexRow): IndexedSymbol {
  const { hash, rows, firstDay, lastDay, source } = row;
  const stored = { rows, firstDay, lastDay, source, importedAt: new Date(row.importedAt) };
  const series = hash === null ? null : { hash, ...stored, simulated: Boolean(row.simulated) };
  return { ...toListed(row), revision: row.revision, series };
}
