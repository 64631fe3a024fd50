import type { Day } from '../../core/calendar/dates';
import { openColumns, type SymbolColumns } from '../../core/detection/columns';
import type { LoadedSymbol, UnreadableSymbol } from '../snapshot';

/** A symbol in the message of a task. Its prices are shared memory, not a copy. */
export interface SymbolRef {
  readonly id: number;
  readonly symbol: string;
  /** Revision of the last change of the symbol or its prices. */
  readonly revision: number;
  /** Last visible day. */
  readonly lastDay: Day;
  /** Its columns in memory; null when its stored prices were damaged. */
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
