import type { PriceColumns } from '../core/detection/columns';
import type { LoadedSymbol } from './snapshot';

/** Symbols of one block of memory, and the ids that results name them by. */
export interface BlockPart {
  readonly buffer: SharedArrayBuffer;
  readonly indices: Int32Array;
  readonly ids: Int32Array;
}

export function partsByBlock(symbols: readonly LoadedSymbol[]): BlockPart[] {
  return [...byBlock(symbols)].map(([columns, members]) => ({
    buffer: columns.buffer,
    indices: Int32Array.from(members, (symbol) => symbol.index),
    ids: Int32Array.from(members, (symbol) => symbol.id),
  }));
}

/** Symbols by the block of memory that they lie in. */
export function byBlock(symbols: readonly LoadedSymbol[]): Map<PriceColumns, LoadedSymbol[]> {
  const blocks = new Map<PriceColumns, LoadedSymbol[]>();
  for (const symbol of symbols) {
    const block = blocks.get(symbol.columns);
    if (block) block.push(symbol);
    else blocks.set(symbol.columns, [symbol]);
  }
  return blocks;
}
