import type { Knex } from 'knex';
import type {
  ExportClaim,
  ExportCreated,
  ExportEnd,
  ExportJob,
  ExportLimits,
  ExportState,
  ExportStore,
  ExportTold,
} from '../exports';
import type { IsGone } from '../ports';
import type { SqlDatabase } from './database';

/** A job as both databases keep it: instants are epoch milliseconds. */
interface JobRow {
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

const OF_ACCOUNT = 'SELECT * FROM export_job WHERE account_id = ? ORDER BY created_at DESC, id';
const ONE = 'SELECT * FROM export_job WHERE account_id = ? AND id = ?';
const BLOCK = `SELECT b.content FROM export_block b JOIN export_job j ON j.id = b.job_id
  WHERE j.state = 'ready' AND b.job_id = ? AND b.seq = ?`;

/** A job at which so many processes ended will end the next one too. */
const MOST_ATTEMPTS = 3;
const GIVEN_UP = `${MOST_ATTEMPTS} processes ended while they were at it; ask for a smaller export`;
const UNDER_WAY: readonly ExportState[] = ['queued', 'running'];

/** Bulk exports, their files as blocks. */
export class SqlExports implements ExportStore {
  constructor(private readonly database: SqlDatabase) {}

  create(
    { id, accountId, request, createdAt }: Pick<ExportJob, 'id' | 'accountId' | 'request' | 'createdAt'>,
    limits: ExportLimits,
  ): Promise<ExportCreated> {
    return this.change(async (trx) => {
      const own = { account_id: accountId };
      const equal: JobRow | undefined = await trx('export_job')
        .where({ ...own, request })
        .whereIn('state', UNDER_WAY)
        .first();
      if (equal) return { job: toJob(equal) };
      const limit = await limitMet(trx, accountId, limits);
      if (limit !== null) return { limit };
      const fresh = { id, ...own, request, created_at: createdAt.getTime(), state: 'queued' };
      await trx('export_job').insert({ ...fresh, attempts: 0, done: 0, total: 0, failures: '[]' });
      return { job: toJob(await trx('export_job').where({ id }).first()) };
    });
  }

  async of(accountId: number): Promise<ExportJob[]> {
    return (await this.database.query<JobRow>(OF_ACCOUNT, accountId)).map(toJob);
  }

  async find(accountId: number, id: string): Promise<ExportJob | null> {
    const [row] = await this.database.query<JobRow>(ONE, accountId, id);
    return row ? toJob(row) : null;
  }

  claim({ holder, now, until }: ExportClaim, isGone: IsGone): Promise<ExportJob | null> {
    return this.change(async (trx) => {
      const rows: JobRow[] = await trx('export_job').whereIn('state', UNDER_WAY).orderBy(['created_at', 'id']);
      for (const row of rows) {
        const other = row.state === 'running' ? row.holder : null;
        if (other !== null && Number(row.held_until) > now.getTime() && !(await isGone(other))) continue;
        await trx('export_block').where({ job_id: row.id }).delete();
        if (row.attempts >= MOST_ATTEMPTS) {
          await end(trx, row.id, { state: 'failed', note: GIVEN_UP }, now);
          continue;
        }
        const taken = { state: 'running', holder, held_until: until.getTime(), attempts: row.attempts + 1 };
        await trx('export_job')
          .where({ id: row.id })
          .update({ ...taken, done: 0, total: 0, stage: null });
        return toJob(await trx('export_job').where({ id: row.id }).first());
      }
      return null;
    });
  }

  tell(id: string, holder: string, { stage, done, total, dataVersion, until }: ExportTold): Promise<boolean> {
    return this.change(async (trx) => {
      const told = { stage, done, total, data_version: dataVersion, held_until: until.getTime() };
      return (await trx('export_job').where({ id, holder, state: 'running' }).update(told)) > 0;
    });
  }

  write(id: string, holder: string, seq: number, content: Buffer): Promise<boolean> {
    return this.change(async (trx) => {
      const held = await trx('export_job').where({ id, holder, state: 'running' }).first('id');
      if (held === undefined) return false;
      await trx('export_block').insert({ job_id: id, seq, content });
      return true;
    });
  }

