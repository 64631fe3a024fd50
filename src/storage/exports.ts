import type { Knex } from 'knex';
import type { JobSender } from '../queue/queue';
import { type Database, type EntityOf, instant, json, plain, type Query, RowMapper, type SqlValue } from './database';

type ExportState = 'queued' | 'running' | 'ready' | 'failed' | 'expired' | 'cancelled';
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

const JOB = new RowMapper({
  id: plain<string>(),
  accountId: plain<number>(),
  state: plain<ExportState>(),
  /** JSON; equal requests have equal texts. */
  request: plain<string>(),
  createdAt: instant(),
  /** Data version of its prices; null before the first run. */
  dataVersion: plain<string | null>(),
  finishedAt: instant<Date | null>(),
  /** When its file is deleted; null before there is a file. */
  expiresAt: instant<Date | null>(),
  failures: json<readonly ExportFailure[]>(),
  /** What is to be known of its file, or why it failed or the file was deleted, as sentences for the client. */
  note: plain<string | null>(),
});

/** A bulk export: its request, progress and result. */
export type ExportJob = EntityOf<typeof JOB> & {
  /** In symbols. */
  readonly progress: {
    /** Null before the first run. */
    readonly stage: ExportStage | null;
    readonly done: number;
    readonly total: number;
  };
  readonly file: ExportFile | null;
};

/** A request for an export. `dataVersion` is the current one; null when it is not known. */
export type NewExport = Pick<ExportJob, 'id' | 'accountId' | 'request' | 'createdAt' | 'dataVersion'>;

/** Limits on exports. Once one is reached, no export is added. */
export interface ExportLimits {
  /** Exports that an account may request after `since`. */
  readonly perDay: number;
  readonly since: Date;
  /** Queued and running exports of an account. */
  readonly underWay: number;
  /** Queued and running exports of all accounts. */
  readonly waiting: number;
  /** Bytes of all files. */
  readonly bytes: number;
}

/** The new export, an equal existing one, or the limit that was reached. */
export type ExportCreated = { readonly job: ExportJob } | { readonly limit: keyof Omit<ExportLimits, 'since'> };

/** A run of an export. It can no longer write once the next run has begun. */
export interface ExportRun {
  readonly id: string;
  /** 1 = the first. */
  readonly attempt: number;
}

export type RunProgress = ExportJob['progress'] & { readonly dataVersion: string };

/** The result of a finished export. */
export type ExportResult =
  | ({ readonly state: 'ready'; readonly file: ExportFile; readonly expiresAt: Date } & Pick<
      ExportJob,
      'failures' | 'note'
    >)
  | { readonly state: 'failed'; readonly note: string };

/** The columns that `JOB` does not map. */
type ExportJobRow = ExportJob['progress'] & {
  readonly state: ExportState;
  /** Runs that have begun. Only the last one may write. */
  readonly attempts: number;
  readonly row_count: number | null;
  readonly size: number | null;
  readonly sha256: string | null;
};

function toExportJob(row: ExportJobRow): ExportJob {
  const { stage, done, total, row_count, size, sha256 } = row;
  const file = sha256 === null ? null : { rows: row_count!, size: size!, sha256 };
  return { ...JOB.toEntity(row), progress: { stage, done, total }, file };
}

/** States of unfinished exports. */
const UNDER_WAY: readonly ExportState[] = ['queued', 'running'];
const IS_UNDER_WAY = "state IN ('queued', 'running')";

const COUNT_SINCE = 'SELECT count(*) AS jobs FROM export_job WHERE account_id = ? AND created_at >= ?';
const EQUAL = `SELECT * FROM export_job
  WHERE account_id = ? AND request = ? AND (${IS_UNDER_WAY}
    OR (state = 'ready' AND data_version = ? AND expires_at > ?))
  ORDER BY created_at DESC LIMIT 1`;
const USED = `SELECT count(*) FILTER (WHERE account_id = ? AND ${IS_UNDER_WAY}) AS under_way,
    count(*) FILTER (WHERE account_id = ? AND created_at >= ?) AS since,
    count(*) FILTER (WHERE ${IS_UNDER_WAY}) AS waiting,
    CAST(coalesce(sum(size) FILTER (WHERE state = 'ready'), 0) AS bigint) AS bytes
  FROM export_job`;
