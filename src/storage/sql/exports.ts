import type { Knex } from 'knex';
import type {
  ExportAsked,
  ExportClaim,
  ExportCreated,
  ExportEnd,
  ExportJob,
  ExportLimits,
  ExportStore,
  ExportTold,
} from '../exports';
import type { IsGone } from '../work';
import type { SqlDatabase } from './database';
import { type JobRow, toJob, UNDER_WAY } from './exportRow';
import { waitingInTurn } from './exportTurns';

const OF_ACCOUNT = 'SELECT * FROM export_job WHERE account_id = ? ORDER BY created_at DESC, id';
const ONE = 'SELECT * FROM export_job WHERE account_id = ? AND id = ?';
const ASKED_SINCE = 'SELECT COUNT(*) AS n FROM export_job WHERE account_id = ? AND created_at >= ?';
const BLOCK = `SELECT b.content FROM export_block b JOIN export_job j ON j.id = b.job_id
  WHERE j.state = 'ready' AND b.job_id = ? AND b.seq = ?`;

/** A job at which so many processes ended will end the next one too. */
const MOST_ATTEMPTS = 3;
const GIVEN_UP = `${MOST_ATTEMPTS} processes ended while they were at it; ask for a smaller export`;

/** Bulk exports, their files as blocks. */
export class SqlExports implements ExportStore {
  constructor(private readonly database: SqlDatabase) {}

  create(
    { id, accountId, request, createdAt, dataVersion }: ExportAsked,
    limits: ExportLimits,
  ): Promise<ExportCreated> {
    return this.change(async (trx) => {
      const own = { account_id: accountId };
      const equal: JobRow | undefined = await trx('export_job')
        .where({ ...own, request })
        .andWhere((either) =>
          either.whereIn('state', UNDER_WAY).orWhere((made) => stillThere(made, createdAt, dataVersion)),
        )
        .orderBy('created_at', 'desc')
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
      for (const row of await waitingInTurn(trx, now, isGone)) {
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

  async askedSince(accountId: number, since: Date): Promise<number> {
    const [{ n }] = await this.database.query<{ n: number }>(ASKED_SINCE, accountId, since.getTime());
    return Number(n);
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

/** Made of the prices that there are, and kept for a while yet. */
function stillThere(made: Knex.QueryBuilder, now: Date, dataVersion: string | null): Knex.QueryBuilder {
  return made.where({ state: 'ready', data_version: dataVersion }).andWhere('expires_at', '>', now.getTime());
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
