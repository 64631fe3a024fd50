import type { Knex } from 'knex';
import type { Database, Query } from './database';
import {
  type ExportFailure,
  type ExportFile,
  type ExportJob,
  type ExportJobRow,
  type ExportProgress,
  type ExportState,
  toExportJob,
} from './exportJobs';
import type { IsGone } from './work';

/** A request for an export. */
export interface NewExport extends Pick<ExportJob, 'id' | 'accountId' | 'request' | 'createdAt'> {
  /** Of the prices that there are; null where that is not known. */
  readonly dataVersion: string | null;
}

/** How much there may be; once a limit is reached, no export is added. */
export interface ExportLimits {
  /** Exports that an account may ask for since `since`. */
  readonly perDay: number;
  readonly since: Date;
  /** Of an account, queued and running. */
  readonly underWay: number;
  /** Of all accounts, queued and running. */
  readonly waiting: number;
  /** Of all files. */
  readonly bytes: number;
}

/** What became of a request for an export: the job, an equal one that exists, or the limit that was reached. */
export type ExportCreated = { readonly job: ExportJob } | { readonly limit: keyof Omit<ExportLimits, 'since'> };

/** A process that looks for a job. */
export interface ExportClaim {
  readonly holder: string;
  readonly now: Date;
  /** When the claim lapses, should the process die meanwhile. */
  readonly until: Date;
}

/** Progress of a job, from the process that works on it. */
export interface ExportReport extends ExportProgress {
  readonly dataVersion: string;
  readonly until: Date;
}

/** How a job ends. */
export type ExportEnd =
  | {
      readonly state: 'ready';
      readonly file: ExportFile;
      readonly failures: readonly ExportFailure[];
      readonly expiresAt: Date;
    }
  | { readonly state: 'failed'; readonly note: string };

/** States of jobs that are waited for, as the statements below have them too. */
const UNDER_WAY: readonly ExportState[] = ['queued', 'running'];

const OF_ACCOUNT = 'SELECT * FROM export_job WHERE account_id = ? ORDER BY created_at DESC, id';
const ONE = 'SELECT * FROM export_job WHERE account_id = ? AND id = ?';
const COUNT_SINCE = 'SELECT count(*) AS jobs FROM export_job WHERE account_id = ? AND created_at >= ?';
const EQUAL = `SELECT * FROM export_job
  WHERE account_id = ? AND request = ? AND (state IN ('queued', 'running')
    OR (state = 'ready' AND data_version = ? AND expires_at > ?))
  ORDER BY created_at DESC LIMIT 1`;
const USED = `SELECT count(*) FILTER (WHERE account_id = ? AND state IN ('queued', 'running')) AS under_way,
    count(*) FILTER (WHERE account_id = ? AND created_at >= ?) AS since,
    count(*) FILTER (WHERE state IN ('queued', 'running')) AS waiting,
    CAST(coalesce(sum(size) FILTER (WHERE state = 'ready'), 0) AS bigint) AS bytes
  FROM export_job`;
/** Accounts with the longest time since an export was made come first. */
const WAITING = `SELECT j.*, coalesce((SELECT max(m.finished_at) FROM export_job m
      WHERE m.account_id = j.account_id AND m.state IN ('ready', 'failed', 'expired')), 0) AS last_made
  FROM export_job j WHERE j.state IN ('queued', 'running') ORDER BY last_made, j.created_at, j.id`;
const BLOCK = `SELECT b.content FROM export_block b JOIN export_job j ON j.id = b.job_id
  WHERE j.state = 'ready' AND b.job_id = ? AND b.seq = ?`;

/** A job during which so many processes ended will end the next one too. */
const MOST_ATTEMPTS = 3;
const GIVEN_UP = `${MOST_ATTEMPTS} processes ended while they were at it; ask for a smaller export`;

/** Bulk exports and their files, which are stored in blocks. A file can be read once its job is ready. */
export class ExportStore {
  constructor(private readonly database: Database) {}

