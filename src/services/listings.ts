import type { Caller } from '../access/caller';
import type { Snapshot } from '../engine/snapshot';
import { ApiError, type ErrorCode } from '../errors';
import type { HandlerDeps } from './deps';
import { listingOf } from './listing';
import type { Listing } from './symbolYear';

/** A ticker as a request names it. */
export interface AskedSymbol {
  readonly symbol: string;
  /** Omitted = the lowest market in scope that lists it. */
  readonly market?: string;
}

/** Which refusal answers for several. A fault of the server comes last: the client cannot mend it. */
const GRAVEST_FIRST: readonly ErrorCode[] = ['invalid_request', 'not_found', 'forbidden'];

/**
 * The listings of several tickers, in their order.
 *
 * @throws ApiError as `listingOf` does, naming every ticker that has none and why, not only the first
 */
export function listingsOf(
  deps: HandlerDeps,
  snapshot: Snapshot,
  caller: Caller,
  asked: readonly AskedSymbol[],
): Listing[] {
  const refused: ApiError[] = [];
  const listings = asked.flatMap(({ symbol, market }) => {
    try {
      return [listingOf(deps, snapshot, caller, symbol, market)];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push(error);
      return [];
    }
  });
  if (refused.length > 0) throw together(refused);
  return listings;
}

function together(refused: readonly ApiError[]): ApiError {
  const ours = refused.filter(({ code }) => GRAVEST_FIRST.includes(code));
  const code = GRAVEST_FIRST.find((one) => ours.some((error) => error.code === one));
  if (code === undefined) return refused[0];
  return new ApiError(code, [...new Set(ours.map(({ message }) => message))].join(' '));
}
