import type { Day } from '../../core/calendar/dates';
import type { Question } from '../screening/question';
import type { HoldRequest } from '../screening/requestRules';

export type ExportFormat = 'csv' | 'ndjson' | 'parquet';

/** The request of an export. It is stored with its job as canonical JSON: equal requests have equal texts. */
export interface ExportRequest extends Omit<Question, keyof HoldRequest>, Required<HoldRequest> {
  /** Market id. */
  readonly market: string;
  /** Entry dates, both ends included. */
  readonly from: Day;
  readonly to: Day;
  /** Most windows of each symbol. */
  readonly perSymbol: number;
  readonly format: ExportFormat;
}

/** The note of an export whose job an operator cancelled. */
export const CANCELLED_BY_OPERATOR = 'The operator of this server cancelled it.';

/** Limits of exports. */
export const EXPORT_LIMITS = {
  /** Of one account, queued and running. */
  underWay: 2,
  /** Of all accounts, queued and running. */
  waiting: 50,
  /** Bytes of a block of a file. */
  blockBytes: 1 << 20,
  /** Bytes of one file. */
  fileBytes: 64 << 20,
  /** Bytes of all files; 4 GB. */
  bytes: 2 ** 32,
  /** How long a file is kept. */
  keptMs: 24 * 3_600_000,
  /** How long a job is remembered. */
  rememberedMs: 7 * 24 * 3_600_000,
} as const;
