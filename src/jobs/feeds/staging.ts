import type { Clock } from '../../clock';
import type { Bars } from '../../core/window/bars';
import { mergeBars } from '../../ingest/merge';
import { countRows } from '../../ingest/readings';
import type { FeedSymbol } from '../../storage/feedSymbols';
import type { FeedStore } from '../../storage/feeds';
import type { HeldPrices } from '../../storage/heldPrices';
import type { JoinedPrices, StoredPrices } from '../importTarget';
import { type JudgedRows, qualityPart, ROUTINE } from '../qualityParts';
import type { KnownFeed } from './deps';

/** What a symbol's answer came to, before it is written. */
export interface Staged {
  readonly symbol: FeedSymbol;
  /** Bars to join with the stored ones; null = none. */
  readonly bars: Bars | null;
  /** Prices that wait for somebody's word; null = none do any more; undefined = as before. */
  readonly held?: HeldPrices | null;
  /** What became of the rows that came; null where none did. */
  readonly rows: JudgedRows | null;
}

/**
 * Collected before anything is written: each version of the prices is a moment in which those who serve them load them anew, so
 * that they should come close together; and what a kill loses must be fetched again, so that it should not be much.
 */
const MOST_SYMBOLS = 1_000;
const MOST_ROWS = 600_000;
const LONGEST_MS = 60_000;
/** Written in one transaction, for which other writers wait. */
const TOGETHER = 200;

/** Collects what a run fetched and writes it by the hundred. */
export class Staging {
  private staged: Staged[] = [];
  private rows = 0;
  private since = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly deps: { readonly feeds: FeedStore; readonly clock: Clock },
    private readonly known: KnownFeed,
    private readonly target: StoredPrices,
    private readonly source: string,
    /** Awaited with every write. */
    private readonly onWrite: () => Promise<void>,
  ) {}

  /** @throws whatever kept the database from being written */
  async add(one: Staged): Promise<void> {
    if (this.staged.length === 0) this.since = this.deps.clock.elapsed();
    this.staged.push(one);
    this.rows += one.bars?.day.length ?? 0;
    const isFull = this.staged.length >= MOST_SYMBOLS || this.rows >= MOST_ROWS;
    if (isFull || this.deps.clock.elapsed() - this.since >= LONGEST_MS) await this.flush();
  }

  /** Writes what was collected, after what is being written. Prices first: what is noted of a symbol must be true. */
  flush(): Promise<void> {
    const now = this.staged;
    this.staged = [];
    this.rows = 0;
    for (let at = 0; at < now.length; at += TOGETHER) {
      const part = now.slice(at, at + TOGETHER);
      this.writing = this.writing.then(() => this.write(part));
    }
    return this.writing;
  }

  private async write(staged: readonly Staged[]): Promise<void> {
    const joined: JoinedPrices[] = [];
    for (const one of staged) {
      const { prices, rows } = await this.join(one);
      if (prices !== null) joined.push(prices);
      if (rows !== null) this.target.report(qualityPart(rows, ROUTINE));
    }
    await this.target.putAll(joined);
    const { feeds } = this.deps;
    const { id } = this.known.feed;
    for (const { symbol, held } of staged) {
      if (held) await feeds.hold(id, held);
      else if (held === null) await feeds.discardHeld(id, symbol.ticker);
    }
    await feeds.note(
      id,
      staged.map(({ symbol }) => symbol),
    );
    await this.onWrite();
  }

  /** With what is stored now, which an import may have changed since it was compared: what does not fit any more stays. */
  private async join({
    symbol,
    bars,
    rows,
  }: Staged): Promise<{ prices: JoinedPrices | null; rows: JudgedRows | null }> {
    if (bars === null) return { prices: null, rows };
    const { market } = this.known;
    const { ticker } = symbol;
    const stored = await this.target.bars(ticker);
    const merge = mergeBars(stored, bars, { replace: false, gapLimit: market.gapLimit });
    const fits = merge.action !== 'conflict';
    const prices = {
      symbol: ticker,
      marketId: market.id,
      bars: fits ? merge.bars : stored!,
      source: this.source,
      isUnchanged: !fits || merge.action === 'unchanged',
      isSourceAsked: false,
    };
    return { prices, rows: fits ? rows : rows && withConflict(rows, ticker, merge.detail) };
  }
}

/** Rows that fitted when they were fetched and do not any more: those not refused yet are. */
function withConflict(rows: JudgedRows, symbol: string, detail: string): JudgedRows {
  const where = { firstDay: null, lastDay: null, firstLine: 0, lastLine: 0 };
  const conflict = { kind: 'conflict' as const, symbol, rows: rows.rowsIn - countRows(rows.refused), ...where, detail };
  return { ...rows, refused: [...rows.refused, conflict], flags: [], anew: null };
}
