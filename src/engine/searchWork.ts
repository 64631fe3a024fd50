import { byBlock } from './blocks';
import type { LoadedSymbol } from './snapshot';

/**
 * Symbols that threads search together. All of it is shared memory: every thread takes the next few symbols until none
 * are left, so that all end at about the same time, also where one began late or its symbols were more work.
 */
export interface SearchWork {
  /** Blocks of columns. */
  readonly buffers: readonly SharedArrayBuffer[];
  /** `MEMBER` integers a symbol: which of the buffers, its position there, and the id that candidates name it by. */
  readonly members: Int32Array;
  /** One element: how many symbols were taken, or more. */
  readonly taken: Int32Array;
}

export const MEMBER = 3;
/** Symbols that a thread takes at once: some 50 microseconds of a scan. */
const AT_ONCE = 8;

export function searchWork(symbols: readonly LoadedSymbol[]): SearchWork {
  const blocks = byBlock(symbols);
  const members = sharedIntegers(symbols.length * MEMBER);
  const buffers: SharedArrayBuffer[] = [];
  let at = 0;
  for (const [{ buffer }, inBlock] of blocks) {
    for (const { index, id } of inBlock) {
      members[at++] = buffers.length;
      members[at++] = index;
      members[at++] = id;
    }
    buffers.push(buffer);
  }
  return { buffers, members, taken: sharedIntegers(1) };
}

/** Takes symbols for this thread. @returns the first and the end of them; null when none are left */
export function takeSymbols({ members, taken }: SearchWork): { from: number; to: number } | null {
  const from = Atomics.add(taken, 0, AT_ONCE);
  const to = Math.min(from + AT_ONCE, members.length / MEMBER);
  return from < to ? { from, to } : null;
}

/** Whether nothing is left to take: whoever took the last of it may still be at work. */
export function isTaken({ members, taken }: SearchWork): boolean {
  return Atomics.load(taken, 0) * MEMBER >= members.length;
}

/** Leaves nothing to take. */
export function callOff({ members, taken }: SearchWork): void {
  Atomics.store(taken, 0, members.length);
}

function sharedIntegers(count: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));
}
