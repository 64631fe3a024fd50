import type { ForwardTable } from './forwardSummary';

/** Results of walk-forward searches with their data and settings, in the form that is stored, printed and published. */
export interface ForwardResult {
  /** Instant, ISO 8601. */
  readonly made_at: string;
  /** `ENGINE_VERSION` of the program that ran the walk-forward. */
  readonly engine_version: string;
  readonly data_version: string;
  /** Last session of the prices, YYYY-MM-DD. */
  readonly prices_through: string;
  readonly simulated: boolean;
  /** Source labels of the prices, sorted. */
  readonly sources: readonly string[];
  /** Id. */
  readonly market: string;
  readonly settings: {
    readonly years: number;
    /** Calendar days. */
    readonly minHold: number;
    readonly maxHold: number;
    readonly rotations: number;
  };
  /** First and last month of entry, YYYY-MM. */
  readonly from: string;
  readonly to: string;
  readonly months: number;
  readonly symbols: number;
  /** Windows left out because their next occurrence is incomplete or not over. */
  readonly unfinished: number;
  /** Symbols left out because their stored prices cannot be read. */
  readonly unreadable: readonly string[];
  readonly tables: readonly ForwardTable[];
}
