import type { LoadedSymbol } from './snapshot';

/** Symbols of one block of memory, and the ids that results name them by. */
export interface BlockPart {
  readonly buffer: SharedArrayBuffer;
  readonly indices: readonly number[];
  readonly ids: readonly number[];
}

/** Symbols by the block of memory that they lie in. */
export function partsByBlock(symbols: readonly LoadedSymbol[]): BlockPart[] {
  const blocks = new Map<SharedArrayBuffer, { indices: number[]; ids: number[] }>();
  for (const { columns, index, id } of symbols) {
    const block = blocks.get(columns.buffer) ?? { indices: [], ids: [] };
    blocks.set(columns.buffer, block);
    block.indices.push(index);
    block.ids.push(id);
  }
  return [...blocks].map(([buffer, block]) => ({ buffer, ...block }));
}
