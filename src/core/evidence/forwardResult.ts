import type { ForwardTable } from './forwardSummary';

/** What came of what searches of past months found, with all that it rests on: as it is written, printed and published. */
export interface ForwardResult {
  /** Instant, ISO 8601. */
  readonly made_at: string;
  /** `ENGINE_VERSION` of the program that walked. */
  readonly engine_version: string;
  readonly data_version: string;
  /** Last session that could be seen, YYYY-MM-DD. */
  readonly prices_through: string;
  readonly simulated: boolean;
  /** Labels of the prices, by name. */
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
  /** Windows left out because their next occurrence was not whole or is not over. */
  readonly unfinished: number;
  /** Symbols left out because their stored prices cannot be read. */
  readonly unreadable: readonly string[];
  readonly tables: readonly ForwardTable[];
}
