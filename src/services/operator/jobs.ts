import { notFound } from '../../errors';
import type { Context, Input, Output } from '../../operation';
import type { JobStatus, QueueStats } from '../../queue/queue';
import type { Storage } from '../../storage/storage';
import { CANCELLED_BY_OPERATOR } from '../exports/request';
import type { ServiceDeps } from '../screening/deps';
import { recordEvent } from './feeds';

type PublishedJob = Output<'listJobs'>['jobs'][number];
type PublishedQueue = Output<'listJobs'>['queues'][number];

/** The contract's limit, characters. */
const LONGEST_ERROR = 500;

/** Every queue, and the newest jobs. */
export async function listJobs(
  { storage: { queue } }: ServiceDeps,
  filter: Input<'listJobs'>,
): Promise<Output<'listJobs'>> {
  return { queues: (await queue.stats()).map(publishedQueue), jobs: (await queue.list(filter)).map(publishedJob) };
}

/** @throws not_found */
export async function retryJob(
  deps: ServiceDeps,
  { job_id: id }: Input<'retryJob'>,
  context: Context,
): Promise<Output<'retryJob'>> {
  const job = await retryStored(deps.storage, id);
  if (job === null) throw notFound(`There is no job ${id} that failed or was cancelled.`);
  const name = nameOf(job);
  await recordEvent(deps, context, 'job_retried', name);
  return { job_id: id, state: 'waiting', message: `The job ${name} is run again.` };
}

/** @throws not_found */
export async function cancelJob(
  deps: ServiceDeps,
  { job_id: id }: Input<'cancelJob'>,
  context: Context,
): Promise<Output<'cancelJob'>> {
  const job = await cancelStored(deps.storage, id, deps.screening.clock.now());
  if (job === null) throw notFound(`There is no job ${id} that waits or runs.`);
  const name = nameOf(job);
  await recordEvent(deps, context, 'job_cancelled', name);
  return { job_id: id, state: 'cancelled', message: `The job ${name} is cancelled.` };
}

type StoredJobs = Pick<Storage, 'queue' | 'exports'>;

/** Runs a failed or cancelled job again; if it makes an export, that is queued again. @returns null if there is no such job */
export async function retryStored({ queue, exports }: StoredJobs, id: string): Promise<JobStatus | null> {
  const job = await queue.find(id);
  // First, since the job does nothing for an export that has failed.
  if (job?.queue === 'export' && (job.state === 'failed' || job.state === 'cancelled')) await exports.reopen(job.key);
  return (await queue.retry(id)) ? job : null;
}

/** Cancels a waiting or active job; an export that it makes has then failed. @returns null if there is no such job */
export async function cancelStored({ queue, exports }: StoredJobs, id: string, at: Date): Promise<JobStatus | null> {
  const job = await queue.find(id);
  if (!(await queue.cancelJob(id))) return null;
  if (job?.queue === 'export') await exports.markFailed(job.key, CANCELLED_BY_OPERATOR, at);
  return job;
}

/** A job without its payload. */
export function publishedJob({ id, account, createdAt, runAt, error, ...job }: JobStatus): PublishedJob {
  return {
    job_id: id,
    queue: job.queue,
    key: job.key,
    account_id: account,
    state: job.state,
    attempts: job.attempts,
    created_at: createdAt.toISOString(),
    run_at: runAt?.toISOString() ?? null,
    error: error === null ? null : shortened(error),
  };
}

function publishedQueue({ queue, waiting, active, failed, oldest }: QueueStats): PublishedQueue {
  return { queue, waiting, active, failed, oldest: oldest?.toISOString() ?? null };
}

function shortened(text: string): string {
  return text.length <= LONGEST_ERROR ? text : `${text.slice(0, LONGEST_ERROR - 1)}…`;
}

/** The name of a job in account events, where its id would mean nothing once the job is deleted. */
function nameOf({ queue, key }: JobStatus): string {
  return key === queue ? queue : `${queue} ${key}`;
}
