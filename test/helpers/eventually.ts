import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves once something holds, however long that takes: what never comes to hold ends the test. Between two looks the
 * processor is that of whoever has it to do, who may be a process of low priority.
 */
export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(2);
}
