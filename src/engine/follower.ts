import type { Timer } from '../clock';
import { atMost, orAborted } from '../deadline';

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
/**
 * After what was taken up, this many times its duration passes before the next, times the square of how many there have been
 * in a row: each makes what was searched before out of date.
 */
const PAUSE = 4;
/** A change shows within two seconds all the same, be it that one was taken up just before it. */
const SHOWN_MS = 1_800;
/** Without a change for so long, the next is news that requests wait for. */
const QUIET_MS = 2_000;
/** So many changes in a row are waited for, however fast they come: somebody looks at what he just did. */
const WAITED_FOR = 2;

/**
 * When changed prices are taken up, and who waits for them. The first change after some quiet is taken up at once; of those
 * that come one after the other, as an import or a feed commits them, many at a time: every version makes what was searched
 * before out of date. What changed last is taken up in any case, whether or not anybody asks.
 */
export class Follower {
  private running: Promise<void> | null = null;
  private took = 0;
  private ended = Number.NEGATIVE_INFINITY;
  private nextAt = Number.NEGATIVE_INFINITY;
  private waitUntil = 0;
  private inARow = 0;
  private isFaulty = false;
  private readonly closing = new AbortController();
  private callOff = () => {};
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly options: FollowerOptions) {}

  /** Looks for changes from now on, until `close`. */
  watch(): void {
    if (this.closing.signal.aborted) return;
    this.callOff = this.options.timer.after(LOOK_MS, () => {
      this.looking = this.look().finally(() => this.watch());
    });
  }

  /** Something has changed: has it taken up, and waits for it a moment where it would be there by then. */
  async follow(): Promise<void> {
    const { timer } = this.options;
    this.begin();
    // What takes longer than a request would wait holds up those that found it beginning, and no others.
    const left = this.waitUntil - timer.elapsed();
    if (this.running && left > 0) await atMost(this.running, left, timer);
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('closed'));
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

  private begin(): void {
    if (this.running !== null || this.closing.signal.aborted) return;
    const { timer, waitMs } = this.options;
    const now = timer.elapsed();
    const pause = Math.max(0, this.nextAt - now);
    this.inARow = now - this.ended > QUIET_MS ? 1 : this.inARow + 1;
    const isWaitedFor = pause + this.took <= waitMs && (pause === 0 || this.inARow <= WAITED_FOR);
    this.waitUntil = isWaitedFor ? now + waitMs : now;
    this.running = this.run(pause).finally(() => {
      this.running = null;
    });
  }

  private async run(pause: number): Promise<void> {
    const { timer, takeUp } = this.options;
    const { signal } = this.closing;
    if (pause > 0) await this.paused(pause);
    if (signal.aborted) return;
    const began = timer.elapsed();
    this.isFaulty = !(await takeUp());
    this.ended = timer.elapsed();
    this.took = this.ended - began;
    const longest = Math.max(0, SHOWN_MS - this.took);
    this.nextAt = this.ended + Math.min(PAUSE * this.took * this.inARow ** 2, longest);
  }

  /** Ends early when closed. */
  private async paused(ms: number): Promise<void> {
    let callOff = () => {};
    const over = new Promise<void>((resolve) => {
      callOff = this.options.timer.after(ms, resolve);
    });
    await orAborted(over, this.closing.signal).catch(() => callOff());
  }
}
