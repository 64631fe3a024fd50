import { setImmediate as nextLoop } from 'node:timers/promises';
import { buildColumns, type PriceColumns } from '../core/detection/columns';
import type { LoadedSymbol } from './snapshot';

/** Symbols that share a block of memory: few enough to lay out at once, enough that a scan touches few blocks. */
export const BLOCK_SIZE = 64;
/** A block with fewer current symbols is thin: the rest of it is outdated, or it was made for a few changed symbols. */
const THIN = 48;
/** Number of thin blocks that are tolerated before some are merged, which copies megabytes. */
const MOST_THIN = 16;

/**
 * Merges thin blocks, thinnest first, once there are more than `MOST_THIN`: it frees outdated memory and keeps the number
 * of blocks that a scan reads low.
 *
 * @returns the symbols that were moved, with their new columns
 */
export async function joinThinBlocks(symbols: Iterable<LoadedSymbol>): Promise<LoadedSymbol[]> {
  const thin = [...byBlock(symbols).values()].filter((members) => members.length < THIN);
  thin.sort((a, b) => a.length - b.length);
  const moved: LoadedSymbol[] = [];
  while (thin.length > MOST_THIN) {
    const merged = thin.splice(0, countUpTo(BLOCK_SIZE, thin)).flat();
    await nextLoop();
    const columns = weighed(buildColumns(merged));
    for (const [index, symbol] of merged.entries()) moved.push({ ...symbol, columns, index });
  }
  return moved;
}

/** Number of leading blocks with at most `most` symbols in total; at least two. */
function countUpTo(most: number, blocks: readonly (readonly LoadedSymbol[])[]): number {
  let count = 0;
  for (let sum = 0; count < blocks.length && (count < 2 || sum + blocks[count].length <= most); count++)
    sum += blocks[count].length;
  return count;
}

const weights = new WeakMap<PriceColumns, ArrayBuffer>();

/**
 * Tells the garbage collector the size of columns: it does not count shared memory, so that outdated blocks were freed
 * hours late. A resizable buffer of the same size counts, and takes no memory until it is written to.
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
