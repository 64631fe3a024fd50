import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import { type Clock, newYorkInstant } from '../clock';
import type { Log } from '../log';

/** Work that is due again and again. Idempotent by date: running it once too often changes nothing. */
export interface Job {
  readonly id: string;
  /** Cron expression in New York time. */
  readonly pattern: string;
  /** @returns what it did, for the log; null = nothing */
  run(): Promise<object | null>;
}

const ZONE = 'America/New_York';
/** How often the clock is looked at. */
const LOOK_MS = 15_000;

interface Planned {
  readonly job: Job;
  readonly cron: Cron;
  /** Due times up to here have been served. */
  servedUntil: Date;
}

/**
 * Runs jobs at their times by the service's own clock, so that a clock that is set moves them too. They never overlap,
 * not even with one another; what was due while the process was down today is done at the start; a failure is logged
 * and ends nothing.
 */
export class Schedule {
  private readonly planned: Planned[];
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    jobs: readonly Job[],
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.planned = jobs.map((job) => ({
      job,
      cron: new Cron(job.pattern, { timezone: ZONE, paused: true }),
      servedUntil: this.lastNight(),
    }));
  }

  /** Looks at the clock from now on, until `stop`. */
  start(): void {
    this.loop = this.watch();
  }

  /** Resolves when the job under way is done. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await this.running;
  }

  /** Runs every job that is due, one after the other; a second call waits for the first. */
  tick(): Promise<void> {
    this.running = this.running.then(() => this.runDue());
    return this.running;
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.tick();
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  private async runDue(): Promise<void> {
    for (const planned of this.planned) {
      if (this.stopping.signal.aborted) return;
      const now = this.clock.now();
      // A clock set back starts anew from there; what was due on a day that is over is due no more.
      if (now < planned.servedUntil) planned.servedUntil = now;
      if (planned.servedUntil < this.lastNight()) planned.servedUntil = this.lastNight();
      const next = planned.cron.nextRun(planned.servedUntil);
      if (next === null || next > now) continue;
      planned.servedUntil = now;
      await this.runOne(planned.job);
    }
  }

  /** The last moment of yesterday in New York. */
  private lastNight(): Date {
    return new Date(newYorkInstant(this.clock.today(), 0).getTime() - 1);
  }

  private async runOne({ id, run }: Job): Promise<void> {
    // Each begins on a turn of its own: at the start all are due, and together they would hold requests up.
    await setImmediate();
    try {
      const done = await run();
      if (done !== null) this.log.info({ job: id, ...done }, 'job done');
    } catch (err) {
      this.log.error({ job: id, err }, 'job failed; it is tried again at its next time');
    }
  }
}
