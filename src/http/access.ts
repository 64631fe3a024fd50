import type { Admission } from '../access/caller';
import type { Credentials } from '../access/credentials';
import { type CountedAs, type Meter, type RateReading, unmetered } from '../access/rate';
import { ApiError, rateLimited } from '../errors';
import { DatabaseAwayError } from '../storage/errors';
import type { Access } from './contract';
import type { Exchange, Step } from './exchange';
import { paidFor } from './inProcess';
import type { OwnPages } from './ownPages';

/**
 * Finds out who asks.
 *
 * @param counting whether the request is to be counted: the database may do it in the same step
 * @throws unauthorized, not_found or serviceMisconfigured
 */
export type Authenticate = (credentials: Credentials, counting: boolean) => Promise<Admission>;

/** Finds out who asks. A refusal counts against no account, but carries the limits of the client's address. */
export function authenticateWith(authenticate: Authenticate, meter: Meter, pages: OwnPages): Step {
  return async (exchange) => {
    const { access } = exchange;
    let session: string | undefined;
    const counting = meter !== unmetered && paidFor(exchange.request) === undefined && access === 'key';
    try {
      const credentials = pages.credentialsOf(exchange);
      session = credentials.session;
      const { caller, counted, renewed } = await authenticate(credentials, counting);
      exchange.caller = caller;
      exchange.counted = counted;
      const kept = renewed === undefined ? [] : pages.cookies(renewed);
      for (const one of kept) exchange.set('Set-Cookie', one);
    } catch (refused) {
      // Then what is left of the address cannot be told either.
      if (refused instanceof DatabaseAwayError) throw refused;
      // Only a refused key or address counts as an attempt: when this service fails (503), the client has done nothing wrong.
      const counted = refused instanceof ApiError && (refused.status === 401 || refused.status === 404);
      // A page then knows that its session is over.
      if (counted && session !== undefined) for (const one of pages.cookies(null)) exchange.set('Set-Cookie', one);
      refuseExceeded(noteRate(exchange, await meter(null, exchange.client, { counted })));
      throw refused;
    }
  };
}

/**
 * Counts the request against the minute, then the day (SPEC 8.1), unless who sent it in has paid for it already: what the
 * console asks apart, and who is yet to sign in by client address.
 */
export function meterWith(meter: Meter): Step {
  return async (exchange) => {
    const { request, client, caller, access } = exchange;
    const paid = paidFor(request);
    if (paid !== undefined) noteRate(exchange, paid);
    else if (access === 'page') {
      const kind = request.method === 'POST' ? 'sign-in' : 'page';
      refuseExceeded(noteRate(exchange, await meter(null, client, { kind })));
    } else if (isOfConsole(access)) {
      refuseExceeded(noteRate(exchange, await meter(caller ?? null, client, { console: true })));
    } else refuseExceeded(await countRequest(meter, exchange));
  };
}

function isOfConsole(access: Access | undefined): boolean {
  return access !== undefined && access !== 'key' && access !== 'address';
}

/** Counts one request of the caller, whom `authenticateWith` has found, and says in the headers what is left. */
export async function countRequest(meter: Meter, exchange: Exchange): Promise<RateReading | null> {
  const already = exchange.counted;
  exchange.counted = null;
  return noteRate(exchange, await meter(exchange.caller ?? null, exchange.client, { already }));
}

/** Counts what needs no key against the client's address. */
export function meterByAddress(meter: Meter, kind: CountedAs): Step {
  return async (exchange) => {
    refuseExceeded(noteRate(exchange, await meter(null, exchange.client, { kind })));
  };
}

/** Sets the headers of SPEC 8.4 and those of the day. */
function noteRate(exchange: Exchange, reading: RateReading | null): RateReading | null {
  if (reading === null) return null;
  exchange.rate = reading;
  const { minute, day } = reading;
  exchange.set('X-RateLimit-Limit', String(minute.limit));
  exchange.set('X-RateLimit-Remaining', String(minute.remaining));
  exchange.set('X-RateLimit-Reset', String(minute.reset));
  exchange.set('X-RateLimit-Limit-Day', String(day.limit));
  exchange.set('X-RateLimit-Remaining-Day', String(day.remaining));
  exchange.set('X-RateLimit-Reset-Day', String(day.reset));
  return reading;
}

/** @throws rateLimited when a budget was spent before */
export function refuseExceeded(reading: RateReading | null): void {
  if (reading === null || reading.exceeded === null) return;
  throw rateLimited(reading.exceeded, reading[reading.exceeded].limit, reading.retryAfter);
}
