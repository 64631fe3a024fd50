import { performance } from 'node:perf_hooks';
import type { Timer } from '../../clock';

/** Rest as a multiple of the time worked. */
const REST_RATIO = 2;
/** Longest single rest, milliseconds: a longer stretch of work was itself waiting for a processor. */
const LONGEST_MS = 2_000;

/**
 * Returns a function that background work awaits between two pieces of work. It rests twice as long as the work took, so that
 * requests find a free processor: a low priority alone does not keep the work from evicting their data from the processor's
 * caches. Concurrent calls share one rest.
 *
 * @param timer real time
 * @param worked time worked so far, milliseconds; by default the busy time of this process's event loop
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
    const ms = Math.min(REST_RATIO * (now - before), LONGEST_MS);
    before = now;
    await new Promise<void>((resolve) => {
      timer.after(ms, resolve);
    });
  }
}

function busyMs(): number {
  return performance.eventLoopUtilization().active;
}
