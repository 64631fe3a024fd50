import type { Clock } from '../clock';
import { DAY_MS } from '../core/calendar/dates';
import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { ScheduledJob } from '../queue/schedule';
import { ANSWERS_KEPT_MS } from '../services/account/idempotency';
import { EXPORT_LIMITS } from '../services/exports/request';
import type { ExportStore } from '../storage/exports';
import type { IdempotentAnswers } from '../storage/idempotentAnswers';
import type { EventStore } from '../storage/webhookEvents';
import type { ExportJobs } from './exports/exportJobs';
import { logged } from './logged';

/** How long events and their deliveries are kept. */
const EVENTS_KEPT_MS = 30 * DAY_MS;

export interface PruneDeps {
  readonly events: EventStore;
  readonly exports: ExportStore;
  readonly idempotentAnswers: IdempotentAnswers;
  readonly exportJobs: Pick<ExportJobs, 'recover'>;
  readonly clock: Clock;
}

/** Deletes expired events, exports, export files and answers of requests with an Idempotency-Key, and recovers exports without a job. */
export function workPrune(
  queue: Queue,
  { events, exports: store, idempotentAnswers, exportJobs, clock }: PruneDeps,
  log: Log,
): ScheduledJob[] {
  queue.work(
    'prune',
    logged(log, 'prune', async () => {
      const now = clock.now();
      const before = (ms: number) => new Date(now.getTime() - ms);
      await events.prune(before(EVENTS_KEPT_MS));
      await store.prune(now, before(EXPORT_LIMITS.rememberedMs));
      await idempotentAnswers.prune(before(ANSWERS_KEPT_MS));
      await exportJobs.recover();
      return null;
    }),
  );
  return [{ queue: 'prune', pattern: '*/10 * * * *' }];
}
