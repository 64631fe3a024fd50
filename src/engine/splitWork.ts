import type { PriceColumns } from '../core/detection/columns';
import type { SearchPart } from './search';
import type { LoadedSymbol } from './snapshot';

/** Splits symbols into at most `pieces` equal shares, and each share by the block of memory its symbols lie in. */
export function splitWork(symbols: readonly LoadedSymbol[], pieces: number): SearchPart[][] {
  const ordered = [...byBlock(symbols).values()].flat();
  const size = Math.ceil(ordered.length / pieces);
  const shares: SearchPart[][] = [];
  for (let at = 0; at < ordered.length; at += size) {
    shares.push([...byBlock(ordered.slice(at, at + size))].map(searchPart));
  }
  return shares;
}

function byBlock(symbols: readonly LoadedSymbol[]): Map<PriceColumns, LoadedSymbol[]> {
  const blocks = new Map<PriceColumns, LoadedSymbol[]>();
  for (const symbol of symbols) {
    const block = blocks.get(symbol.columns);
    if (block) block.push(symbol);
    else blocks.set(symbol.columns, [symbol]);
  }
  return blocks;
}

function searchPart([columns, symbols]: [PriceColumns, LoadedSymbol[]]): SearchPart {
  return {
    buffer: columns.buffer,
    indices: Int32Array.from(symbols, (symbol) => symbol.index),
    ids: Int32Array.from(symbols, (symbol) => symbol.id),
  };
}
