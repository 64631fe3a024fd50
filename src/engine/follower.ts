import type { Timer } from '../clock';
import { atMost } from '../deadline';

export interface FollowerOptions {
  readonly timer: Timer;
  /** How long a request may wait for what changed, milliseconds. */
  readonly waitMs: number;
  /** Whether anything has changed since it was taken up last; may fail. */
  changed(): Promise<boolean>;
  /** Never rejects. @returns whether it could be done */
  takeUp(): Promise<boolean>;
}

/** How often it is looked whether prices have changed while nobody asks. */
const LOOK_MS = 1_000;

/** Takes up what changed, one time after the other: for who asks, and once a second whether or not anybody does. */
export class Follower {
  private running: Promise<void> | null = null;
  private waitUntil = 0;
  private isFaulty = false;
  private isClosed = false;
  private callOff = () => {};
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly options: FollowerOptions) {}

  /** Looks for changes from now on, until `close`. */
  watch(): void {
    if (this.isClosed) return;
    this.callOff = this.options.timer.after(LOOK_MS, () => {
      this.looking = this.look().finally(() => this.watch());
    });
  }

  /** Something has changed: has it taken up, and waits for it a moment. */
  async follow(): Promise<void> {
    const wasRunning = this.running !== null;
    await this.taken();
    // What was under way may have begun before the change.
    if (wasRunning && this.running === null && (await this.options.changed())) await this.taken();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.callOff();
    await this.looking;
    await this.running;
  }

  private async look(): Promise<void> {
    try {
      // What failed is tried again for whoever asks.
      if (!this.isFaulty && (await this.options.changed())) this.begin();
    } catch {
      this.isFaulty = true;
    }
  }

  /** What takes longer than a request would wait holds up those that found it beginning, and no others. */
  private async taken(): Promise<void> {
    this.begin();
    const { timer } = this.options;
    const left = this.waitUntil - timer.elapsed();
    if (this.running && left > 0) await atMost(this.running, left, timer);
  }

  private begin(): void {
    if (this.running !== null || this.isClosed) return;
    const { timer, waitMs, takeUp } = this.options;
    this.waitUntil = timer.elapsed() + waitMs;
    this.running = takeUp().then((isDone) => {
      this.isFaulty = !isDone;
      this.running = null;
    });
  }
}
