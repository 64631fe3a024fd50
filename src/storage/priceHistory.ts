import { tickerKey } from '../core/calendar/ticker';
import type { BarsChange } from '../core/window/bars';
import { type Database, dateOrNull, firstOf, plain, RowMapper } from './database';
import type { StoredSeries } from './storedSeries';

/** What changes prices, names or market members. `before`: stored before the history began. */
export type PriceRunKind = 'import' | 'feed' | 'sandbox' | 'list' | 'rename' | 'remove' | 'undo' | 'before';

/** A run of a command or feed that changes symbols or prices, in one or more transactions. */
export interface PriceRun {
  /** The same in all transactions of the run. */
  readonly id: string;
  readonly kind: PriceRunKind;
  /** When it writes. */
  readonly at: Date;
  /** Null = no market in particular. */
  readonly marketId: string | null;
  /** The source of the prices or what was done, as text for the operator. */
  readonly label: string;
}

/** A run that changed something. */
export interface RecordedRun extends PriceRun {
  /** Number of symbols it changed, without those of the sandbox. */
  readonly symbols: number;
  /** Bars of all symbols. */
  readonly added: number;
  readonly removed: number;
  readonly restated: number;
  /** The data version after the run. */
  readonly dataVersion: string;
}

/** The change of one symbol by one transaction. */
export interface RecordedChange extends BarsChange {
  readonly run: PriceRun;
  readonly at: Date;
  /** The data version after the transaction. */
  readonly dataVersion: string;
  /** The ticker after the change, or the last one of a deleted symbol. */
  readonly symbol: string;
  /** The ticker before the change; null = the same. */
  readonly formerTicker: string | null;
  /** The series after the change; null = none. */
  readonly series: Pick<StoredSeries, 'hash' | 'rows' | 'firstDay' | 'lastDay' | 'source'> | null;
  /** Ids of the markets that the symbol joined. */
  readonly joined: readonly string[];
  /** Ids of the markets that the symbol left. */
  readonly left: readonly string[];
  /** The new name; null = unchanged. */
  readonly name: string | null;
}

/** A summary of a symbol's history. */
export interface PriceSummary {
  /** Number of transactions that changed bars already stored. */
  readonly restatements: number;
  /** The last such transaction; null without any. */
  readonly restatedAt: Date | null;
  /** The last change; null when none is recorded. `runId` is also the id of the run's quality report, if it has one. */
  readonly last: { readonly run: PriceRun; readonly at: Date; readonly runId: number } | null;
}

/** A period in which a data version was in force. */
export interface VersionInForce {
  readonly dataVersion: string;
  /** The run that created the version. */
  readonly run: PriceRun;
  /** Tickers of the symbols that the transaction changed. */
  readonly symbols: readonly string[];
  readonly from: Date;
  /** Null = it is still in force. */
  readonly until: Date | null;
}

export interface RunRow {
  run: string;
  kind: PriceRunKind;
  began_at: number;
  market_id: string | null;
  label: string;
}

type RunTotals = RunRow & Omit<RecordedRun, keyof PriceRun>;

export const BARS_CHANGE = new RowMapper<BarsChange>({
  added: plain(),
  removed: plain(),
  restated: plain(),
  restatedFrom: plain(),
  restatedTo: plain(),
  factor: plain(),
});

/** The columns of price_change that `BARS_CHANGE` does not map, with those of its version and run. */
interface ChangeRow extends RunRow {
  readonly at: number;
  readonly data_version: string;
  readonly ticker: string;
  readonly former_ticker: string | null;
  readonly row_count: number | null;
  readonly first_day: number | null;
  readonly last_day: number | null;
  /** Null without a series, as the other columns of a series are. */
  readonly hash: string | null;
  readonly source: string | null;
  readonly joined_markets: string;
  readonly left_markets: string;
  readonly name: string | null;
}

interface VersionRow extends RunRow {
  id: number;
  at: number;
  data_version: string;
  /** When the next data version came into force; null = none has. */
  until: number | null;
}

export const toRun = ({ run, kind, began_at, market_id, label }: RunRow): PriceRun => ({
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
      : { hash: row.hash, rows: row.row_count!, firstDay: row.first_day!, lastDay: row.last_day!, source: row.source! },
  ...BARS_CHANGE.toEntity(row),
  joined: ids(row.joined_markets),
  left: ids(row.left_markets),
  name: row.name,
});

/** Sorts after every hexadecimal digit, so that a prefix followed by it is the upper bound of a range. */
const AFTER_DIGITS = 'g';

