import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/**
 * Resolves once a condition holds, without its own timeout: that of the test applies. Between two checks it leaves the
 * processor to the work that is waited for, which may be a process of low priority; the pauses grow, so that
 * a wait of seconds costs little.
 */
export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (let pauseMs = 2; !(await holds()); pauseMs = Math.min(20, 1.5 * pauseMs)) await sleep(pauseMs);
}

/** Waits until a page shows `wanted`: it draws after the event or the answer that changes it. */
export async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await eventually(async () => isDeepStrictEqual(await read(), wanted));
}
