import { tickerKey } from '../../core/calendar/ticker';
import type { Bars } from '../../core/window/bars';
import { type BarsChange, barsChange, NO_CHANGE } from '../../core/window/barsChange';
import type { PriceRun } from '../priceHistory';
import { BYTES_PER_BAR, type ColumnSet, decodeCloses, decodeRange } from './priceBlob';
import type { Content, ContentChange, ContentsKept, StoredContents } from './storedContents';

/** A symbol as far as history tells of it: what the sandbox gave it is left out. */
export interface SymbolState {
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

export const CHANGE_COLUMNS = [
  ...(['symbol_id', 'ticker', 'former_ticker', 'row_count', 'first_day', 'last_day', 'hash', 'source'] as const),
  ...(['added', 'removed', 'restated', 'restated_from', 'restated_to', 'factor'] as const),
  ...(['joined_markets', 'left_markets', 'name'] as const),
];

/** A row of price_change, but for its version. */
export type ChangeValues = Record<(typeof CHANGE_COLUMNS)[number], string | number | null>;

/** What a journal reads and writes, inside the transaction that it is about. */
export interface JournalTables {
  revision(): Promise<number>;
  state(symbolId: number): Promise<SymbolState | null>;
  /** Rows of the real series of a symbol; null without one. */
  rows(symbolId: number): Promise<number | null>;
  /** Columns of a symbol as they are stored. */
  columns(symbolId: number): Promise<readonly { readonly column_set: string; readonly data: unknown }[]>;
  /** Every series by ticker, by the order of code units. */
  contents(): Promise<readonly Content[]>;
  /** The newest in the history; null before the first. */
  lastVersion(): Promise<string | null>;
  /** The row of a run, made where there is none. @returns its id */
  runRow(run: PriceRun): Promise<number>;
  /** @returns the id of the new version */
  addVersion(runId: number, at: number, dataVersion: string): Promise<number>;
  addChanges(versionId: number, changes: readonly ChangeValues[]): Promise<void>;
  /** Keeps a ticker that a symbol had until now; the same twice is one. */
  keepTicker(former: FormerRow): Promise<void>;
}

/** A row of former_ticker. */
export interface FormerRow {
  readonly key: string;
  readonly symbol_id: number;
  readonly until: number;
  readonly ticker: string;
}

/** A symbol before and after; null where it is not there. */
interface Touched {
  readonly id: number;
  readonly before: SymbolState | null;
  readonly after: SymbolState | null;
}

/**
 * What one transaction changes, written into the history at its end. Every write of symbols and prices names the symbol it
 * is about to change first.
 */
export class PriceJournal {
  private readonly before = new Map<number, SymbolState | null>();
  private readonly changes = new Map<number, BarsChange>();
  private isWhole = true;
  /** What is known once the transaction is stored. */
  private kept: ContentsKept | null = null;

  private constructor(
    private readonly tables: JournalTables,
    private readonly contents: StoredContents,
    private run: PriceRun,
    private readonly revision: number,
  ) {}

  /** Begins one, inside a transaction. */
  static async open(tables: JournalTables, contents: StoredContents, run: PriceRun): Promise<PriceJournal> {
    return new PriceJournal(tables, contents, run, await tables.revision());
  }

  /** When its transaction is written. */
  get at(): Date {
    return this.run.at;
  }

  /** Takes down a symbol as it is now, unless that was done before. */
  async touch(id: number): Promise<void> {
    if (!this.before.has(id)) this.before.set(id, await this.tables.state(id));
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
  async bars(id: number): Promise<Bars | null> {
    const count = await this.tables.rows(id);
    if (count === null) return null;
    const stored = new Map((await this.tables.columns(id)).map(({ column_set, data }) => [column_set, data]));
    const bytes = (set: ColumnSet) => {
      const data = stored.get(set);
      return Buffer.isBuffer(data) && data.length === count * BYTES_PER_BAR[set] ? data : null;
    };
    const [close, range] = [bytes('close'), bytes('range')];
    return close === null || range === null ? null : { ...decodeCloses(close, count), ...decodeRange(range, count) };
  }

  /** A symbol's series becomes another one. */
  async changed(id: number, before: Bars | null, after: Bars | null): Promise<void> {
    await this.touch(id);
    const change = barsChange(before, after);
    const earlier = this.changes.get(id);
    this.changes.set(id, earlier === undefined ? change : sum(earlier, change));
  }

  /** Writes down what is different from before. */
  async close(): Promise<void> {
    const { tables } = this;
    const revision = await tables.revision();
    if (revision === this.revision) return;
    const touched: Touched[] = [];
    for (const [id, before] of this.before) touched.push({ id, before, after: await tables.state(id) });
    for (const one of touched) await this.keepTicker(one);
    const rows = touched.map((one) => this.rowOf(one)).filter((row): row is ChangeValues => row !== null);
    const changes = touched.map(({ before, after }): ContentChange => [before, after]);
    const told = this.isWhole ? changes : null;
    const { version, kept } = await this.contents.after(this.revision, revision, told, () => tables.contents());
    this.kept = kept;
    if (rows.length === 0 && version === (await tables.lastVersion())) return;
    const id = await tables.addVersion(await tables.runRow(this.run), this.run.at.getTime(), version);
    await tables.addChanges(id, rows);
  }

  /** The transaction is stored: only then its revision is nobody else's. */
  committed(): void {
    if (this.kept !== null) this.contents.keep(this.kept);
  }

  /**
   * The ticker of a symbol that has another now goes on to mean it, and that of one that is gone finds its history. A
   * name that was undone means nothing.
   */
  private async keepTicker({ id, before, after }: Touched): Promise<void> {
    // What only the sandbox knew is no symbol of anybody's.
    if (before === null || (before.hash === null && before.markets === null)) return;
    const key = tickerKey(before.ticker)!;
    if (after !== null && (tickerKey(after.ticker) === key || this.run.kind === 'undo')) return;
    const { ticker } = before;
    await this.tables.keepTicker({ key, symbol_id: id, until: this.run.at.getTime(), ticker });
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
