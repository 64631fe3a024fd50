import { setImmediate as nextLoop } from 'node:timers/promises';
import { buildColumns, type PriceColumns } from '../core/detection/columns';
import type { LoadedSymbol } from './snapshot';

/** Symbols that share a block of memory: few enough to lay out at once, enough that a scan touches few blocks. */
export const BLOCK_SIZE = 64;
/** A block in which fewer symbols live is mostly of the past, or was made for a few that changed. */
const THIN = 48;
/** So many of those are left alone: a change costs the symbol that changed, and now and then some megabytes are copied. */
const MOST_THIN = 16;

/** Symbols of one block of memory, and the ids that results name them by. */
export interface BlockPart {
  readonly buffer: SharedArrayBuffer;
  readonly indices: readonly number[];
  readonly ids: readonly number[];
}

/** Symbols by the block of memory that they lie in. */
export function partsByBlock(symbols: readonly LoadedSymbol[]): BlockPart[] {
  return [...byBlock(symbols)].map(([{ buffer }, members]) => ({
    buffer,
    indices: members.map(({ index }) => index),
    ids: members.map(({ id }) => id),
  }));
}

/**
 * Brings symbols of thin blocks together once there are many, the thinnest first, so that memory of the past is let go, and
 * a scan goes on to touch few blocks.
 *
 * @returns those that lie elsewhere now
 */
export async function joinThinBlocks(symbols: Iterable<LoadedSymbol>): Promise<LoadedSymbol[]> {
  const thin = [...byBlock(symbols).values()].filter((members) => members.length < THIN);
  thin.sort((a, b) => a.length - b.length);
  const moved: LoadedSymbol[] = [];
  while (thin.length > MOST_THIN) {
    const together = thin.splice(0, countUpTo(BLOCK_SIZE, thin)).flat();
    await nextLoop();
    const columns = weighed(buildColumns(together));
    for (const [index, symbol] of together.entries()) moved.push({ ...symbol, columns, index });
  }
  return moved;
}

/** How many of some blocks, from the first on, have at most so many symbols together; two at least. */
function countUpTo(most: number, blocks: readonly (readonly LoadedSymbol[])[]): number {
  let count = 0;
  for (let sum = 0; count < blocks.length && (count < 2 || sum + blocks[count].length <= most); count++)
    sum += blocks[count].length;
  return count;
}

const weights = new WeakMap<PriceColumns, ArrayBuffer>();

/**
 * Has the garbage collector of this thread know what columns weigh: shared memory does not count for it, so that blocks of
 * the past stayed for hours where little else is thrown away. A resizable buffer counts, and takes no memory until it is
 * written to.
 */
export function weighed(columns: PriceColumns): PriceColumns {
  const { byteLength } = columns.buffer;
  weights.set(columns, new ArrayBuffer(byteLength, { maxByteLength: byteLength }));
  return columns;
}

function byBlock(symbols: Iterable<LoadedSymbol>): Map<PriceColumns, LoadedSymbol[]> {
  const blocks = new Map<PriceColumns, LoadedSymbol[]>();
  for (const symbol of symbols) {
    const members = blocks.get(symbol.columns);
    if (members) members.push(symbol);
    else blocks.set(symbol.columns, [symbol]);
  }
  return blocks;
}
