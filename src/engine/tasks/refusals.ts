import { type ApiError, notFound, upstreamUnavailable } from '../../errors';
import { CorruptPricesError, UncomputablePricesError } from '../../storage/errors';
import type { BarsReader } from '../recentBars';
import type { SymbolRef } from './symbolRef';
import type { Thread } from './thread';

/**
 * What a caller is told of a symbol whose prices are no use. Damage may be mended any moment and is the server's own
 * business; that a price is none is so until other prices are imported, and is said.
 */
export function refusalOf(damage: CorruptPricesError): ApiError {
  if (!(damage instanceof UncomputablePricesError)) return upstreamUnavailable(damage.message);
  const { symbol, date } = damage;
  return notFound(`There are no usable prices of ${symbol}: what is stored for ${date} is no price. Import it anew.`);
}

/**
 * The bars of symbols that an answer cannot do without.
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
