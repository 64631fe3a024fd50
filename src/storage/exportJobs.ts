import { RowMapper } from './database';

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

export const JOB = new RowMapper<Omit<ExportJob, 'progress' | 'file'>>({
  id: 'plain',
  accountId: 'plain',
  state: 'plain',
  request: 'plain',
  createdAt: 'instant',
  dataVersion: 'plain',
  finishedAt: 'instant',
  expiresAt: 'instant',
  failures: 'json',
  note: 'plain',
});

/** The columns that `JOB` does not map. */
export interface ExportJobRow extends ExportProgress, Pick<ExportJob, 'state'> {
  /** Runs that have begun. Only the last one may write. */
  readonly attempts: number;
  readonly row_count: number | null;
  readonly size: number | null;
  readonly sha256: string | null;
}

export function toExportJob(row: ExportJobRow): ExportJob {
  const { stage, done, total, row_count, size, sha256 } = row;
  const file = sha256 === null ? null : { rows: row_count!, size: size!, sha256 };
  return { ...JOB.toEntity(row), progress: { stage, done, total }, file };
}
