import { constants, setPriority } from 'node:os';
import { type NullTask, rotateAllHere, type StrongestBySymbol } from './nullSearch';

// On Linux a priority is a thread's own; elsewhere it would slow down the whole service.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

/** Body of the thread that rotates: prices in shared memory in, the strongest of each rotation out. */
export default function run(task: NullTask): StrongestBySymbol | null {
  return rotateAllHere(task);
}
