import { dateOrNull } from './database';

export type ExportState = 'queued' | 'running' | 'ready' | 'failed' | 'expired' | 'cancelled';
export type ExportStage = 'significance' | 'patterns';

/** A symbol that an export could not read. */
export interface ExportFailure {
  readonly symbol: string;
  /** A sentence for the client. */
  readonly reason: string;
}

/** The file of an export that is ready. */
export interface ExportFile {
  readonly rows: number;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the whole file, hexadecimal. */
  readonly sha256: string;
}

/** A bulk export: its request, progress and result. */
export interface ExportJob {
  readonly id: string;
  readonly accountId: number;
  readonly state: ExportState;
  /** JSON; equal requests have equal texts. */
  readonly request: string;
  readonly createdAt: Date;
  /** Data version of its prices; null before the first run. */
  readonly dataVersion: string | null;
  readonly progress: ExportProgress;
  readonly finishedAt: Date | null;
  /** When its file is deleted; null before there is a file. */
  readonly expiresAt: Date | null;
  readonly failures: readonly ExportFailure[];
  /** Why it failed or its file was deleted, as a sentence for the client. */
  readonly note: string | null;
  readonly file: ExportFile | null;
}

/** Progress of an export, in symbols. */
export interface ExportProgress {
  /** Null before the first run. */
  readonly stage: ExportStage | null;
  readonly done: number;
  readonly total: number;
}

/** Instants are epoch milliseconds. */
export interface ExportJobRow {
  readonly id: string;
  readonly account_id: number;
  readonly state: ExportState;
  readonly request: string;
  readonly created_at: number;
  /** Runs that have begun. Only the last one may write. */
  readonly attempts: number;
  readonly data_version: string | null;
  readonly stage: ExportStage | null;
  readonly done: number;
  readonly total: number;
  readonly finished_at: number | null;
  readonly expires_at: number | null;
  /** JSON. */
  readonly failures: string;
  readonly note: string | null;
  readonly row_count: number | null;
  readonly size: number | null;
  readonly sha256: string | null;
}

export const toExportJob = (row: ExportJobRow): ExportJob => ({
  id: row.id,
  accountId: row.account_id,
  state: row.state,
  request: row.request,
  createdAt: new Date(row.created_at),
  dataVersion: row.data_version,
  progress: { stage: row.stage, done: row.done, total: row.total },
  finishedAt: dateOrNull(row.finished_at),
  expiresAt: dateOrNull(row.expires_at),
  failures: JSON.parse(row.failures),
  note: row.note,
  file: row.sha256 === null ? null : { rows: row.row_count!, size: row.size!, sha256: row.sha256 },
});
