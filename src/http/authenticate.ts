import { parse } from 'cookie';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';
import type { Credentials } from '../access/authenticate';
import type { Access, Admission, Caller } from '../access/caller';
import type { Meter } from '../access/limits';
import { PROVIDER_SIGN_IN_MS } from '../access/providerSignIn';
import { SESSION_MS } from '../access/sessions';
import { ApiError, forbidden } from '../errors';
import type { ContractOperation } from '../openapi/document';
import type { OperationId } from '../operation';
import { DatabaseUnavailableError } from '../storage/errors';
import { callerOf, inputOf } from './locals';
import { refuseExceeded, setRateHeaders } from './rateLimit';

/** Identifies the caller of a request. @throws unauthorized, not_found or serviceMisconfigured */
export type Authenticate = (credentials: Credentials) => Promise<Admission>;

/** Refuses a caller that may not call an operation at all, before the body is read. @throws ApiError */
export type Admit = (operation: OperationId, caller: Caller) => void;

/** Refuses a valid request that the caller is not allowed, before the handler runs. @throws ApiError */
export type Authorize = (operation: OperationId, input: Readonly<Record<string, unknown>>, caller: Caller) => void;

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
      const { ip = '' } = request;
      const reading = counted ? meter.countAnonymous('refused', ip) : meter.refusalsLeft(ip);
      refuseExceeded(setRateHeaders(response, await reading));
      throw refused;
    }
    next();
  };
}

export function admit({ id, access }: ContractOperation, mayCall: Admit): RequestHandler {
  return (_request, response, next) => {
    const caller = callerOf(response);
    if (access === 'operator' && caller.session?.role !== 'admin') {
      throw forbidden('Only operators of this service may do this.');
    }
    mayCall(id, caller);
    next();
  };
}

export function authorize({ id }: ContractOperation, mayDo: Authorize): RequestHandler {
  return (_request, response, next) => {
    mayDo(id, inputOf(response), callerOf(response));
    next();
  };
}

/**
 * Every Authorization header of a request, joined with commas as Node joins a repeated X-API-Key. In `headers` Node keeps the
 * first one only; `headersDistinct` is empty in requests that are not sent over a network.
 */
function authorizationOf({ rawHeaders }: Request): string | undefined {
  const values = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1].toLowerCase() === 'authorization');
  return values.length === 0 ? undefined : values.join(', ');
}

/** A cookie that scripts of the pages can read. It shows that a session exists and contains no part of it. */
const MARK = 'signed_in';

/**
 * The cookies of the account console, which are accepted in requests from this server's own pages only. The browser sends them
 * to this host only, over https if the public URL has it, and not with requests of other sites; scripts cannot read the secret
 * ones. The header `X-Session: 1` must accompany them, which a page of another site cannot send.
 */
export class SessionCookies {
  private readonly origin: string;
  private readonly session: string;
  private readonly signIn: string;
  /** Of every cookie; those with a secret are `httpOnly` as well. */
  private readonly options: CookieOptions;

  /** @param publicUrl where clients reach this server */
  constructor(publicUrl: string) {
    const { origin, protocol } = new URL(publicUrl);
    this.origin = origin;
    const secure = protocol === 'https:';
    // The prefix keeps other hosts of the domain, and pages without encryption, from setting it.
    const prefix = secure ? '__Host-' : '';
    this.session = `${prefix}perennial-session`;
    this.signIn = `${prefix}perennial-sign-in`;
    this.options = { path: '/', sameSite: 'strict', secure };
  }

  /** Sets the cookie of a session, and the mark that scripts can read; null clears both. */
  keepSession(response: Response, text: string | null): void {
    this.setSecret(response, this.session, text, SESSION_MS);
    if (text === null) response.clearCookie(MARK, this.options);
    else response.cookie(MARK, '1', { ...this.options, maxAge: SESSION_MS });
  }

  /** Sets the cookie of a sign-in that was begun; null clears it. */
  keepSignIn(response: Response, text: string | null): void {
    this.setSecret(response, this.signIn, text, PROVIDER_SIGN_IN_MS);
  }

  private setSecret(response: Response, name: string, text: string | null, maxAge: number): void {
    const options = { ...this.options, httpOnly: true };
    if (text === null) response.clearCookie(name, options);
    else response.cookie(name, text, { ...options, maxAge });
  }

  /** The cookie of a sign-in under way, for operations that run before the sign-in; undefined for all others. */
  signInOf({ headers }: Request, access: Access | undefined): string | undefined {
    return access === 'page' ? parse(headers.cookie ?? '')[this.signIn] : undefined;
  }

  /** The credentials of a request. @throws forbidden for a console request that no page of this server sent */
  credentialsOf(request: Request, access: Access | undefined): Credentials {
    const { headers, ip: address = '', params } = request;
    if (access === 'address') {
      const { calendar_file: calendarFile, table_file: tableFile } = params as Record<string, string | undefined>;
      return { access, calendarFile, tableFile, address };
    }
    const { 'x-api-key': apiKey, 'x-session': header } = headers;
    const key = { access, authorization: authorizationOf(request), apiKey, address };
    if (access === undefined || (access === 'key' && header !== '1')) return key;
    if (header !== '1') throw forbidden(`${FOR_PAGES} Their requests carry the header X-Session: 1.`);
    if (!this.isOwn(request)) throw forbidden(`${FOR_PAGES} This request comes from another site.`);
    const session = parse(headers.cookie ?? '')[this.session];
    if (access === 'key') return { ...key, session };
    return { access, session, address };
  }

  /** Whether a page of this server sent the request, by headers of the browser that scripts cannot change. */
  private isOwn({ headers: { origin, host, 'sec-fetch-site': site } }: Request): boolean {
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin === undefined || origin === this.origin) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }
}

const FOR_PAGES = 'The account console is for the pages of this server only.';
