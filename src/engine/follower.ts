import type { Timer } from '../clock';
import { atMost } from '../deadline';

interface FollowerOptions {
  readonly timer: Timer;
  /** Most milliseconds that a request waits for a reload. */
  readonly waitMs: number;
  /** Whether anything has changed since the last reload; may reject. */
  changed(): Promise<boolean>;
  /** Reloads. Never rejects. @returns whether it succeeded */
  reload(): Promise<boolean>;
}

/** Interval of the checks for changed prices while no request comes. */
const POLL_MS = 1_000;

/** Reloads prices when they change, one reload at a time: on request, and by a check once a second. */
export class Follower {
  private running: Promise<void> | null = null;
  private waitUntil = 0;
  private isFaulty = false;
  private isClosed = false;
  private cancelTimer = () => {};
  private polling: Promise<void> = Promise.resolve();

  constructor(private readonly options: FollowerOptions) {}

  /** Checks for changes until `close`. */
  watch(): void {
    if (this.isClosed) return;
    this.cancelTimer = this.options.timer.after(POLL_MS, () => {
      this.polling = this.poll().finally(() => this.watch());
    });
  }

  /** Reloads after a change, and waits for it up to `waitMs`. */
  async follow(): Promise<void> {
    const wasRunning = this.running !== null;
    await this.waitForReload();
    // A running reload may have begun before the change.
    if (wasRunning && this.running === null && (await this.options.changed())) await this.waitForReload();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cancelTimer();
    await this.polling;
    await this.running;
  }

  private async poll(): Promise<void> {
    try {
      // After a failed reload only a request tries again.
      if (!this.isFaulty && (await this.options.changed())) this.startReload();
    } catch {
      this.isFaulty = true;
    }
  }

  /** Starts or joins a reload. Only requests within `waitMs` of its start wait for it, so a slow one delays no others. */
  private async waitForReload(): Promise<void> {
    this.startReload();
    const { timer } = this.options;
    const remaining = this.waitUntil - timer.elapsed();
    if (this.running && remaining > 0) await atMost(this.running, remaining, timer);
  }

  private startReload(): void {
    if (this.running !== null || this.isClosed) return;
    const { timer, waitMs, reload } = this.options;
    this.waitUntil = timer.elapsed() + waitMs;
    this.running = reload().then((isDone) => {
      this.isFaulty = !isDone;
      this.running = null;
    });
  }
}
