import { CorruptPricesError } from '../../storage/errors';
import type { SymbolRef } from './symbolRef';
import type { Thread } from './thread';

export interface AllDamagedInput {
  readonly symbols: readonly SymbolRef[];
}

/** Whether none of some symbols' stored prices can be read any more. */
export async function allDamaged({ symbols }: AllDamagedInput, thread: Thread): Promise<boolean> {
  for (const symbol of symbols) {
    const barsOf = await thread.read([symbol]);
    try {
      barsOf(symbol);
      return false;
    } catch (error) {
      if (!(error instanceof CorruptPricesError)) throw error;
    }
  }
  return true;
}
