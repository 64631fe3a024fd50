import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/**
 * Resolves once a condition holds, without its own timeout: that of the test applies. Between two checks it leaves the
 * processor to the work that is waited for, which may be a process of low priority.
 */
export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(2);
}

/** Waits until a page shows `wanted`: it draws after the event or the answer that changes it. */
export async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await eventually(async () => isDeepStrictEqual(await read(), wanted));
}
