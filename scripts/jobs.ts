import { Command } from 'commander';
import { type JobState, type JobStatus, QUEUE_NAMES, type Queue, type QueueName } from '../src/queue/queue';
import { cancelStored, publishedJob, retryStored } from '../src/services/operator/jobs';
import type { Storage } from '../src/storage/storage';
import type { Terminal } from './terminal/command';
import { withStorage } from './terminal/storage';
import { formatTable } from './terminal/table';

const STATES: readonly JobState[] = ['waiting', 'active', 'failed', 'cancelled'];
const MOST_LISTED = 1_000;

interface ListOptions {
  readonly queue?: QueueName;
  readonly state?: JobState;
  readonly json?: boolean;
}

/** `npx perennial jobs ...` */
export function jobsCommand(terminal: Terminal): Command {
  const jobs = new Command('jobs').description('Shows, retries and cancels background jobs.');
  const withJobs = (work: (stored: Pick<Storage, 'queue' | 'exports'>) => Promise<void>) =>
    withStorage(terminal.env, ({ storage }) => work(storage));
  jobs
    .command('list')
    .description('show jobs, the newest first')
    .option('--queue <name>', `only jobs of one queue: ${QUEUE_NAMES.join(', ')}`, (text) =>
      oneOf(QUEUE_NAMES, text, '--queue'),
    )
    .option('--state <state>', `only jobs in one state: ${STATES.join(', ')}`, (text) => oneOf(STATES, text, '--state'))
    .option('--json', 'as a JSON array')
    .action((options: ListOptions) => withJobs(({ queue }) => list(queue, options, terminal)));
  jobs
    .command('retry')
    .description('retry jobs that failed or were cancelled')
    .argument('<id...>', 'ids, as list shows them')
    .action((ids: string[]) =>
      withJobs(async (stored) => {
        const missing = await forEach(ids, (id) => retryStored(stored, id), 'runs again', terminal);
        if (missing.length > 0) throw new Error(`no failed or cancelled job: ${missing.join(', ')}; ${SEE}`);
      }),
    );
  jobs
    .command('cancel')
    .description('cancel waiting or running jobs')
    .argument('<id...>', 'ids, as list shows them')
    .action((ids: string[]) =>
      withJobs(async (stored) => {
        const missing = await forEach(ids, (id) => cancelStored(stored, id, new Date()), 'cancelled', terminal);
        if (missing.length > 0) throw new Error(`no waiting or running job: ${missing.join(', ')}; ${SEE}`);
      }),
    );
  return jobs;
}

const SEE = 'npm run jobs -- list lists all jobs';

/** @throws Error that names the accepted values */
function oneOf<T extends string>(accepted: readonly T[], text: string, option: string): T {
  const found = accepted.find((one) => one === text);
  if (found !== undefined) return found;
  throw new Error(`${option} must be one of ${accepted.join(', ')}; got '${text}'`);
}

/** @returns the ids of jobs that were not in a suitable state */
async function forEach(
  ids: readonly string[],
  work: (id: string) => Promise<JobStatus | null>,
  done: string,
  { out }: Terminal,
): Promise<string[]> {
  const missing: string[] = [];
  for (const id of ids) {
    if ((await work(id)) !== null) out(`${done}: ${id}\n`);
    else missing.push(id);
  }
  return missing;
}

async function list(queue: Queue, { json = false, ...filter }: ListOptions, { out, err }: Terminal): Promise<void> {
  const jobs = await queue.list({ ...filter, limit: MOST_LISTED });
  if (jobs.length === MOST_LISTED) err(`only the newest ${MOST_LISTED} are shown: name a queue or a state\n`);
  if (json) out(`${JSON.stringify(jobs.map(publishedJob), null, 2)}\n`);
  else out(jobs.length === 0 ? 'no jobs\n' : jobTable(jobs));
}

const HEADER = ['id', 'queue', 'key', 'account', 'state', 'runs', 'created (UTC)', 'starts (UTC)', 'error'];

function jobTable(jobs: readonly JobStatus[]): string {
  const rows = jobs.map(publishedJob).map((job) => [
    job.job_id,
    job.queue,
    job.key,
    job.account_id === null ? '' : String(job.account_id),
    job.state,
    String(job.attempts),
    toSecond(job.created_at),
    job.run_at === null ? '' : toSecond(job.run_at),
    // One line per job.
    (job.error ?? '').replace(/\s+/g, ' '),
  ]);
  return formatTable([HEADER, ...rows], [5]);
}

function toSecond(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ');
}
