import { dateOrNull } from './columns';

export type ExportState = 'queued' | 'running' | 'ready' | 'failed' | 'expired' | 'cancelled';
export type ExportStage = 'significance' | 'patterns';

/** A symbol that an export could not look at. */
export interface ExportFailure {
  readonly symbol: string;
  /** For a person. */
  readonly reason: string;
}

/** The file of an export that is ready. */
export interface ExportFile {
  readonly rows: number;
  /** Bytes. */
  readonly size: number;
  /** Of all of it, hexadecimal. */
  readonly sha256: string;
}

/** A bulk export: its request, how far it is, and what became of it. */
export interface ExportJob {
  readonly id: string;
  readonly accountId: number;
  readonly state: ExportState;
  /** As JSON, the same text for the same request. */
  readonly request: string;
  readonly createdAt: Date;
  /** Of the prices it is made from; null before it is begun. */
  readonly dataVersion: string | null;
  readonly progress: ExportProgress;
  readonly finishedAt: Date | null;
  /** When its file is deleted; null where there is none yet. */
  readonly expiresAt: Date | null;
  readonly failures: readonly ExportFailure[];
  /** Why it failed, or what became of its file; for a person. */
  readonly note: string | null;
  readonly file: ExportFile | null;
}

/** How far an export is. */
export interface ExportProgress {
  /** Null before it is begun. */
  readonly stage: ExportStage | null;
  /** Symbols. */
  readonly done: number;
  readonly total: number;
}

/** A job as it is stored: instants are epoch milliseconds. */
export interface ExportJobRow {
  readonly id: string;
  readonly account_id: number;
  readonly state: ExportState;
  readonly request: string;
  readonly created_at: number;
  /** Runs that have begun, of which only the last one may write. */
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
