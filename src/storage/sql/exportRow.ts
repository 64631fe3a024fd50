import type { ExportJob, ExportState } from '../exports';

/** A job as both databases keep it: instants are epoch milliseconds. */
export interface JobRow {
  readonly id: string;
  readonly account_id: number;
  readonly state: ExportState;
  readonly request: string;
  readonly created_at: number;
  readonly holder: string | null;
  readonly held_until: number | null;
  readonly attempts: number;
  readonly data_version: string | null;
  readonly stage: ExportJob['progress']['stage'];
  readonly done: number;
  readonly total: number;
  readonly finished_at: number | null;
  readonly expires_at: number | null;
  readonly failures: string;
  readonly note: string | null;
  readonly row_count: number | null;
  readonly size: number | null;
  readonly sha256: string | null;
}

/** States of jobs that are waited for. */
export const UNDER_WAY: readonly ExportState[] = ['queued', 'running'];

export function toJob(row: JobRow): ExportJob {
  return {
    id: row.id,
    accountId: row.account_id,
    state: row.state,
    request: row.request,
    createdAt: new Date(Number(row.created_at)),
    dataVersion: row.data_version,
    progress: { stage: row.stage, done: row.done, total: row.total },
    finishedAt: dateOrNull(row.finished_at),
    expiresAt: dateOrNull(row.expires_at),
    failures: JSON.parse(row.failures),
    note: row.note,
    file: row.sha256 === null ? null : { rows: Number(row.row_count), size: Number(row.size), sha256: row.sha256 },
  };
}

function dateOrNull(at: number | null): Date | null {
  return at === null ? null : new Date(Number(at));
}
