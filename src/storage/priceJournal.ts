import type { Knex } from 'knex';
import { tickerKey } from '../core/calendar/ticker';
import type { Bars } from '../core/window/bars';
import { type BarsChange, barsChange, NO_CHANGE } from '../core/window/barsChange';
import { insertAll } from './columns';
import type { Query } from './database';
import { changedVersion, dataVersionOf, type SeriesContent } from './dataVersion';
import { BYTES_PER_BAR, type ColumnSet, decodeCloses, decodeRange } from './priceBlob';
import type { PriceRun } from './priceHistory';

/** A symbol as the history describes it: without what the sandbox gave it. */
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
  /** Hash of its series, a simulated one too: the data version counts both. */
  readonly content: string | null;
}

/** A symbol before and after the transaction; null where it does not exist. */
interface Touched {
  readonly id: number;
  readonly before: SymbolState | null;
  readonly after: SymbolState | null;
}

/** A row of price_change, but for its version. */
interface ChangeValues {
  readonly symbol_id: number;
  readonly ticker: string;
  readonly former_ticker: string | null;
  readonly row_count: number | null;
  readonly first_day: number | null;
  readonly last_day: number | null;
  readonly hash: string | null;
  readonly source: string | null;
  readonly added: number;
  readonly removed: number;
  readonly restated: number;
  readonly restated_from: number | null;
  readonly restated_to: number | null;
  readonly factor: number | null;
  readonly joined_markets: string;
  readonly left_markets: string;
  readonly name: string | null;
}

interface LastVersion {
  readonly data_version: string;
  /** Null where an older program wrote it. */
  readonly revision: number | null;
}

const REVISION = "SELECT value FROM revision WHERE area = 'prices'";
const STATE = `SELECT s.ticker, s.name, p.row_count, p.first_day, p.last_day, p.hash, p.source,
    (SELECT string_agg(market_id, ',') FROM membership WHERE symbol_id = s.id AND NOT simulated) AS markets,
    (SELECT hash FROM price_series WHERE symbol_id = s.id) AS content
  FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id AND NOT p.simulated WHERE s.id = ?`;
const COLUMNS = `SELECT p.row_count, c.column_set, c.data FROM price_series p
  LEFT JOIN price_column c ON c.symbol_id = p.symbol_id WHERE p.symbol_id = ? AND NOT p.simulated`;
