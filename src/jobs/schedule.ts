import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import { type Clock, newYorkInstant } from '../clock';
import type { Log } from '../log';
import type { WorkOnce } from '../storage/work';

/** Work that is due again and again. Idempotent by date: running it once too often changes nothing. */
export interface Job {
  readonly id: string;
  /** Cron expression in New York time. */
  readonly pattern: string;
  /** Whether one process does it for all that use the same data, rather than each for itself. */
  readonly once: boolean;
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
 * and ends nothing. What is done once for all processes is looked after by whichever comes to it.
 */
export class Schedule {
  private readonly planned: Planned[];
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    jobs: readonly Job[],
    private readonly work: WorkOnce,
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
      const due = lastDue(planned, now);
      if (due !== null) planned.servedUntil = now;
      if (due !== null || planned.job.once) await this.runOne(planned.job, due);
    }
  }

  /** The last moment of yesterday in New York. */
  private lastNight(): Date {
    return new Date(newYorkInstant(this.clock.today(), 0).getTime() - 1);
  }

  /** @param due null = what another process may have left, of work that is done once */
  private async runOne({ id, once, run }: Job, due: Date | null): Promise<void> {
    // Each begins on a turn of its own: at the start all are due, and together they would hold requests up.
    await setImmediate();
    const work = async () => {
      const done = await run();
      if (done !== null) this.log.info({ job: id, ...done }, 'job done');
    };
    try {
      await (once ? this.work.run(id, due?.toISOString() ?? null, work) : work());
    } catch (err) {
      this.log.error({ job: id, err }, 'job failed; it is tried again at its next time');
    }
  }
}

/** The last time that has come since a job was served, the same in every process; null when none has. */
function lastDue({ cron, servedUntil }: Planned, now: Date): Date | null {
  const [due] = cron.previousRuns(1, new Date(now.getTime() + 1));
  return due !== undefined && due > servedUntil ? due : null;
}