  /**
   * Adds an export, unless a limit is reached. An equal one of the account that is queued or running, or whose file was
   * made from these prices and still exists, is returned instead, and counts against no limit.
   */
  create(job: NewExport, limits: ExportLimits): Promise<ExportCreated> {
    const { id, accountId, request, dataVersion } = job;
    const createdAt = job.createdAt.getTime();
    return this.change(async (trx, query) => {
      const [equal] = await query<ExportJobRow>(EQUAL, accountId, request, dataVersion, createdAt);
      if (equal !== undefined) return { job: toExportJob(equal) };
      const limit = await limitMet(query, accountId, limits);
      if (limit !== null) return { limit };
      const row = {
        id,
        account_id: accountId,
        state: 'queued',
        request,
        created_at: createdAt,
        attempts: 0,
        done: 0,
        total: 0,
        failures: '[]',
      };
      const [created] = await trx<ExportJobRow>('export_job').insert(row as ExportJobRow, '*');
      return { job: toExportJob(created) };
    });
  }

  /** How many exports an account has requested since a moment, whatever became of them. */
  async countSince(accountId: number, since: Date): Promise<number> {
    const [{ jobs }] = await this.database.query<{ jobs: number }>(COUNT_SINCE, accountId, since.getTime());
    return jobs;
  }

  /** Of an account, newest first. */
  async of(accountId: number): Promise<ExportJob[]> {
    return (await this.database.query<ExportJobRow>(OF_ACCOUNT, accountId)).map(toExportJob);
  }

  async find(accountId: number, id: string): Promise<ExportJob | null> {
    const [row] = await this.database.query<ExportJobRow>(ONE, accountId, id);
    return row === undefined ? null : toExportJob(row);
  }

  /**
   * Gives a process the next export: of those that wait, or whose process has ended, the first of the account with the
   * fewest running and, among equals, with the longest time since one was made. What had been written of its file is
   * deleted. A job during which several processes ended fails. Null when there is nothing to do.
   *
   * @param isGone as `Presence.isGone`
   */
  claim({ holder, now, until }: ExportClaim, isGone: IsGone): Promise<ExportJob | null> {
    return this.change(async (trx, query) => {
      for (const { id, attempts } of await waitingJobs(query, now, isGone)) {
        await trx('export_block').where({ job_id: id }).delete();
        if (attempts >= MOST_ATTEMPTS) {
          await end(trx, id, { state: 'failed', note: GIVEN_UP }, now);
          continue;
        }
        const claimed = {
          state: 'running' as const,
          holder,
          held_until: until.getTime(),
          attempts: attempts + 1,
          done: 0,
          total: 0,
          stage: null,
        };
        const [row] = await trx<ExportJobRow>('export_job').where({ id }).update(claimed, '*');
        return toExportJob(row);
      }
      return null;
    });
  }

  /** Stores how far a job is, and extends the claim. False when the holder has it no longer, or it was cancelled. */
  tell(id: string, holder: string, { stage, done, total, dataVersion, until }: ExportReport): Promise<boolean> {
    return this.change(async (trx) => {
      const progress = { stage, done, total, data_version: dataVersion, held_until: until.getTime() };
      return (await running(trx, id, holder).update(progress)) > 0;
    });
  }

  /** Stores the next block of the file. False as with `tell`. */
  write(id: string, holder: string, seq: number, content: Buffer): Promise<boolean> {
    return this.change(async (trx) => {
      if ((await running(trx, id, holder).first('id')) === undefined) return false;
      await trx('export_block').insert({ job_id: id, seq, content });
      return true;
    });
  }

  /** Ends a job. False as with `tell`: then nothing is stored. */
  finish(id: string, holder: string, how: ExportEnd, at: Date): Promise<boolean> {
    return this.change(async (trx) => {
      if ((await running(trx, id, holder).first('id')) === undefined) return false;
      await end(trx, id, how, at);
      return true;
    });
  }

