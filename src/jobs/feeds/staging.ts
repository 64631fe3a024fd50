import type { Bars } from '../../core/window/bars';
import { mergeBars } from '../../ingest/merge';
import { countRows } from '../../ingest/readings';
import type { FeedSymbol } from '../../storage/feedSymbols';
import type { HeldPrices } from '../../storage/qualityReports';
import { type JudgedRows, qualityPart, ROUTINE } from '../importReport';
import type { JoinedPrices, StoredPrices } from '../importTarget';
import type { FeedDeps, ResolvedFeed } from './deps';

/** The result of one symbol, before it is written. */
export interface Staged {
  readonly symbol: FeedSymbol;
  /** Bars to merge with the stored ones; null = none. */
  readonly bars: Bars | null;
  /** Prices to hold for review; null discards those held before; undefined leaves them. */
  readonly held?: HeldPrices | null;
  /** Quality counts of the rows received; null if there were none. */
  readonly rows: JudgedRows | null;
}

/**
 * Limits of what is collected before a write. Fewer writes mean fewer versions of the prices, each of which servers reload;
 * smaller batches mean that less must be fetched again after a crash.
 */
const MOST_SYMBOLS = 1_000;
const MOST_ROWS = 600_000;
/** Share of the provider's daily requests of which one batch may hold the results: a killed run loses no more. */
const SHARE_OF_DAY = 0.05;
const LONGEST_MS = 60_000;
/** Symbols in one transaction, for which other writers wait. */
const BATCH = 200;

/** Collects the results of a run and writes them in batches. */
export class Staging {
  private staged: Staged[] = [];
  private rows = 0;
  private since = 0;
  private writing: Promise<void> = Promise.resolve();
  private readonly mostSymbols: number;

  constructor(
    private readonly deps: Pick<FeedDeps, 'feeds' | 'heldPrices' | 'clock'>,
    private readonly resolved: ResolvedFeed,
    private readonly target: StoredPrices,
    private readonly source: string,
    /** Awaited after every write. */
    private readonly onWrite: () => Promise<void>,
  ) {
    const share = Math.floor(SHARE_OF_DAY * resolved.provider.limits.perDay);
    this.mostSymbols = Math.max(1, Math.min(MOST_SYMBOLS, share));
  }

  /** @throws the error of an earlier or the present write */
  async add(result: Staged): Promise<void> {
    if (this.staged.length === 0) this.since = this.deps.clock.elapsed();
    this.staged.push(result);
    this.rows += result.bars?.day.length ?? 0;
    const isFull = this.staged.length >= this.mostSymbols || this.rows >= MOST_ROWS;
    if (isFull || this.deps.clock.elapsed() - this.since >= LONGEST_MS) await this.flush();
  }

  /** Writes the collected results, after the writes under way. Prices come before the state of their symbols. */
  flush(): Promise<void> {
    const collected = this.staged;
    this.staged = [];
    this.rows = 0;
    for (let at = 0; at < collected.length; at += BATCH) {
      const part = collected.slice(at, at + BATCH);
      this.writing = this.writing.then(() => this.write(part));
    }
    return this.writing;
  }

  private async write(staged: readonly Staged[]): Promise<void> {
    const joined: JoinedPrices[] = [];
    for (const result of staged) {
      const { prices, rows } = await this.join(result);
      if (prices !== null) joined.push(prices);
      if (rows !== null) this.target.report(qualityPart(rows, ROUTINE));
    }
    await this.target.put(joined);
    const { feeds, heldPrices } = this.deps;
    const { id } = this.resolved.feed;
    for (const { symbol, held } of staged) {
      if (held) await heldPrices.hold(id, held);
      else if (held === null) await heldPrices.discard(id, symbol.ticker);
    }
    await feeds.updateSymbols(
      id,
      staged.map(({ symbol }) => symbol),
    );
    await this.onWrite();
  }

  /** Merges with the prices stored now. An import may have changed them since the comparison: bars that conflict are refused. */
  private async join({
    symbol,
    bars,
    rows,
  }: Staged): Promise<{ prices: JoinedPrices | null; rows: JudgedRows | null }> {
    if (bars === null) return { prices: null, rows };
    const { market } = this.resolved;
    const { ticker } = symbol;
    const stored = await this.target.bars(ticker);
    const merge = mergeBars(stored, bars, market);
    const fits = merge.action !== 'conflict';
    const prices = {
      symbol: ticker,
      marketId: market.id,
      bars: fits ? merge.bars : stored!,
      source: this.source,
      isUnchanged: !fits || merge.action === 'unchanged',
      isSourceExplicit: false,
    };
    return { prices, rows: fits ? rows : rows && withConflict(rows, ticker, merge.detail) };
  }
}

/** Refuses the remaining rows, which conflict with prices that were stored after they were fetched. */
function withConflict(rows: JudgedRows, symbol: string, detail: string): JudgedRows {
  const where = { firstDay: null, lastDay: null, firstLine: 0, lastLine: 0 };
  const conflict = { kind: 'conflict' as const, symbol, rows: rows.rowsIn - countRows(rows.refused), ...where, detail };
  return { ...rows, refused: [...rows.refused, conflict], flags: [], replacedSymbol: null };
}
