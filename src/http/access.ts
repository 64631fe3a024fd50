import type { RequestHandler, Response } from 'express';
import type { Caller } from '../access/caller';
import type { Credentials } from '../access/credentials';
import type { Meter, RateReading } from '../access/rate';
import { ApiError, rateLimited } from '../errors';
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
      noteRate(response, await meter(null, address, { counted }));
      throw refused;
    }
    next();
  };
}

/** Counts the request against the minute, then the day (SPEC 8.1). */
export function meterWith(meter: Meter): RequestHandler {
  return async (request, response, next) => {
    const { caller } = stateOf(response);
    noteRate(response, await meter(caller ?? null, request.ip ?? ''));
    next();
  };
}

/** Sets the headers of SPEC 8.4 and those of the day. @throws rateLimited */
function noteRate(response: Response, reading: RateReading | null): void {
  if (reading === null) return;
  stateOf(response).rate = reading;
  for (const [suffix, { limit, remaining, reset }] of [
    ['', reading.minute],
    ['-Day', reading.day],
  ] as const) {
    response.set(`X-RateLimit-Limit${suffix}`, String(limit));
    response.set(`X-RateLimit-Remaining${suffix}`, String(remaining));
    response.set(`X-RateLimit-Reset${suffix}`, String(reset));
  }
  if (reading.exceeded === null) return;
  throw rateLimited(reading.exceeded, reading[reading.exceeded].limit, reading.retryAfter);
}
