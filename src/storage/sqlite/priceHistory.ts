import type BetterSqlite3 from 'better-sqlite3';
import { tickerKey } from '../../core/calendar/ticker';
import type { PriceHistory } from '../ports';
import type { PriceRun, PriceRunKind, RecordedChange, RecordedRun, VersionInForce } from '../rows';
import { type Database, reading } from './database';

interface RunRow {
  run: string;
  kind: PriceRunKind;
  began_at: number;
  market_id: string | null;
  label: string;
}

interface RunTotals extends RunRow {
  versions: number;
  symbols: number;
  added: number;
  removed: number;
  restated: number;
  data_version: string;
}

interface ChangeRow extends RunRow {
  at: number;
  data_version: string;
  ticker: string;
  former_ticker: string | null;
  row_count: number;
  first_day: number;
  last_day: number;
  /** Null without a series. */
  hash: string | null;
  source: string;
  added: number;
  removed: number;
  restated: number;
  restated_from: number | null;
  restated_to: number | null;
  factor: number | null;
  joined_markets: string;
  left_markets: string;
  name: string | null;
}

interface VersionRow extends RunRow {
  id: number;
  at: number;
  data_version: string;
  /** When the next version that differs came into force. */
  until: number | null;
}

const toRun = ({ run, kind, began_at, market_id, label }: RunRow): PriceRun => ({
  id: run,
  kind,
  at: new Date(began_at),
  marketId: market_id,
  label,
});

const ids = (text: string) => (text === '' ? [] : text.split(','));

const toChange = (row: ChangeRow): RecordedChange => ({
  run: toRun(row),
  at: new Date(row.at),
  dataVersion: row.data_version,
  symbol: row.ticker,
  formerTicker: row.former_ticker,
  series:
    row.hash === null
      ? null
      : { hash: row.hash, rows: row.row_count, firstDay: row.first_day, lastDay: row.last_day, source: row.source },
  added: row.added,
  removed: row.removed,
  restated: row.restated,
  restatedFrom: row.restated_from,
  restatedTo: row.restated_to,
  factor: row.factor,
  joined: ids(row.joined_markets),
  left: ids(row.left_markets),
  name: row.name,
});

/** A prefix of no more than this is found in any version: `g` comes after every hexadecimal digit. */
const AFTER_DIGITS = 'g';

/** The history of prices, read only: `PriceJournal` writes it. */
export class SqlitePriceHistory implements PriceHistory {
  private readonly newest: BetterSqlite3.Statement<[number], RunTotals>;
  private readonly ofKey: BetterSqlite3.Statement<{ key: string }, ChangeRow>;
  private readonly named: BetterSqlite3.Statement<[string, string], VersionRow>;
  private readonly before: BetterSqlite3.Statement<[number], VersionRow>;
  private readonly changedBy: BetterSqlite3.Statement<[number], string>;

  constructor({ reader }: Database) {
    this.newest = reader.prepare(
      `SELECT r.*, count(DISTINCT v.id) AS versions, count(DISTINCT c.symbol_id) AS symbols,
         total(c.added) AS added, total(c.removed) AS removed, total(c.restated) AS restated,
         (SELECT data_version FROM price_version WHERE run_id = r.id ORDER BY id DESC LIMIT 1) AS data_version
       FROM price_run r JOIN price_version v ON v.run_id = r.id LEFT JOIN price_change c ON c.version_id = v.id
       WHERE r.id IN (SELECT id FROM price_run ORDER BY id DESC LIMIT ?)
       GROUP BY r.id ORDER BY r.id DESC`,
    );
    this.ofKey = reader.prepare(
      `SELECT r.*, v.at, v.data_version, c.* FROM price_change c
       JOIN price_version v ON v.id = c.version_id JOIN price_run r ON r.id = v.run_id
       WHERE c.symbol_id IN (SELECT id FROM symbol WHERE key = @key UNION SELECT symbol_id FROM former_ticker WHERE key = @key)
       ORDER BY c.version_id DESC, c.symbol_id`,
    );
    // A version that left the prices alone (a name, a membership) goes on with the one before it.
    const inForce = `SELECT v.id, v.at, v.data_version, r.run, r.kind, r.began_at, r.market_id, r.label,
         (SELECT n.at FROM price_version n WHERE n.id > v.id AND n.data_version <> v.data_version ORDER BY n.id LIMIT 1)
           AS until
       FROM price_version v JOIN price_run r ON r.id = v.run_id
       WHERE v.data_version IS NOT
         (SELECT b.data_version FROM price_version b WHERE b.id < v.id ORDER BY b.id DESC LIMIT 1)`;
    this.named = reader.prepare(`${inForce} AND v.data_version >= ? AND v.data_version < ? ORDER BY v.id DESC`);
    this.before = reader.prepare(`${inForce} AND v.at <= ? ORDER BY v.id DESC LIMIT 1`);
    this.changedBy = reader
      .prepare<[number], string>('SELECT ticker FROM price_change WHERE version_id = ? ORDER BY ticker')
      .pluck();
  }

  runs(limit: number): Promise<RecordedRun[]> {
    return reading(() =>
      this.newest.all(limit).map((row) => ({
        ...toRun(row),
        versions: row.versions,
        symbols: row.symbols,
        added: row.added,
        removed: row.removed,
        restated: row.restated,
        dataVersion: row.data_version,
      })),
    );
  }

  of(ticker: string): Promise<RecordedChange[]> {
    const key = tickerKey(ticker);
    return reading(() => (key === null ? [] : this.ofKey.all({ key }).map(toChange)));
  }

  version(prefix: string): Promise<VersionInForce[]> {
    const digits = prefix.toLowerCase();
    return reading(() => this.named.all(digits, digits + AFTER_DIGITS).map((row) => this.toVersion(row)));
  }

  at(instant: Date): Promise<VersionInForce | null> {
    return reading(() => {
      const row = this.before.get(instant.getTime());
      return row === undefined ? null : this.toVersion(row);
    });
  }

  private toVersion(row: VersionRow): VersionInForce {
    return {
      dataVersion: row.data_version,
      run: toRun(row),
      symbols: this.changedBy.all(row.id),
      from: new Date(row.at),
      until: row.until === null ? null : new Date(row.until),
    };
  }
}
