import type { Knex } from 'knex';
import { tickerKey } from '../core/calendar/ticker';
import { type Bars, type BarsChange, barsChange, NO_CHANGE } from '../core/window/bars';
import { insertAll, type Query } from './database';
import { changedVersion, dataVersionOf, type SeriesContent } from './hashes';
import { BARS_CHANGE, type PriceRun } from './priceHistory';
import { type ColumnSet, decodeBars } from './storedSeries';

/** A symbol as the history records it: without simulated prices and memberships, except for `content`. */
interface SymbolState {
  readonly ticker: string;
  readonly name: string | null;
  readonly row_count: number | null;
  readonly first_day: number | null;
  readonly last_day: number | null;
  readonly hash: string | null;
  readonly source: string | null;
  /** Comma-separated market ids. */
  readonly markets: string | null;
  /** Hash of its series, simulated or not: the data version includes both. */
  readonly content: string | null;
}

/** A symbol before and after the transaction; null = it did not exist. */
interface SymbolChange {
  readonly id: number;
  readonly before: SymbolState | null;
  readonly after: SymbolState | null;
}

interface LastVersion {
  /** Null when none is recorded. */
  readonly data_version: string | null;
  /** Null also when an older program wrote it. */
  readonly revision: number | null;
}

const STATE = `SELECT s.ticker, s.name, p.row_count, p.first_day, p.last_day, p.hash, p.source,
    (SELECT string_agg(market_id, ',') FROM membership WHERE symbol_id = s.id AND NOT simulated) AS markets,
    (SELECT hash FROM price_series WHERE symbol_id = s.id) AS content
  FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id AND NOT p.simulated WHERE s.id = ?`;
const COLUMNS = `SELECT p.row_count, c.column_set, c.data FROM price_series p
  LEFT JOIN price_column c ON c.symbol_id = p.symbol_id WHERE p.symbol_id = ? AND NOT p.simulated`;
const ALL_SERIES = 'SELECT s.ticker, p.hash FROM price_series p JOIN symbol s ON s.id = p.symbol_id';
/** With the current revision of prices. */
const LAST_VERSION = `SELECT r.value, v.data_version, v.revision FROM revision r
  LEFT JOIN (SELECT data_version, revision FROM price_version ORDER BY id DESC LIMIT 1) v ON true WHERE r.area = 'prices'`;
