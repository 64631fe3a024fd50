import type { RequestHandler } from 'express';
import type { Admission, Caller } from '../access/caller';
import type { Access, Credentials } from '../access/credentials';
import type { Meter } from '../access/rate';
import type { SessionCookies } from '../access/sessionCookies';
import { ApiError, forbidden, internal } from '../errors';
import type { ContractOperation } from '../openapi/document';
import type { OperationId } from '../operation';
import { DatabaseAwayError } from '../storage/errors';
import { noteRate, refuseExceeded } from './rateLimit';

/** Finds out who sends a request. @throws unauthorized, not_found or serviceMisconfigured */
export type Authenticate = (credentials: Credentials) => Promise<Admission>;

/** May stop a request whose operation its caller may not call at all, before its body is read. @throws ApiError */
export type Admit = (operation: OperationId, caller: Caller) => void;

/** May stop a request that is valid but not allowed, before its handler runs. @throws ApiError */
export type Authorize = (
  operation: OperationId,
  input: Readonly<Record<string, unknown>>,
  caller: Caller,
) => void | Promise<void>;

export interface AuthenticateDeps {
  readonly authenticate: Authenticate;
  readonly meter: Meter;
  readonly cookies: SessionCookies;
}

/**
 * Leaves the caller in `response.locals`. A refusal counts against no account, but carries the limits of the client's
 * address.
 *
 * @param access who the operation is for; undefined where sessions count for nothing (/mcp)
 */
export function authenticate({ authenticate, meter, cookies }: AuthenticateDeps, access?: Access): RequestHandler {
  return async (request, response, next) => {
    let session: string | undefined;
    try {
      const credentials = cookies.credentialsOf(request, access);
      session = credentials.session;
      const { caller, renewed } = await authenticate(credentials);
      response.locals.caller = caller;
      if (renewed !== undefined) cookies.keepSession(response, renewed);
    } catch (refused) {
      // Then what is left of the address cannot be told either.
      if (refused instanceof DatabaseAwayError) throw refused;
      // Only a refused key or address counts as an attempt: when this service fails (503), the client has done nothing wrong.
      const counted = refused instanceof ApiError && (refused.status === 401 || refused.status === 404);
      // A page then knows that its session is over.
      if (counted && session !== undefined) cookies.keepSession(response, null);
      refuseExceeded(noteRate(response, await meter(null, request.ip ?? '', { counted })));
      throw refused;
    }
    next();
  };
}

/** Asks whether the caller may call the operation, whatever it says. */
export function admit({ id, access }: ContractOperation, mayCall: Admit | undefined): RequestHandler {
  return (_request, { locals: { caller } }, next) => {
    if (caller === undefined) throw internal('a request without caller');
    if (access === 'operator' && caller.session?.role !== 'admin') {
      throw forbidden('Only operators of this service may do this.');
    }
    mayCall?.(id, caller);
    next();
  };
}

/** Asks whether the caller may do what the input says. */
export function authorize({ id }: ContractOperation, mayDo: Authorize | undefined): RequestHandler {
  return async (_request, { locals: { caller, input } }, next) => {
    if (caller === undefined || input === undefined) throw internal('a request without caller or input');
    await mayDo?.(id, input, caller);
    next();
  };
}
