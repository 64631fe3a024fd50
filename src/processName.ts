import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * A name no other process ever has: its machine, its process table, its id, and a number drawn anew at each call. For what a
 * process holds until it lets go or ends. Covered by test/access/mlAllowance.test.ts.
 */
export function processName(): string {
  return `${processTable()}/${process.pid}/${randomBytes(4).toString('hex')}`;
}

/** Whether the process of a name has ended. Of other machines nothing is known: what theirs hold expires. */
export function isProcessGone(name: string): boolean {
  const prefix = `${processTable()}/`;
  if (!name.startsWith(prefix)) return false;
  const pid = Number.parseInt(name.slice(prefix.length), 10);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Containers may share a host's name but not its process table; where none can be told, the machine has one. */
function processTable(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `${hostname()}/`;
  }
}
