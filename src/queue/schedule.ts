import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import { type Clock, newYorkInstant } from '../clock';
import type { Log } from '../log';
import type { JobPayloads, Queue, QueueName } from './queue';

/** Queues whose payload is empty. */
export type ScheduledQueue = {
  [Name in QueueName]: object extends JobPayloads[Name] ? Name : never;
}[QueueName];

/** A recurring job. Each occurrence runs once, in one of all processes. */
export interface ScheduledJob {
  readonly queue: ScheduledQueue;
  /** Cron expression in New York time. */
  readonly pattern: string;
}

/** A short recurring task that every process runs for itself. */
export interface LocalTask {
  readonly id: string;
  readonly pattern: string;
  run(): Promise<void>;
}

const ZONE = 'America/New_York';
/** How often the clock is read. */
const READ_MS = 15_000;

interface ScheduledItem {
  readonly item: ScheduledJob | LocalTask;
  readonly cron: Cron;
  /** Due times until this moment have been handled. */
  handledUntil: Date;
}

/**
 * Sends jobs at their times by the service's clock, which tests and NOW can set. Every process sends each occurrence with the
 * same key, and the queue stores it once. Jobs that were due earlier today are sent at the start.
 */
export class Schedule {
  private readonly items: ScheduledItem[];
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    items: readonly (ScheduledJob | LocalTask)[],
    private readonly queue: Pick<Queue, 'send' | 'settled'>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.items = items.map((item) => ({
      item,
      cron: new Cron(item.pattern, { timezone: ZONE, paused: true }),
      handledUntil: this.endOfYesterday(),
    }));
  }

  /** Begins to send due jobs. */
  start(): void {
    this.loop = this.watch();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await this.running;
  }

  /** Sends all due jobs; concurrent calls run one after the other. */
  send(): Promise<void> {
    this.running = this.running.then(() => this.sendDue());
    return this.running;
  }

  /** For tests: sends all due jobs and waits until they have run. */
  async tick(): Promise<void> {
    await this.send();
    await this.queue.settled();
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.send();
      await sleep(READ_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  private async sendDue(): Promise<void> {
    for (const scheduled of this.items) {
      if (this.stopping.signal.aborted) return;
      const now = this.clock.now();
      // The clock may have been set back.
      if (now < scheduled.handledUntil) scheduled.handledUntil = now;
      // Occurrences of earlier days are dropped.
      if (scheduled.handledUntil < this.endOfYesterday()) scheduled.handledUntil = this.endOfYesterday();
      const due = lastDue(scheduled, now);
      if (due === null) continue;
      try {
        await this.sendOne(scheduled.item, due);
        scheduled.handledUntil = now;
      } catch (err) {
        this.log.error({ job: nameOf(scheduled.item), err }, 'a scheduled job could not be sent; it will be retried');
      }
    }
  }

  /** The last millisecond of yesterday in New York. */
  private endOfYesterday(): Date {
    return new Date(newYorkInstant(this.clock.today(), 0).getTime() - 1);
  }

  private async sendOne(item: ScheduledJob | LocalTask, due: Date): Promise<void> {
    if ('run' in item) return item.run();
    await this.queue.send(item.queue, {}, { key: item.queue, occurrence: `${item.queue} ${due.toISOString()}` });
  }
}

const nameOf = (item: ScheduledJob | LocalTask) => ('run' in item ? item.id : item.queue);

/** The latest due time not yet handled, equal in all processes; null if there is none. */
function lastDue({ cron, handledUntil }: ScheduledItem, now: Date): Date | null {
  const [due] = cron.previousRuns(1, new Date(now.getTime() + 1));
  return due !== undefined && due > handledUntil ? due : null;
}
