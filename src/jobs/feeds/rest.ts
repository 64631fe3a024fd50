import { performance } from 'node:perf_hooks';
import type { Timer } from '../../clock';

/** So many times as long as it worked. */
const TIMES = 2;
/** The longest at a time, milliseconds: work that took longer was itself waiting for a processor. */
const LONGEST_MS = 2_000;

/**
 * Has work that nobody waits for rest twice as long as it worked, so that those who ask meanwhile find a processor free: a low
 * priority decides who comes first, and not what the other's work pushed out of the processor's caches. To be awaited between two
 * pieces of work; those that come together rest together.
 *
 * @param timer real time
 * @param worked how long has been worked up to now, milliseconds; without it, what this process's event loop was busy
 */
export function pausesBetweenWork(timer: Timer, worked = busyMs): () => Promise<void> {
  let before = worked();
  let resting: Promise<void> | null = null;
  return () => {
    resting ??= rest().finally(() => {
      resting = null;
    });
    return resting;
  };

  async function rest(): Promise<void> {
    const now = worked();
    const ms = Math.min(TIMES * (now - before), LONGEST_MS);
    before = now;
    await new Promise<void>((resolve) => {
      timer.after(ms, resolve);
    });
  }
}

function busyMs(): number {
  return performance.eventLoopUtilization().active;
}
