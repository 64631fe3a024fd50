import { type JobState, type RunningJob, StoppingError } from '../../queue/queue';
import { QUEUES } from '../../queue/queues';
import { EXPORT_LIMITS } from '../../services/exports/request';
import { currentPrices } from '../../services/screening/deps';
import { workLogged } from '../logged';
import { ExportWork, type ExportWorkDeps, FileTooLargeError, SupersededError } from './exportWork';

/** All exports share one account in the engine's scheduling, so that they do not crowd out searches of callers. */
const ACCOUNT = 'exports';

/** The last run only records that the export failed. */
const MOST_ATTEMPTS = QUEUES.export.attempts - 1;
const CANCELLED = 'The operator of this server cancelled it.';
const GIVEN_UP = `${MOST_ATTEMPTS} processes ended while making this export; request a smaller one`;
const FAILED = 'The export failed; request it again.';

/** Makes bulk exports, one at a time in each process. */
export function workExports(deps: ExportWorkDeps): void {
  workLogged(deps.queue, deps.log, 'export', (job) => runExport(deps, job));
}

/**
 * Recovers exports without a job: sends jobs for those of a database that was moved, restored or upgraded, and ends those whose
 * job an operator cancelled.
 */
export async function recoverExports({ exports: store, queue, screening }: ExportWorkDeps): Promise<void> {
  const unfinished = await store.unfinished();
  if (unfinished.length === 0) return;
  const keysOf = async (state: JobState) =>
    new Set((await queue.list({ queue: 'export', state })).map(({ key }) => key));
  const [waiting, active, cancelled] = [await keysOf('waiting'), await keysOf('active'), await keysOf('cancelled')];
  for (const { id, accountId } of unfinished) {
    if (waiting.has(id) || active.has(id)) continue;
    if (cancelled.has(id)) await store.markFailed(id, CANCELLED, screening.clock.now());
    else await queue.send('export', { id }, { key: id, account: accountId });
  }
}

/** @returns the finished export, for the log */
async function runExport(
  deps: ExportWorkDeps,
  { payload: { id }, attempt: ofJob, signal: ofQueue }: RunningJob<'export'>,
): Promise<object | null> {
  const { exports: store, screening, log } = deps;
  // Fails before the export begins if prices cannot be read yet.
  await currentPrices(screening);
  const begun = await store.begin(id);
  if (begun === null) return null;
  const { job, attempt } = begun;
  const run = { id, attempt };
  const fail = (note: string) => store.finish(run, { state: 'failed', note }, screening.clock.now());
  if (Math.max(attempt, ofJob) > MOST_ATTEMPTS) {
    // Other attempts of the job failed before the export began.
    const note = attempt > MOST_ATTEMPTS ? GIVEN_UP : FAILED;
    await fail(note);
    throw new Error(note);
  }
  const stop = new AbortController();
  const signal = AbortSignal.any([ofQueue, stop.signal]);
  try {
    const { rows, size } = await new ExportWork(deps, job, run, stop).make({ account: ACCOUNT, signal });
    return { export: id, rows, size };
  } catch (err) {
    if (ofQueue.reason instanceof StoppingError) {
      await store.requeue(run);
      throw err;
    }
    if (ofQueue.aborted || stop.signal.reason instanceof SupersededError) return null;
    log.error({ err, export: id }, 'export failed');
    await fail(noteOf(err));
    return null;
  }
}

function noteOf(error: unknown): string {
  if (error instanceof FileTooLargeError) {
    return `The file would have more than ${EXPORT_LIMITS.fileBytes >> 20} MB: use fewer windows per symbol or a shorter span.`;
  }
  return FAILED;
}
