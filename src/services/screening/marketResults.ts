import type { Market } from '../../core/calendar/market';
import { DeadlineError } from '../../deadline';
import { MarketUnreadableError } from '../../engine/snapshot';
import { DamagedDataError } from '../../storage/errors';

/** The result of one market: a value, or the reason why there is none (unreadable prices, or no time left). */
export type MarketResult<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly reason: 'corrupt' | 'timeout' };

/**
 * Runs work for each market. A market that fails is named, and the others still answer (SPEC 7 rule 3). Results come in
 * the order of the markets. Only unreadable data and timeouts become results; program faults and aborts are rethrown.
 */
export function eachMarket<M extends { readonly market: Market }, R>(
  markets: readonly M[],
  work: (market: M) => Promise<R>,
): Promise<MarketResult<R>[]> {
  const resultOf = async (market: M): Promise<MarketResult<R>> => {
    try {
      return { ok: true, value: await work(market) };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      return { ok: false, reason };
    }
  };
  return Promise.all(markets.map(resultOf));
}

function reasonOf(error: unknown): 'corrupt' | 'timeout' | null {
  if (error instanceof DeadlineError) return 'timeout';
  return error instanceof DamagedDataError || error instanceof MarketUnreadableError ? 'corrupt' : null;
}
