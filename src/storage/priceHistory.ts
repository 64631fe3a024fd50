import type { BarsChange } from '../core/window/barsChange';
import type { StoredSeries } from './prices';

/** What every run changed, kept for good. The sandbox's runs are told as a whole, not symbol by symbol. */
export interface PriceHistory {
  /** Newest first. */
  runs(limit: number): Promise<RecordedRun[]>;
  /** What happened to a symbol, newest first, whatever it was called then; also to symbols that are gone. */
  of(ticker: string): Promise<RecordedChange[]>;
  /** Of a symbol that is there. */
  summary(symbolId: number): Promise<PriceSummary>;
  /** When a data version was in force, newest first. @param prefix its first hexadecimal digits */
  version(prefix: string): Promise<VersionInForce[]>;
  /** What was in force at an instant; null before the first. */
  at(instant: Date): Promise<VersionInForce | null>;
}

/** Why prices, names or members of markets change. `before`: what was stored before history was kept. */
export type PriceRunKind = 'import' | 'feed' | 'sandbox' | 'list' | 'rename' | 'remove' | 'undo' | 'before';

/** Who changes symbols and prices, and why: a run of one command or feed, over all its transactions. */
export interface PriceRun {
  /** Names it: the transactions of one run give the same. */
  readonly id: string;
  readonly kind: PriceRunKind;
  /** Of the write. */
  readonly at: Date;
  /** Null where it is about no market in particular. */
  readonly marketId: string | null;
  /** Where the prices came from, or what was done, for people. */
  readonly label: string;
}

/** A run that changed something. */
export interface RecordedRun extends PriceRun {
  /** Transactions: each left another version of the symbols or prices. */
  readonly versions: number;
  /** Symbols it changed; those of the sandbox are not counted. */
  readonly symbols: number;
  /** Bars of all symbols. */
  readonly added: number;
  readonly removed: number;
  readonly restated: number;
  /** Of the prices as it left them. */
  readonly dataVersion: string;
}

/** What one transaction of a run did to one symbol. */
export interface RecordedChange extends BarsChange {
  readonly run: PriceRun;
  readonly at: Date;
  readonly dataVersion: string;
  /** As the symbol was called afterwards, or last. */
  readonly symbol: string;
  /** What it was called before; null = the same. */
  readonly formerTicker: string | null;
  /** The series it had afterwards; null = none. */
  readonly series: Pick<StoredSeries, 'hash' | 'rows' | 'firstDay' | 'lastDay' | 'source'> | null;
  /** Market ids. */
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** A new name; null = as before. */
  readonly name: string | null;
}

/** What is known of a symbol's history at a glance. */
export interface PriceSummary {
  /** Transactions that made stored bars others, and the last of them. */
  readonly restatements: number;
  readonly restatedAt: Date | null;
  /** What changed it last, under the id of the run's report, if it has one; null where nobody knows. */
  readonly last: { readonly run: PriceRun; readonly at: Date; readonly runId: number } | null;
}

/** A time in which a data version was in force. */
export interface VersionInForce {
  readonly dataVersion: string;
  /** The run that made it, and the symbols whose prices or tickers it changed in that transaction. */
  readonly run: PriceRun;
  readonly symbols: readonly string[];
  readonly from: Date;
  /** Null = still. */
  readonly until: Date | null;
}
