import type BetterSqlite3 from 'better-sqlite3';
import { tickerKey } from '../../core/calendar/ticker';
import type { Bars } from '../../core/window/bars';
import { type BarsChange, barsChange, NO_CHANGE } from '../../core/window/barsChange';
import type { PriceRun } from '../rows';
import { BYTES_PER_BAR, type ColumnSet, decodeCloses, decodeRange } from './priceBlob';
import { type ContentChange, StoredContents } from './storedContents';

/** A symbol as far as history tells of it: what the sandbox gave it is left out. */
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
}

/** A row of price_change. */
type Values = Record<string, string | number | null>;

/** The journals of one connection, and what they share. */
export class PriceJournals {
  readonly statements: ReturnType<typeof prepare>;
  readonly contents: StoredContents;

  constructor(writer: BetterSqlite3.Database) {
    this.statements = prepare(writer);
    this.contents = new StoredContents(writer);
  }

  /** Begins one, inside a transaction. */
  open(run: PriceRun): PriceJournal {
    return new PriceJournal(this, run);
  }
}

/**
 * What one transaction changes, written into the history at its end. Every write of symbols and prices names the symbol it
 * is about to change first.
 */
export class PriceJournal {
  private readonly before = new Map<number, SymbolState | null>();
  private readonly changes = new Map<number, BarsChange>();
  private readonly revision: number;
  private isWhole = true;

  constructor(
    private readonly journals: PriceJournals,
    private run: PriceRun,
  ) {
    this.revision = journals.statements.revision.get()!;
  }

  /** Takes down a symbol as it is now, unless that was done before. */
  touch(id: number): void {
    if (!this.before.has(id)) this.before.set(id, this.stateOf(id));
  }

  /** A symbol that this transaction made. */
  born(id: number): void {
    this.before.set(id, null);
  }

  /** Says what was done once that is known. */
  tell(label: string): void {
    this.run = { ...this.run, label };
  }

  /** Simulated prices change, of which history tells as a whole. */
  untold(): void {
    this.isWhole = false;
  }

  /** The real series of a symbol; null without one, and where it cannot be read. */
  bars(id: number): Bars | null {
    const { rows, columns } = this.journals.statements;
    const count = rows.get(id);
    if (count === undefined) return null;
    const stored = new Map(columns.all(id).map(({ column_set, data }) => [column_set, data]));
    const bytes = (set: ColumnSet) => {
      const data = stored.get(set);
      return Buffer.isBuffer(data) && data.length === count * BYTES_PER_BAR[set] ? data : null;
    };
    const [close, range] = [bytes('close'), bytes('range')];
    return close === null || range === null ? null : { ...decodeCloses(close, count), ...decodeRange(range, count) };
  }

  /** A symbol's series becomes another one. */
  changed(id: number, before: Bars | null, after: Bars | null): void {
    this.touch(id);
    const change = barsChange(before, after);
    const earlier = this.changes.get(id);
    this.changes.set(id, earlier === undefined ? change : sum(earlier, change));
  }

  /** Writes down what is different from before. */
  close(): void {
    const { revision, lastVersion, addVersion, addChange } = this.journals.statements;
    if (revision.get() === this.revision) return;
    const touched = [...this.before].map(([id, before]) => ({ id, before, after: this.stateOf(id) }));
    for (const { id, before, after } of touched) this.keepTicker(id, before, after);
    const rows = touched
      .map(({ id, before, after }) => this.rowOf(id, before, after))
      .filter((row): row is Values => row !== null);
    const changes = touched.map(({ before, after }) => [before, after] as ContentChange);
    const { contents } = this.journals;
    const version = contents.versionAfter(this.revision, revision.get()!, this.isWhole ? changes : null);
    if (rows.length === 0 && version === lastVersion.get()) return;
    const id = Number(addVersion.run(this.runId(), this.run.at.getTime(), version).lastInsertRowid);
    for (const row of rows) addChange.run({ ...row, version_id: id });
  }

  /**
   * The ticker of a symbol that has another now goes on to mean it, and that of one that is gone finds its history. A
   * name that was undone means nothing.
   */
  private keepTicker(id: number, before: SymbolState | null, after: SymbolState | null): void {
    // What only the sandbox knew is no symbol of anybody's.
    if (before === null || (before.hash === null && before.markets === null)) return;
    const key = tickerKey(before.ticker)!;
    if (after !== null && (tickerKey(after.ticker) === key || this.run.kind === 'undo')) return;
    this.journals.statements.keepTicker.run(key, id, this.run.at.getTime(), before.ticker);
  }

  private rowOf(id: number, before: SymbolState | null, after: SymbolState | null): Values | null {
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

  private runId(): number {
    const { runNamed, addRun } = this.journals.statements;
    const { id, kind, at, marketId, label } = this.run;
    return runNamed.get(id) ?? Number(addRun.run(id, kind, at.getTime(), marketId, label).lastInsertRowid);
  }

  private stateOf(id: number): SymbolState | null {
    return this.journals.statements.state.get(id) ?? null;
  }
}

const CHANGE_COLUMNS = [
  ...['symbol_id', 'version_id', 'ticker', 'former_ticker', 'row_count', 'first_day', 'last_day', 'hash', 'source'],
  ...[
    'added',
    'removed',
    'restated',
    'restated_from',
    'restated_to',
    'factor',
    'joined_markets',
    'left_markets',
    'name',
  ],
];

function prepare(writer: BetterSqlite3.Database) {
  return {
    revision: writer.prepare<[], number>('SELECT value FROM revision WHERE id = 1').pluck(),
    state: writer.prepare<[number], SymbolState>(
      `SELECT s.ticker, s.name, p.row_count, p.first_day, p.last_day, p.hash, p.source,
         (SELECT group_concat(market_id) FROM membership WHERE symbol_id = s.id AND simulated = 0) AS markets
       FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id AND p.simulated = 0 WHERE s.id = ?`,
    ),
    rows: writer
      .prepare<[number], number>('SELECT row_count FROM price_series WHERE symbol_id = ? AND simulated = 0')
      .pluck(),
    columns: writer.prepare<[number], { column_set: string; data: unknown }>(
      'SELECT column_set, data FROM price_column WHERE symbol_id = ?',
    ),
    lastVersion: writer.prepare<[], string>('SELECT data_version FROM price_version ORDER BY id DESC LIMIT 1').pluck(),
    runNamed: writer.prepare<[string], number>('SELECT id FROM price_run WHERE run = ?').pluck(),
    addRun: writer.prepare<[string, string, number, string | null, string]>(
      'INSERT INTO price_run (run, kind, began_at, market_id, label) VALUES (?, ?, ?, ?, ?)',
    ),
    addVersion: writer.prepare<[number, number, string]>(
      'INSERT INTO price_version (run_id, at, data_version) VALUES (?, ?, ?)',
    ),
    addChange: writer.prepare<[Values]>(
      `INSERT INTO price_change (${CHANGE_COLUMNS.join()}) VALUES (${CHANGE_COLUMNS.map((name) => `@${name}`).join()})`,
    ),
    keepTicker: writer.prepare<[string, number, number, string]>(
      'INSERT OR IGNORE INTO former_ticker (key, symbol_id, until, ticker) VALUES (?, ?, ?, ?)',
    ),
  };
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

/** Two changes of one transaction, told as one. */
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
