import { type ApiError, notFound, upstreamUnavailable } from '../../errors';
import { CorruptPricesError, UncomputablePricesError } from '../../storage/errors';
import type { BarsReader } from '../recentBars';
import type { SymbolRef } from './symbolRef';
import type { Thread } from './thread';

/**
 * The error for a symbol whose stored prices are damaged or unusable. Damage is a server fault that may be repaired at any
 * moment; an unusable price stays until other prices are imported, so the message says which.
 */
export function refusalOf(damage: CorruptPricesError): ApiError {
  if (!(damage instanceof UncomputablePricesError)) return upstreamUnavailable(damage.message);
  const { symbol, date } = damage;
  return notFound(
    `There are no usable prices of ${symbol}: the price stored for ${date} is unusable. Import it again.`,
  );
}

/**
 * The bars of symbols that an answer requires.
 *
 * @throws upstream_unavailable for a symbol whose stored prices are damaged, not_found for one whose prices cannot be
 *   computed with
 */
export async function requiredBars(thread: Thread, symbols: readonly SymbolRef[]): Promise<BarsReader> {
  const barsOf = await thread.read(symbols);
  try {
    for (const symbol of symbols) barsOf(symbol);
  } catch (error) {
    throw error instanceof CorruptPricesError ? refusalOf(error) : error;
  }
  return barsOf;
}

interface AllDamagedInput {
  readonly symbols: readonly SymbolRef[];
}

/** Whether the stored prices of all the symbols are damaged. */
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