const BLOCK = `SELECT b.content FROM export_block b JOIN export_job j ON j.id = b.job_id
  WHERE j.state = 'ready' AND b.job_id = ? AND b.seq = ?`;

/** Bulk exports and their files, which are stored in blocks. A file can be read once its job is ready. */
export class ExportStore {
  constructor(
    private readonly database: Database,
    private readonly queue: JobSender,
  ) {}

  /**
   * Adds an export and sends its job, unless a limit is reached. An equal export of the account is returned instead, without
   * counting against a limit, when it is queued, running, or ready with a file of the same data version.
   */
  create(job: NewExport, limits: ExportLimits): Promise<ExportCreated> {
    const { id, accountId, request, createdAt, dataVersion } = job;
    return this.change(async (trx, query) => {
      const [equal] = await query<ExportJobRow>(EQUAL, accountId, request, dataVersion, createdAt.getTime());
      if (equal !== undefined) return { job: toExportJob(equal) };
      const limit = await reachedLimit(query, accountId, limits);
      if (limit !== null) return { limit };
      const queued = JOB.toRow({ id, accountId, state: 'queued', request, createdAt, failures: [] });
      const [created] = await trx('export_job').insert({ ...queued, attempts: 0, done: 0, total: 0 }, '*');
      await this.queue.send('export', { id }, { key: id, account: accountId, trx });
      return { job: toExportJob(created) };
    });
  }

  /** The number of exports that an account has requested since a moment, in any state. */
  async countSince(accountId: number, since: Date): Promise<number> {
    const [{ jobs }] = await this.database.query<{ jobs: number }>(COUNT_SINCE, accountId, since.getTime());
    return jobs;
  }

  /** The exports of an account, newest first. */
  of(accountId: number): Promise<ExportJob[]> {
    return this.jobs('account_id = ? ORDER BY created_at DESC, id', accountId);
  }

  async find(accountId: number, id: string): Promise<ExportJob | null> {
    return (await this.jobs('account_id = ? AND id = ?', accountId, id))[0] ?? null;
  }

  /** Exports that are queued or running, the oldest first. */
  unfinished(): Promise<ExportJob[]> {
    return this.jobs(`${IS_UNDER_WAY} ORDER BY created_at, id`);
  }

  /**
   * Begins a run of an export, and deletes the blocks that earlier runs wrote.
   *
   * @returns null when the export is finished, cancelled or deleted
   */
  begin(id: string): Promise<{ readonly job: ExportJob; readonly attempt: number } | null> {
    return this.change(async (trx) => {
      const begun = { state: 'running' as const, attempts: trx.raw('attempts + 1'), done: 0, total: 0, stage: null };
      const [row]: ExportJobRow[] = await trx('export_job')
        .where({ id })
        .whereIn('state', UNDER_WAY)
        .update(begun, '*');
      if (row === undefined) return null;
      await trx('export_block').where({ job_id: id }).delete();
      return { job: toExportJob(row), attempt: row.attempts };
    });
  }

  /** Stores the progress of a run. @returns false when a later run has begun, or the export was cancelled */
  saveProgress(run: ExportRun, { stage, done, total, dataVersion }: RunProgress): Promise<boolean> {
    return this.change(async (trx) => {
      return (await currentRun(trx, run).update({ stage, done, total, data_version: dataVersion })) > 0;
    });
  }

  /** Stores the next block of the file. @returns as `saveProgress` */
  write(run: ExportRun, seq: number, content: Buffer): Promise<boolean> {
    return this.change(async (trx) => {
      if ((await currentRun(trx, run).first('id')) === undefined) return false;
      await trx('export_block').insert({ job_id: run.id, seq, content });
      return true;
    });
  }

  /** Ends an export. @returns as `saveProgress`; nothing is stored when false */
  finish(run: ExportRun, result: ExportResult, at: Date): Promise<boolean> {
    return this.change(async (trx) => {
      if ((await currentRun(trx, run).first('id')) === undefined) return false;
      await storeResult(trx, run.id, result, at);
      return true;
    });
  }

