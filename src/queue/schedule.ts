import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import { type Clock, newYorkInstant } from '../clock';
import type { Log } from '../log';
import type { Queue } from './queue';
import type { JobPayloads, QueueName } from './queues';

/** Queues whose jobs need no payload. */
export type ScheduledQueue = {
  [Name in QueueName]: object extends JobPayloads[Name] ? Name : never;
}[QueueName];

/** A job that is due again and again, once over all processes. */
export interface ScheduledJob {
  readonly queue: ScheduledQueue;
  /** Cron expression in New York time. */
  readonly pattern: string;
}

/** What each process does for itself at its times: it looks at something, and is quick. */
export interface Look {
  readonly id: string;
  readonly pattern: string;
  run(): Promise<void>;
}

const ZONE = 'America/New_York';
/** How often the clock is read. */
const READ_MS = 15_000;

interface Planned {
  readonly item: ScheduledJob | Look;
  readonly cron: Cron;
  /** Due times up to here have been served. */
  servedUntil: Date;
}

/**
 * Sends jobs at their times by the service's own clock, so that a clock that is set moves them too. Every process sends each
 * occurrence under the same name, and the queue keeps it once. What was due while the process was down today is sent at the
 * start.
 */
export class Schedule {
  private readonly planned: Planned[];
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    items: readonly (ScheduledJob | Look)[],
    private readonly queue: Pick<Queue, 'send' | 'settled'>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.planned = items.map((item) => ({
      item,
      cron: new Cron(item.pattern, { timezone: ZONE, paused: true }),
      servedUntil: this.lastNight(),
    }));
  }

  /** Reads the clock from now on, until `stop`. */
  start(): void {
    this.loop = this.watch();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await this.running;
  }

  /** Sends every job that is due; a second call waits for the first. */
  send(): Promise<void> {
    this.running = this.running.then(() => this.sendDue());
    return this.running;
  }

  /** Sends every job that is due and resolves when all have run: for tests. */
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
    for (const planned of this.planned) {
      if (this.stopping.signal.aborted) return;
      const now = this.clock.now();
      // A clock set back starts anew from there; what was due on a day that is over is due no more.
      if (now < planned.servedUntil) planned.servedUntil = now;
      if (planned.servedUntil < this.lastNight()) planned.servedUntil = this.lastNight();
      const due = lastDue(planned, now);
      if (due === null) continue;
      try {
        await this.sendOne(planned.item, due);
        planned.servedUntil = now;
      } catch (err) {
        this.log.error({ job: nameOf(planned.item), err }, 'a scheduled job could not be sent; it is tried again');
      }
    }
  }

  /** The last moment of yesterday in New York. */
  private lastNight(): Date {
    return new Date(newYorkInstant(this.clock.today(), 0).getTime() - 1);
  }

  private async sendOne(item: ScheduledJob | Look, due: Date): Promise<void> {
    if ('run' in item) return item.run();
    await this.queue.send(item.queue, {}, { key: item.queue, occurrence: `${item.queue} ${due.toISOString()}` });
  }
}

const nameOf = (item: ScheduledJob | Look) => ('run' in item ? item.id : item.queue);

/** The last time that has come since a job was served, the same in every process; null when none has. */
function lastDue({ cron, servedUntil }: Planned, now: Date): Date | null {
  const [due] = cron.previousRuns(1, new Date(now.getTime() + 1));
  return due !== undefined && due > servedUntil ? due : null;
}
