import type { Reading } from '../../log';
import type { Queue, QueueStats } from '../../queue/queue';

/** The metrics of the job queues (the operating guide, "What to watch"). */
export async function queueReadings(queue: Pick<Queue, 'stats'>): Promise<Reading[]> {
  const queues = await queue.stats();
  const states = ['waiting', 'active', 'failed'] as const;
  return [
    {
      name: 'queue_jobs',
      help: 'Jobs of all processes by queue and state; failed ones are listed for 14 days',
      kind: 'gauge',
      values: queues.flatMap((stats) =>
        states.map((state) => ({ labels: { queue: stats.queue, state }, value: stats[state] })),
      ),
    },
    {
      name: 'queue_oldest_job_age_seconds',
      help: 'How long the oldest job that may start has waited; 0 without any',
      kind: 'gauge',
      values: byQueue(queues, secondsWaited),
    },
    {
      name: 'queue_jobs_completed_total',
      help: 'Jobs that this process ran to their end',
      kind: 'counter',
      values: byQueue(queues, ({ completed }) => completed),
    },
    {
      name: 'queue_job_failures_total',
      help: 'Runs of jobs that failed in this process; most are run again',
      kind: 'counter',
      values: byQueue(queues, ({ failures }) => failures),
    },
    {
      name: 'queue_job_takeovers_total',
      help: 'Jobs that this process took over from one that had ended or hung',
      kind: 'counter',
      values: byQueue(queues, ({ takeovers }) => takeovers),
    },
  ];
}

function byQueue(queues: readonly QueueStats[], read: (stats: QueueStats) => number): Reading['values'] {
  return queues.map((stats) => ({ labels: { queue: stats.queue }, value: read(stats) }));
}

/** Jobs start by the machine's clock, also where the service's own is set. */
function secondsWaited({ oldest }: QueueStats): number {
  return oldest === null ? 0 : Math.max(0, (Date.now() - oldest.getTime()) / 1000);
}
