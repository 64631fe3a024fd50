import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Access } from '../access/caller';
import type { Meter, RateReading } from '../access/limits';
import { ApiError, rateLimited } from '../errors';
import { callerOf } from './locals';

/**
 * Counts the request against the minute, then the day (SPEC 8.1), unless it was counted before. Requests of the console have
 * their own limits, and those before the sign-in count by client address.
 */
export function rateLimit(meter: Meter, access: Access): RequestHandler {
  const count = ({ method, ip = '' }: Request, response: Response) => {
    if (access === 'page') return meter.countAnonymous(method === 'POST' ? 'sign-in' : 'page', ip);
    const caller = callerOf(response);
    return access === 'key' || access === 'address' ? meter.count(caller, ip) : meter.countConsole(caller);
  };
  return async (request, response, next) => {
    refuseExceeded(setRateHeaders(response, response.locals.prepaidRate ?? (await count(request, response))));
    next();
  };
}

/** Takes back the count of a request that failed for a reason that costs its account nothing (`ApiError.isFree`). */
export function takeBackFree(meter: Meter): ErrorRequestHandler {
  return async (error, { ip = '' }, response, next) => {
    const { caller, operation, rate } = response.locals;
    const isOfPlan = operation?.access === 'key' || operation?.access === 'address';
    if (error instanceof ApiError && error.isFree && isOfPlan && rate && caller) {
      // The client gets the error that it would get anyway, whether or not the count can be changed.
      await meter.takeBack(caller, ip, rate).then(
        (reading) => setRateHeaders(response, reading),
        () => {},
      );
    }
    next(error);
  };
}

/** Counts requests for pages without a key against the client's address. */
export function rateLimitPages(meter: Meter): RequestHandler {
  return async ({ ip = '' }, response, next) => {
    refuseExceeded(setRateHeaders(response, await meter.countAnonymous('page', ip)));
    next();
  };
}

/** Sets the headers of SPEC 8.4 and those of the day. */
export function setRateHeaders(response: Response, reading: RateReading): RateReading {
  response.locals.rate = reading;
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
export function refuseExceeded({ exceeded, retryAfter, ...budgets }: RateReading): void {
  if (exceeded !== null) throw rateLimited(exceeded, budgets[exceeded].limit, retryAfter);
}