const RUN_NAMED = 'SELECT id FROM price_run WHERE run = ?';
const ADD_RUN = 'INSERT INTO price_run (run, kind, began_at, market_id, label) VALUES (?, ?, ?, ?, ?) RETURNING id';
const ADD_VERSION = 'INSERT INTO price_version (run_id, at, data_version, revision) VALUES (?, ?, ?, ?) RETURNING id';
const ADD_FORMER_TICKER = `INSERT INTO former_ticker (key, symbol_id, until, ticker) VALUES (?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;

/**
 * Compares symbols before and after one transaction, and writes the differences into the history at its end. `touch` must be
 * called before a symbol or its prices are changed.
 */
export class PriceJournal {
  private readonly before = new Map<number, SymbolState | null>();
  private readonly changes = new Map<number, BarsChange>();
  /** Whether `before` has every symbol whose series changed. */
  private isComplete = true;

  private constructor(
    private readonly trx: Knex,
    private readonly query: Query,
    private current: PriceRun,
    /** The revision of prices at the start of the transaction. */
    private readonly revision: number,
  ) {}

  /** Begins a journal. Call it before the transaction reads or writes prices. */
  static async open(trx: Knex, query: Query, run: PriceRun): Promise<PriceJournal> {
    // On PostgreSQL this locks the row: no other client can change prices until the transaction ends.
    const { value } = await trx('revision').where({ area: 'prices' }).forUpdate().first('value');
    return new PriceJournal(trx, query, run, value);
  }

  /** The run that the transaction is part of. */
  get run(): PriceRun {
    return this.current;
  }

  /** Replaces the label of the run. */
  relabel(label: string): void {
    this.current = { ...this.current, label };
  }

  /** Notes the current state of a symbol, unless it is noted already. */
  async touch(id: number): Promise<void> {
    if (!this.before.has(id)) this.before.set(id, await this.stateOf(id));
  }

  /** Notes a symbol that this transaction created. */
  created(id: number): void {
    this.before.set(id, null);
  }

  /** Notes a change of simulated prices. Their symbols are not listed in the history. */
  simulatedChanged(): void {
    this.isComplete = false;
  }

  /** The real series of a symbol; null when it has none or it is damaged. */
  async bars(id: number): Promise<Bars | null> {
    const rows = await this.query<{ row_count: number; column_set: string | null; data: unknown }>(COLUMNS, id);
    if (rows.length === 0) return null;
    const column = (set: ColumnSet) => rows.find(({ column_set }) => column_set === set)?.data;
    return decodeBars(column('close'), column('range'), rows[0].row_count);
  }

  /** Notes that a symbol's series is replaced. */
  async seriesChanged(id: number, before: Bars | null, after: Bars | null): Promise<void> {
    await this.touch(id);
    const change = barsChange(before, after);
    const earlier = this.changes.get(id);
    this.changes.set(id, earlier === undefined ? change : combined(earlier, change));
  }

  /** The id of the run's row, which is created when missing. */
  async runId(): Promise<number> {
    const { id: name, kind, at, marketId, label } = this.current;
    const [found] = await this.query<{ id: number }>(RUN_NAMED, name);
    if (found !== undefined) return found.id;
    const [{ id }] = await this.query<{ id: number }>(ADD_RUN, name, kind, at.getTime(), marketId, label);
    return id;
  }

  /** Writes the changes into the history. The transaction must not write prices afterwards. */
  async close(): Promise<void> {
    const changed: SymbolChange[] = [];
    for (const [id, before] of this.before) changed.push({ id, before, after: await this.stateOf(id) });
    for (const change of changed) await this.storeFormerTicker(change);
    // Read after the last write of prices: on SQLite triggers increment the revision with every row.
    const [{ value: revision, ...last }] = await this.query<{ value: number } & LastVersion>(LAST_VERSION);
    if (revision === this.revision) return;
    const version = await this.versionAfter(changed, last);
    const rows = changed.map((change) => this.rowOf(change)).filter((row) => row !== null);
    if (rows.length === 0 && version === last.data_version) return;
    const at = this.current.at.getTime();
    const [{ id }] = await this.query<{ id: number }>(ADD_VERSION, await this.runId(), at, version, revision);
    const changes = rows.map((row) => ({ ...row, version_id: id }));
    await insertAll(this.trx, 'price_change', changes);
  }

  private async stateOf(id: number): Promise<SymbolState | null> {
    const [state] = await this.query<SymbolState>(STATE, id);
    return state ?? null;
  }

  /**
   * The data version after the transaction. It is derived from the last recorded version if that is the one at the start of
   * the transaction: other clients may have changed prices since, and older programs recorded no revision.
   */
  private async versionAfter(changed: readonly SymbolChange[], last: LastVersion): Promise<string> {
    if (!this.isComplete || last.data_version === null || last.revision !== this.revision) {
      return dataVersionOf(await this.query<SeriesContent>(ALL_SERIES));
    }
    const removed = changed.map(({ before }) => before);
    const added = changed.map(({ after }) => after);
    return changedVersion(last.data_version, contentsOf(removed), contentsOf(added));
  }

  /**
   * Stores the ticker that a renamed or deleted symbol had, so that it still finds the symbol or its history. A ticker that
   * an undo takes back is not stored.
   */
  private async storeFormerTicker({ id, before, after }: SymbolChange): Promise<void> {
    // A symbol of the sandbox only.
    if (before === null || (before.hash === null && before.markets === null)) return;
    const key = tickerKey(before.ticker)!;
    const { kind, at } = this.current;
    if (after !== null && (tickerKey(after.ticker) === key || kind === 'undo')) return;
    await this.query(ADD_FORMER_TICKER, key, id, at.getTime(), before.ticker);
  }

  /** A row of price_change without its version; null if nothing changed. */
  private rowOf({ id, before, after }: SymbolChange): object | null {
    const ticker = after?.ticker ?? before?.ticker ?? '';
    const joined = idsOnlyIn(after?.markets, before?.markets);
    const left = idsOnlyIn(before?.markets, after?.markets);
    const name = after !== null && after.name !== (before?.name ?? null) ? after.name : null;
    const former = before !== null && before.ticker !== ticker ? before.ticker : null;
    const series = seriesOf(after);
    const isSame = series.hash === seriesOf(before).hash && series.source === seriesOf(before).source;
    if (isSame && joined === '' && left === '' && name === null && former === null) return null;
    // A series that was deleted with its symbol has no entry in `changes`.
    const deleted = { ...NO_CHANGE, removed: series.hash === null ? (before?.row_count ?? 0) : 0 };
    const change = isSame ? NO_CHANGE : (this.changes.get(id) ?? deleted);
    return {
      symbol_id: id,
      ticker,
      former_ticker: former,
      ...series,
      ...BARS_CHANGE.toRow(change),
      joined_markets: joined,
      left_markets: left,
      name,
    };
  }
}

function contentsOf(states: readonly (SymbolState | null)[]): SeriesContent[] {
  return states.flatMap((state) =>
    state === null || state.content === null ? [] : [{ ticker: state.ticker, hash: state.content }],
  );
}

function seriesOf(state: SymbolState | null) {
  const { row_count = null, first_day = null, last_day = null, hash = null, source = null } = state ?? {};
  return { row_count, first_day, last_day, hash, source };
}

/** The market ids that are in `ids` but not in `others`; all comma-separated. */
function idsOnlyIn(ids: string | null = '', others: string | null = ''): string {
  const excluded = new Set((others ?? '').split(','));
  return (ids ?? '')
    .split(',')
    .filter((id) => id !== '' && !excluded.has(id))
    .sort((a, b) => Number(a) - Number(b))
    .join(',');
}

/** Two changes of a symbol in one transaction, as one change. */
function combined(a: BarsChange, b: BarsChange): BarsChange {
  const days = (pick: (change: BarsChange) => number | null) => [a, b].flatMap((change) => pick(change) ?? []);
  const from = days(({ restatedFrom }) => restatedFrom);
  const to = days(({ restatedTo }) => restatedTo);
  return {
    added: a.added + b.added,
    removed: a.removed + b.removed,
    restated: a.restated + b.restated,
    restatedFrom: from.length === 0 ? null : Math.min(...from),
    restatedTo: to.length === 0 ? null : Math.max(...to),
    factor: null,
  };
}