  finish(id: string, holder: string, how: ExportEnd, at: Date): Promise<boolean> {
    return this.change(async (trx) => {
      const held = await trx('export_job').where({ id, holder, state: 'running' }).first('id');
      if (held === undefined) return false;
      if (how.state === 'failed') await trx('export_block').where({ job_id: id }).delete();
      await end(trx, id, how, at);
      return true;
    });
  }

  release(id: string, holder: string): Promise<void> {
    return this.change(async (trx) => {
      const back = { state: 'queued', holder: null, held_until: null };
      // Whoever stops in order is not one that ended at it.
      await trx('export_job').where({ id, holder, state: 'running' }).update(back).decrement('attempts', 1);
    });
  }

  cancel(accountId: number, id: string, at: Date): Promise<ExportJob | null> {
    return this.change(async (trx) => {
      const own = { id, account_id: accountId };
      const row: JobRow | undefined = await trx('export_job').where(own).first();
      if (row === undefined) return null;
      const gone = { holder: null, held_until: null, finished_at: at.getTime() };
      if (UNDER_WAY.includes(row.state)) {
        await trx('export_job')
          .where(own)
          .update({ ...gone, state: 'cancelled' });
      } else if (row.state === 'ready') {
        await trx('export_job').where(own).update({ state: 'expired', note: 'The account let its file go.' });
      }
      await trx('export_block').where({ job_id: id }).delete();
      return toJob(await trx('export_job').where(own).first());
    });
  }

  async block(id: string, seq: number): Promise<Buffer | null> {
    const [row] = await this.database.query<{ content: Buffer }>(BLOCK, id, seq);
    return row?.content ?? null;
  }

  prune(now: Date, before: Date): Promise<void> {
    return this.change(async (trx) => {
      const over = trx('export_job').where({ state: 'ready' }).andWhere('expires_at', '<=', now.getTime());
      const ids: string[] = await over.clone().pluck('id');
      await trx('export_block').whereIn('job_id', ids).delete();
      await trx('export_job').whereIn('id', ids).update({ state: 'expired' });
      const old = trx('export_job').whereNotIn('state', UNDER_WAY).andWhere('created_at', '<', before.getTime());
      await old.delete();
    });
  }

  private change<T>(work: (trx: Knex) => Promise<T>): Promise<T> {
    return this.database.change('exports', work);
  }
}

async function limitMet(trx: Knex, accountId: number, limits: ExportLimits) {
  const count = async (query: Knex.QueryBuilder): Promise<number> => {
    const [{ n }] = await query.count({ n: '*' });
    return Number(n);
  };
  const own = () => trx('export_job').where({ account_id: accountId });
  if ((await count(own().whereIn('state', UNDER_WAY))) >= limits.underWay) return 'underWay';
  const today = own().where('created_at', '>=', limits.since.getTime());
  if ((await count(today)) >= limits.perDay) return 'perDay';
  if ((await count(trx('export_job').whereIn('state', UNDER_WAY))) >= limits.waiting) return 'waiting';
  const [{ bytes }] = await trx('export_job').where({ state: 'ready' }).sum({ bytes: 'size' });
  return Number(bytes ?? 0) >= limits.bytes ? 'bytes' : null;
}

async function end(trx: Knex, id: string, how: ExportEnd, at: Date): Promise<void> {
  const over = { state: how.state, holder: null, held_until: null, finished_at: at.getTime() };
  if (how.state === 'failed') {
    await trx('export_job')
      .where({ id })
      .update({ ...over, note: how.note });
    return;
  }
  const { rows, size, sha256 } = how.file;
  const made = { row_count: rows, size, sha256, expires_at: how.expiresAt.getTime() };
  await trx('export_job')
    .where({ id })
    .update({ ...over, ...made, done: trx.ref('total'), failures: JSON.stringify(how.failures) });
}

function toJob(row: JobRow): ExportJob {
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
