import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { CountedAs, Meter, RateReading } from '../access/rate';
import { ApiError, rateLimited } from '../errors';
import type { Access } from '../openapi/document';

/**
 * Counts the request against the minute, then the day (SPEC 8.1), unless it was counted before. Requests of the console have
 * their own limits, and those before the sign-in count by client address.
 */
export function rateLimit(meter: Meter, access: Access): RequestHandler {
  return async (request, response, next) => {
    refuseExceeded(await count());
    next();

    async function count(): Promise<RateReading | null> {
      const { prepaidRate, caller = null } = response.locals;
      const address = request.ip ?? '';
      if (prepaidRate !== undefined) return setRateHeaders(response, prepaidRate);
      if (access === 'key' || access === 'address') return countRequest(meter, response, address);
      if (access !== 'page') return setRateHeaders(response, await meter(caller, address, { console: true }));
      const kind = request.method === 'POST' ? 'sign-in' : 'page';
      return setRateHeaders(response, await meter(null, address, { kind }));
    }
  };
}

/** Counts one request of the authenticated caller, and sets the headers. */
export async function countRequest(meter: Meter, response: Response, address: string): Promise<RateReading | null> {
  const { caller = null } = response.locals;
  return setRateHeaders(response, await meter(caller, address));
}

/** Takes back the count of a request that failed for a reason that costs its account nothing (`ApiError.isFree`). */
export function takeBackFree(meter: Meter): ErrorRequestHandler {
  return async (error, request, response, next) => {
    const { caller = null, operation, rate } = response.locals;
    const isOfPlan = operation?.access === 'key' || operation?.access === 'address';
    if (error instanceof ApiError && error.isFree && isOfPlan && rate) {
      // The client gets the error that it would get anyway, whether or not the count can be changed.
      await meter(caller, request.ip ?? '', { takeBack: rate }).then(
        (reading) => setRateHeaders(response, reading),
        () => {},
      );
    }
    next(error);
  };
}

/** Counts requests without a key against the client's address. */
export function rateLimitByAddress(meter: Meter, kind: CountedAs): RequestHandler {
  return async (request, response, next) => {
    refuseExceeded(setRateHeaders(response, await meter(null, request.ip ?? '', { kind })));
    next();
  };
}

/** Sets the headers of SPEC 8.4 and those of the day. */
export function setRateHeaders(response: Response, reading: RateReading | null): RateReading | null {
  response.locals.rate = reading;
  if (reading === null) return null;
  const { minute, day } = reading;
  response.set({
    'X-RateLimit-Limit': String(minute.limit),
    'X-RateLimit-Remaining': String(minute.remaining),
    'X-RateLimit-Reset': String(minute.reset),
    'X-RateLimit-Limit-Day': String(day.limit),
    'X-RateLimit-Remaining-Day': String(day.remaining),
    'X-RateLimit-Reset-Day': String(day.reset),
  });
  return reading;
}

/** @throws rateLimited if the request exceeds a limit */
export function refuseExceeded(reading: RateReading | null | undefined): void {
  if (!reading || reading.exceeded === null) return;
  throw rateLimited(reading.exceeded, reading[reading.exceeded].limit, reading.retryAfter);
}
