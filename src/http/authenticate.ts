import type { RequestHandler } from 'express';
import type { Admission, Caller } from '../access/caller';
import type { Access, Credentials } from '../access/credentials';
import type { Meter } from '../access/rate';
import type { SessionCookies } from '../access/sessionCookies';
import { ApiError, forbidden, internal } from '../errors';
import type { ContractOperation } from '../openapi/document';
import type { OperationId } from '../operation';
import { DatabaseUnavailableError } from '../storage/errors';
import { noteRate, refuseExceeded } from './rateLimit';

/** Identifies the caller of a request. @throws unauthorized, not_found or serviceMisconfigured */
export type Authenticate = (credentials: Credentials) => Promise<Admission>;

/** Refuses a caller that may not call an operation at all, before the body is read. @throws ApiError */
export type Admit = (operation: OperationId, caller: Caller) => void;

/** Refuses a valid request that the caller is not allowed, before the handler runs. @throws ApiError */
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
 * Sets `response.locals.caller`. A refused request counts against the limits of the client's address.
 *
 * @param access who may call the operation; undefined = sessions are ignored (/mcp)
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
      // The limits of the address are in the same database.
      if (refused instanceof DatabaseUnavailableError) throw refused;
      // Only a refused key or address counts: a failure of the service (503) is not the client's.
      const counted = refused instanceof ApiError && (refused.status === 401 || refused.status === 404);
      // Removes the cookie of the ended session.
      if (counted && session !== undefined) cookies.keepSession(response, null);
      refuseExceeded(noteRate(response, await meter(null, request.ip ?? '', { counted })));
      throw refused;
    }
    next();
  };
}

/** Checks whether the caller may call the operation, regardless of the input. */
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

/** Checks whether the caller is allowed this input. */
export function authorize({ id }: ContractOperation, mayDo: Authorize | undefined): RequestHandler {
  return async (_request, { locals: { caller, input } }, next) => {
    if (caller === undefined || input === undefined) throw internal('a request without caller or input');
    await mayDo?.(id, input, caller);
    next();
  };
}
