import type { Market } from '../../core/calendar/market';
import { DeadlineError } from '../../deadline';
import { MarketUnreadableError } from '../../engine/snapshot';
import { DamagedDataError } from '../../storage/errors';

/** What became of one market: a value, or why there is none: its prices cannot be read, or the time ran out. */
export type MarketResult<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly reason: 'corrupt' | 'timeout' };

/**
 * Works market by market: what fails is named, the rest answers (SPEC 7 rule 3). Results in the order of the markets. Only
 * failed data and lost time become results; a fault of the program is thrown on, and so is the reason why nobody waits any
 * more.
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