  /** Gives a job back unfinished: the next process to claim it begins anew. */
  release(id: string, holder: string): Promise<void> {
    return this.change(async (trx) => {
      // An orderly stop does not count as an attempt.
      await running(trx, id, holder)
        .update({ state: 'queued', holder: null, held_until: null })
        .decrement('attempts', 1);
    });
  }

  /** Cancels a job, or deletes its file. Null when the account has no such job. */
  cancel(accountId: number, id: string, at: Date): Promise<ExportJob | null> {
    return this.change(async (trx) => {
      const own = () => trx<ExportJobRow>('export_job').where({ id, account_id: accountId });
      const former = await own().first();
      if (former === undefined) return null;
      if (UNDER_WAY.includes(former.state)) {
        await own().update({ state: 'cancelled', holder: null, held_until: null, finished_at: at.getTime() });
      } else if (former.state === 'ready') {
        await own().update({ state: 'expired', note: 'The account let its file go.' });
      }
      await trx('export_block').where({ job_id: id }).delete();
      return toExportJob((await own().first())!);
    });
  }

  /** A block of the file of a job that is ready, counted from 0; null when there is none. */
  async block(id: string, seq: number): Promise<Buffer | null> {
    const [row] = await this.database.query<{ content: Buffer }>(BLOCK, id, seq);
    return row?.content ?? null;
  }

  /** Deletes files that have expired, and jobs made before `before`. */
  prune(now: Date, before: Date): Promise<void> {
    return this.change(async (trx) => {
      const over = trx('export_job').where({ state: 'ready' }).andWhere('expires_at', '<=', now.getTime());
      const ids: string[] = await over.pluck('id');
      await trx('export_block').whereIn('job_id', ids).delete();
      await trx('export_job').whereIn('id', ids).update({ state: 'expired' });
      await trx('export_job').whereNotIn('state', UNDER_WAY).andWhere('created_at', '<', before.getTime()).delete();
    });
  }

  private change<T>(work: (trx: Knex, query: Query) => Promise<T>): Promise<T> {
    return this.database.change('exports', work);
  }
}

/** The job, while the holder has it. */
function running(trx: Knex, id: string, holder: string) {
  return trx('export_job').where({ id, holder, state: 'running' });
}

async function limitMet(query: Query, accountId: number, limits: ExportLimits) {
  const since = limits.since.getTime();
  const [used] = await query<{ under_way: number; since: number; waiting: number; bytes: number }>(
    USED,
    accountId,
    accountId,
    since,
  );
  if (used.under_way >= limits.underWay) return 'underWay';
  if (used.since >= limits.perDay) return 'perDay';
  if (used.waiting >= limits.waiting) return 'waiting';
  return used.bytes >= limits.bytes ? 'bytes' : null;
}

/** Jobs that no process works on, in the order in which `ExportStore.claim` takes them; the oldest first among equals. */
async function waitingJobs(query: Query, now: Date, isGone: IsGone): Promise<ExportJobRow[]> {
  const waiting: ExportJobRow[] = [];
  const held: ExportJobRow[] = [];
  for (const row of await query<ExportJobRow>(WAITING)) {
    const holder = row.state === 'running' && row.held_until! > now.getTime() ? row.holder : null;
    if (holder === null || (await isGone(holder))) waiting.push(row);
    else held.push(row);
  }
  const underWay = (job: ExportJobRow) => held.filter(({ account_id }) => account_id === job.account_id).length;
  return waiting.sort((a, b) => underWay(a) - underWay(b));
}

async function end(trx: Knex, id: string, how: ExportEnd, at: Date): Promise<void> {
  const job = trx('export_job').where({ id });
  const over = { state: how.state, holder: null, held_until: null, finished_at: at.getTime() };
  if (how.state === 'failed') {
    await trx('export_block').where({ job_id: id }).delete();
    await job.update({ ...over, note: how.note });
    return;
  }
  const { rows, size, sha256 } = how.file;
  const made = {
    row_count: rows,
    size,
    sha256,
    expires_at: how.expiresAt.getTime(),
    done: trx.ref('total'),
    failures: JSON.stringify(how.failures),
  };
  await job.update({ ...over, ...made });
}
