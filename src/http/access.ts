import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../access/caller';
import type { Credentials } from '../access/credentials';
import type { CountedAs, Meter, RateReading } from '../access/rate';
import { ApiError, rateLimited } from '../errors';
import { paidFor } from './inProcess';
import { stateOf } from './state';

/** @throws unauthorized or serviceMisconfigured */
export type Authenticate = (credentials: Credentials) => Promise<Caller>;

/** Finds out who asks. A refusal counts against no account, but carries the limits of the client's address. */
export function authenticateWith(authenticate: Authenticate, meter: Meter): RequestHandler {
  return async (request, response, next) => {
    const address = request.ip ?? '';
    const { authorization, 'x-api-key': apiKey } = request.headers;
    try {
      stateOf(response).caller = await authenticate({ authorization, apiKey, address });
    } catch (refused) {
      // Only a refused key counts as an attempt: when this service fails (503), the client has done nothing wrong.
      const counted = refused instanceof ApiError && refused.status === 401;
      refuseExceeded(noteRate(response, await meter(null, address, { counted })));
      throw refused;
    }
    next();
  };
}

/** Counts the request against the minute, then the day (SPEC 8.1), unless who sent it in has paid for it already. */
export function meterWith(meter: Meter): RequestHandler {
  return async (request, response, next) => {
    const paid = paidFor(request);
    if (paid !== undefined) noteRate(response, paid);
    else refuseExceeded(await countRequest(meter, request, response));
    next();
  };
}

/** Counts one request of the caller, whom `authenticateWith` has found, and says in the headers what is left. */
export async function countRequest(meter: Meter, request: Request, response: Response): Promise<RateReading | null> {
  return noteRate(response, await meter(stateOf(response).caller ?? null, request.ip ?? ''));
}

/** Counts what needs no key against the client's address. */
export function meterByAddress(meter: Meter, kind: CountedAs): RequestHandler {
  return async (request, response, next) => {
    refuseExceeded(noteRate(response, await meter(null, request.ip ?? '', { kind })));
    next();
  };
}

/** Sets the headers of SPEC 8.4 and those of the day. */
function noteRate(response: Response, reading: RateReading | null): RateReading | null {
  if (reading === null) return null;
  stateOf(response).rate = reading;
  for (const [suffix, { limit, remaining, reset }] of [
    ['', reading.minute],
    ['-Day', reading.day],
  ] as const) {
    response.set(`X-RateLimit-Limit${suffix}`, String(limit));
    response.set(`X-RateLimit-Remaining${suffix}`, String(remaining));
    response.set(`X-RateLimit-Reset${suffix}`, String(reset));
  }
  return reading;
}

/** @throws rateLimited when a budget was spent before */
export function refuseExceeded(reading: RateReading | null): void {
  if (reading === null || reading.exceeded === null) return;
  throw rateLimited(reading.exceeded, reading[reading.exceeded].limit, reading.retryAfter);
}