const ALL_SERIES = 'SELECT s.ticker, p.hash FROM price_series p JOIN symbol s ON s.id = p.symbol_id';
const LAST_VERSION = 'SELECT data_version, revision FROM price_version ORDER BY id DESC LIMIT 1';
const RUN_NAMED = 'SELECT id FROM price_run WHERE run = ?';
const ADD_RUN = 'INSERT INTO price_run (run, kind, began_at, market_id, label) VALUES (?, ?, ?, ?, ?) RETURNING id';
const ADD_VERSION = 'INSERT INTO price_version (run_id, at, data_version, revision) VALUES (?, ?, ?, ?) RETURNING id';
const KEEP_TICKER = `INSERT INTO former_ticker (key, symbol_id, until, ticker) VALUES (?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;

/**
 * Compares symbols before and after one transaction, and writes the differences into the history at its end. Every write of
 * symbols and prices names the symbol first that it is about to change.
 */
export class PriceJournal {
  private readonly before = new Map<number, SymbolState | null>();
  private readonly changes = new Map<number, BarsChange>();
  private knowsAllChanges = true;

  private constructor(
    private readonly trx: Knex,
    private readonly query: Query,
    private current: PriceRun,
    /** As the transaction began. */
    private readonly revision: number,
  ) {}

  /** Begins one, before the transaction reads or writes anything else of the prices. */
  static async open(trx: Knex, query: Query, run: PriceRun): Promise<PriceJournal> {
    // On PostgreSQL the row is locked: no other client changes prices between this moment and the end.
    const { value } = await trx('revision').where({ area: 'prices' }).forUpdate().first('value');
    return new PriceJournal(trx, query, run, value);
  }

  /** Of which the transaction is a part. */
  get run(): PriceRun {
    return this.current;
  }

  /** Says what was done once that is known. */
  relabel(label: string): void {
    this.current = { ...this.current, label };
  }

  /** Takes down a symbol as it is now, unless that was done before. */
  async touch(id: number): Promise<void> {
    if (!this.before.has(id)) this.before.set(id, await this.stateOf(id));
  }

  /** Takes down a symbol that this transaction created. */
  created(id: number): void {
    this.before.set(id, null);
  }

  /** Simulated prices change, whose symbols the history does not list. */
  simulatedChanged(): void {
    this.knowsAllChanges = false;
  }

  /** The real series of a symbol; null without one, and where it cannot be read. */
  async bars(id: number): Promise<Bars | null> {
    const rows = await this.query<{ row_count: number; column_set: string | null; data: unknown }>(COLUMNS, id);
    if (rows.length === 0) return null;
    const count = rows[0].row_count;
    const bytes = (set: ColumnSet) => {
      const data = rows.find(({ column_set }) => column_set === set)?.data;
      return Buffer.isBuffer(data) && data.length === count * BYTES_PER_BAR[set] ? data : null;
    };
    const [close, range] = [bytes('close'), bytes('range')];
    return close === null || range === null ? null : { ...decodeCloses(close, count), ...decodeRange(range, count) };
  }

  /** A symbol's series is replaced. */
  async seriesChanged(id: number, before: Bars | null, after: Bars | null): Promise<void> {
    await this.touch(id);
    const change = barsChange(before, after);
    const earlier = this.changes.get(id);
    this.changes.set(id, earlier === undefined ? change : sum(earlier, change));
  }

  /** The row of the run, created where there is none. @returns its id */
  async runId(): Promise<number> {
    const { id: name, kind, at, marketId, label } = this.current;
    const [found] = await this.query<{ id: number }>(RUN_NAMED, name);
    if (found !== undefined) return found.id;
    const [{ id }] = await this.query<{ id: number }>(ADD_RUN, name, kind, at.getTime(), marketId, label);
    return id;
  }

  /** Writes down what is different from before. Nothing of the prices may be written after it. */
  async close(): Promise<void> {
    if ((await this.revisionNow()) === this.revision) return;
    const touched: Touched[] = [];
    for (const [id, before] of this.before) touched.push({ id, before, after: await this.stateOf(id) });
    for (const one of touched) await this.keepTicker(one);
    const [last] = await this.query<LastVersion>(LAST_VERSION);
    const version = await this.versionAfter(touched, last);
    const rows = touched.map((one) => this.rowOf(one)).filter((row): row is ChangeValues => row !== null);
    if (rows.length === 0 && version === last?.data_version) return;
    // Triggers count row by row: only now the revision is the one that this transaction leaves.
    const revision = await this.revisionNow();
    const at = this.current.at.getTime();
    const [{ id }] = await this.query<{ id: number }>(ADD_VERSION, await this.runId(), at, version, revision);
    await insertAll(
      this.trx,
      'price_change',
      rows.map((row) => ({ ...row, version_id: id })),
    );
  }

  private async stateOf(id: number): Promise<SymbolState | null> {
    const [state] = await this.query<SymbolState>(STATE, id);
    return state ?? null;
  }

  private async revisionNow(): Promise<number> {
    const [{ value }] = await this.query<{ value: number }>(REVISION);
    return value;
  }

  /**
   * The data version that the transaction leaves. The last recorded one is only changed where nothing happened between it
   * and this transaction: other clients write prices too, and older programs recorded versions of another kind.
   */
  private async versionAfter(touched: readonly Touched[], last: LastVersion | undefined): Promise<string> {
    if (!this.knowsAllChanges || last === undefined || last.revision !== this.revision) {
      return dataVersionOf(await this.query<SeriesContent>(ALL_SERIES));
    }
    const removed = touched.map(({ before }) => before);
    const added = touched.map(({ after }) => after);
    return changedVersion(last.data_version, contentsOf(removed), contentsOf(added));
  }

  /**
   * The ticker of a symbol that has another now goes on to mean it, and that of one that is gone finds its history. A
   * name that was undone means nothing.
   */
  private async keepTicker({ id, before, after }: Touched): Promise<void> {
    // What only the sandbox knew is no symbol of anybody's.
    if (before === null || (before.hash === null && before.markets === null)) return;
    const key = tickerKey(before.ticker)!;
    const { kind, at } = this.current;
    if (after !== null && (tickerKey(after.ticker) === key || kind === 'undo')) return;
    await this.query(KEEP_TICKER, key, id, at.getTime(), before.ticker);
  }

  private rowOf({ id, before, after }: Touched): ChangeValues | null {
    const ticker = after?.ticker ?? before?.ticker ?? '';
    const joined = without(after?.markets, before?.markets);
    const left = without(before?.markets, after?.markets);
    const name = after !== null && after.name !== (before?.name ?? null) ? after.name : null;
    const former = before !== null && before.ticker !== ticker ? before.ticker : null;
    const series = seriesOf(after);
    const isSame = series.hash === seriesOf(before).hash && series.source === seriesOf(before).source;
    if (isSame && joined === '' && left === '' && name === null && former === null) return null;
    // A series that went with its symbol, by whatever way, was lost as a whole.
    const gone = { ...NO_CHANGE, removed: series.hash === null ? (before?.row_count ?? 0) : 0 };
    const change = isSame ? NO_CHANGE : (this.changes.get(id) ?? gone);
    return {
      symbol_id: id,
      ticker,
      former_ticker: former,
      ...series,
      added: change.added,
      removed: change.removed,
      restated: change.restated,
      restated_from: change.restatedFrom,
      restated_to: change.restatedTo,
      factor: change.factor,
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

/** Market ids of the one and not of the other. */
function without(these: string | null = '', those: string | null = ''): string {
  const others = new Set((those ?? '').split(','));
  return (these ?? '')
    .split(',')
    .filter((id) => id !== '' && !others.has(id))
    .sort((a, b) => Number(a) - Number(b))
    .join(',');
}

/** Two changes of one transaction as one. */
function sum(a: BarsChange, b: BarsChange): BarsChange {
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