  /** Marks an unfinished export that no job runs any more as failed. */
  markFailed(id: string, note: string, at: Date): Promise<void> {
    return this.change(async (trx) => {
      const job = await trx('export_job').where({ id }).whereIn('state', UNDER_WAY).first('id');
      if (job !== undefined) await storeResult(trx, id, { state: 'failed', note }, at);
    });
  }

  /** Queues a failed export again, for a job that an operator retries. */
  reopen(id: string): Promise<void> {
    return this.change(async (trx) => {
      await trx('export_job').where({ id, state: 'failed' }).update({ state: 'queued', finished_at: null, note: null });
    });
  }

  /** Returns an export to the queue after an orderly stop; the run does not count as an attempt. */
  requeue(run: ExportRun): Promise<void> {
    return this.change(async (trx) => {
      await currentRun(trx, run).update({ state: 'queued' }).decrement('attempts', 1);
    });
  }

  /** Cancels an unfinished export, or deletes the file of a finished one. Null when the account has no such export. */
  cancel(accountId: number, id: string, at: Date): Promise<ExportJob | null> {
    return this.change(async (trx) => {
      const own = () => trx('export_job').where({ id, account_id: accountId });
      const former: ExportJobRow | undefined = await own().first();
      if (former === undefined) return null;
      if (UNDER_WAY.includes(former.state)) {
        await own().update({ state: 'cancelled', finished_at: at.getTime() });
      } else if (former.state === 'ready') {
        await own().update({ state: 'expired', note: 'The account deleted the file.' });
      }
      await trx('export_block').where({ job_id: id }).delete();
      return toExportJob(await own().first());
    });
  }

  /** A block of the file of an export that is ready; null when there is none. @param seq from 0 */
  async block(id: string, seq: number): Promise<Buffer | null> {
    const [row] = await this.database.query<{ content: Buffer }>(BLOCK, id, seq);
    return row?.content ?? null;
  }

  /** Deletes files that have expired, and finished exports created before `before`. */
  prune(now: Date, before: Date): Promise<void> {
    return this.change(async (trx) => {
      const expired = trx('export_job').where({ state: 'ready' }).andWhere('expires_at', '<=', now.getTime());
      const ids: string[] = await expired.pluck('id');
      await trx('export_block').whereIn('job_id', ids).delete();
      await trx('export_job').whereIn('id', ids).update({ state: 'expired', note: null });
      await trx('export_job').whereNotIn('state', UNDER_WAY).andWhere('created_at', '<', before.getTime()).delete();
    });
  }

  private async jobs(condition: string, ...parameters: readonly SqlValue[]): Promise<ExportJob[]> {
    const rows = await this.database.query<ExportJobRow>(`SELECT * FROM export_job WHERE ${condition}`, ...parameters);
    return rows.map(toExportJob);
  }

  private change<T>(work: (trx: Knex, query: Query) => Promise<T>): Promise<T> {
    return this.database.change('exports', work);
  }
}

/** The row of an export, if this run is its last one and still running. */
function currentRun(trx: Knex, { id, attempt }: ExportRun) {
  return trx('export_job').where({ id, attempts: attempt, state: 'running' });
}

async function reachedLimit(query: Query, accountId: number, limits: ExportLimits) {
  const since = limits.since.getTime();
  type Used = { under_way: number; since: number; waiting: number; bytes: number };
  const [used] = await query<Used>(USED, accountId, accountId, since);
  if (used.under_way >= limits.underWay) return 'underWay';
  if (used.since >= limits.perDay) return 'perDay';
  if (used.waiting >= limits.waiting) return 'waiting';
  return used.bytes >= limits.bytes ? 'bytes' : null;
}

async function storeResult(trx: Knex, id: string, result: ExportResult, at: Date): Promise<void> {
  const finished = JOB.toRow({ ...result, finishedAt: at });
  const job = trx('export_job').where({ id });
  if (result.state === 'ready') {
    const { rows, size, sha256 } = result.file;
    await job.update({ ...finished, row_count: rows, size, sha256, done: trx.ref('total') });
  } else {
    await trx('export_block').where({ job_id: id }).delete();
    await job.update(finished);
  }
}
