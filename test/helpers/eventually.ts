import { setImmediate as turn } from 'node:timers/promises';

/** Resolves once something holds, however long that takes: what never comes to hold ends the test. */
export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await turn();
}
