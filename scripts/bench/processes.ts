import { readFileSync } from 'node:fs';

/** The unit of processor time on Linux: `getconf CLK_TCK` is 100 on every platform of Node. */
const TICK_MS = 10;

/** Processor time of a process and all its threads, also ended ones, milliseconds. Linux only. */
export function processorTime(pid: number): number {
  return timeIn(`/proc/${pid}/stat`);
}

/** The same of its main thread alone. */
export function mainThreadTime(pid: number): number {
  return timeIn(`/proc/${pid}/task/${pid}/stat`);
}

function timeIn(path: string): number {
  // User and system time are fields 14 and 15. The name (field 2, in parentheses) may contain anything.
  const fields = readFileSync(path, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Memory of a process in MB, now or at its highest so far. Linux only. */
export function memoryOf(pid: number, when: 'now' | 'highest' = 'now'): number {
  const field = when === 'now' ? 'VmRSS' : 'VmHWM';
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}
