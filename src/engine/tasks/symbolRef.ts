import type { Day } from '../../core/calendar/dates';
import { openColumns, type SymbolColumns } from '../../core/detection/columns';
import type { LoadedSymbol, UnreadableSymbol } from '../snapshot';

/** A symbol as a task is told of it. Prices travel as shared memory, never as copies. */
export interface SymbolRef {
  readonly id: number;
  readonly symbol: string;
  /** Of prices, at which anything of it changed last. */
  readonly revision: number;
  /** Last day that may be shown of it. */
  readonly lastDay: Day;
  /** What is in memory; null when its stored prices were damaged as they were read. */
  readonly loaded: { readonly hash: string; readonly buffer: SharedArrayBuffer; readonly index: number } | null;
}

export function refOf(symbol: LoadedSymbol | UnreadableSymbol): SymbolRef {
  const { id, symbol: ticker, revision } = symbol;
  if ('damage' in symbol) return { id, symbol: ticker, revision, lastDay: symbol.visibleThrough, loaded: null };
  const { hash, columns, index, lastDay } = symbol;
  return { id, symbol: ticker, revision, lastDay, loaded: { hash, buffer: columns.buffer, index } };
}

/** The closes of a symbol in memory. @throws RangeError for one without */
export function columnsOf({ symbol, loaded }: SymbolRef): SymbolColumns {
  if (loaded === null) throw new RangeError(`no prices of ${symbol} are in memory`);
  return { columns: openColumns(loaded.buffer), index: loaded.index };
}