const NEWEST = `SELECT r.*, count(DISTINCT c.symbol_id) AS symbols,
    coalesce(sum(c.added), 0) AS added, coalesce(sum(c.removed), 0) AS removed, coalesce(sum(c.restated), 0) AS restated,
    (SELECT data_version FROM price_version WHERE run_id = r.id ORDER BY id DESC LIMIT 1) AS "dataVersion"
  FROM price_run r JOIN price_version v ON v.run_id = r.id LEFT JOIN price_change c ON c.version_id = v.id
  WHERE r.id IN (SELECT DISTINCT run_id FROM price_version ORDER BY run_id DESC LIMIT ?)
  GROUP BY r.id ORDER BY r.id DESC`;
const OF_KEY = `SELECT r.*, v.at, v.data_version, c.* FROM price_change c
  JOIN price_version v ON v.id = c.version_id JOIN price_run r ON r.id = v.run_id
  WHERE c.symbol_id IN (SELECT id FROM symbol WHERE key = ? UNION SELECT symbol_id FROM former_ticker WHERE key = ?)
  ORDER BY c.version_id DESC, c.symbol_id`;
const RESTATED = `SELECT count(*) AS restatements, max(v.at) AS restated_at FROM price_change c
  JOIN price_version v ON v.id = c.version_id WHERE c.symbol_id = ? AND c.restated > 0`;
const LAST = `SELECT r.*, v.at FROM price_change c JOIN price_version v ON v.id = c.version_id
  JOIN price_run r ON r.id = v.run_id WHERE c.symbol_id = ? ORDER BY c.version_id DESC LIMIT 1`;
/** Consecutive rows with the same data version (only a name or a membership changed) are one period. */
const IN_FORCE = `SELECT v.id, v.at, v.data_version, r.run, r.kind, r.began_at, r.market_id, r.label,
    (SELECT n.at FROM price_version n WHERE n.id > v.id AND n.data_version <> v.data_version ORDER BY n.id LIMIT 1)
      AS until
  FROM price_version v JOIN price_run r ON r.id = v.run_id
  WHERE v.data_version IS DISTINCT FROM
    (SELECT b.data_version FROM price_version b WHERE b.id < v.id ORDER BY b.id DESC LIMIT 1)`;
const NAMED = `${IN_FORCE} AND v.data_version >= ? AND v.data_version < ? ORDER BY v.id DESC`;
const BEFORE = `${IN_FORCE} AND v.at <= ? ORDER BY v.id DESC LIMIT 1`;
const CHANGED_BY = 'SELECT ticker FROM price_change WHERE version_id = ? ORDER BY ticker';

/** The history of changes of symbols and prices. `PriceJournal` writes it. Runs of the sandbox list no symbols. */
export class PriceHistory {
  constructor(private readonly database: Pick<Database, 'query'>) {}

  /** The newest runs, newest first. */
  async runs(limit: number): Promise<RecordedRun[]> {
    const rows = await this.database.query<RunTotals>(NEWEST, limit);
    return rows.map((row) => {
      const { symbols, added, removed, restated, dataVersion } = row;
      return { ...toRun(row), symbols, added, removed, restated, dataVersion };
    });
  }

  /** The changes of a symbol, newest first, also under former tickers and after its deletion. */
  async of(ticker: string): Promise<RecordedChange[]> {
    const key = tickerKey(ticker);
    return key === null ? [] : (await this.database.query<ChangeRow>(OF_KEY, key, key)).map(toChange);
  }

  async summary(symbolId: number): Promise<PriceSummary> {
    const [counted] = await this.database.query<{ restatements: number; restated_at: number | null }>(
      RESTATED,
      symbolId,
    );
    const [last] = await this.database.query<RunRow & { id: number; at: number }>(LAST, symbolId);
    const { restatements, restated_at } = counted;
    return {
      restatements,
      restatedAt: dateOrNull(restated_at),
      last: last === undefined ? null : { run: toRun(last), at: new Date(last.at), runId: last.id },
    };
  }

  /** The periods in which a data version was in force, newest first. @param prefix its first hexadecimal digits */
  async version(prefix: string): Promise<VersionInForce[]> {
    const digits = prefix.toLowerCase();
    const rows = await this.database.query<VersionRow>(NAMED, digits, digits + AFTER_DIGITS);
    return Promise.all(rows.map((row) => this.toVersion(row)));
  }

  /** The version that was in force at an instant; null before the first. */
  async at(instant: Date): Promise<VersionInForce | null> {
    return firstOf(await this.database.query<VersionRow>(BEFORE, instant.getTime()), (row) => this.toVersion(row));
  }

  private async toVersion(row: VersionRow): Promise<VersionInForce> {
    const symbols = await this.database.query<{ ticker: string }>(CHANGED_BY, row.id);
    return {
      dataVersion: row.data_version,
      run: toRun(row),
      symbols: symbols.map(({ ticker }) => ticker),
      from: new Date(row.at),
      until: dateOrNull(row.until),
    };
  }
}
