import { parse, type SerializeOptions, serialize } from 'cookie';
import type { Request, Response } from 'express';
import { forbidden } from '../errors';
import type { Access, Credentials } from './credentials';

/** A browser must not lose the cookie before the session has ended (src/access/sessions.ts): 30 days, seconds. */
const SESSION_LASTS = 30 * 86_400;

/** How long somebody may be away to sign in elsewhere (src/access/providerSignIn.ts): 10 minutes, seconds. */
const SIGN_IN_LASTS = 600;

/** Tells scripts of a page that there is a session, and nobody anything else. */
const MARK = 'signed_in';

/**
 * The cookies of the account console, which count only in requests from this server's own pages: a cookie is sent to this
 * host only, over https where that is how it is reached, on requests from its pages only, and no script can read it. The
 * header `X-Session: 1` must come with it, which a page of another site cannot send.
 */
export class SessionCookies {
  private readonly origin: string;
  private readonly session: string;
  private readonly signIn: string;
  private readonly attributes: SerializeOptions;

  /** @param publicUrl where clients reach this server */
  constructor(publicUrl: string) {
    const { origin, protocol } = new URL(publicUrl);
    this.origin = origin;
    const secure = protocol === 'https:';
    // The prefix keeps other hosts of the domain, and pages without encryption, from setting it.
    const prefix = secure ? '__Host-' : '';
    this.session = `${prefix}perennial-session`;
    this.signIn = `${prefix}perennial-sign-in`;
    this.attributes = { path: '/', sameSite: 'strict', secure };
  }

  /** Leaves the cookie of a session with an answer, and a mark that pages can read; null takes both away. */
  keepSession(response: Response, text: string | null): void {
    const maxAge = text === null ? 0 : SESSION_LASTS;
    const mark = text === null ? '' : '1';
    response.append('Set-Cookie', [
      serialize(this.session, text ?? '', { ...this.attributes, httpOnly: true, maxAge }),
      serialize(MARK, mark, { ...this.attributes, maxAge }),
    ]);
  }

  /** Leaves the cookie of a sign-in that was begun; null takes it away. */
  keepSignIn(response: Response, text: string | null): void {
    const maxAge = text === null ? 0 : SIGN_IN_LASTS;
    response.append('Set-Cookie', serialize(this.signIn, text ?? '', { ...this.attributes, httpOnly: true, maxAge }));
  }

  /** The sign-in that the browser began, where a page asks for somebody who is yet to sign in. */
  signInOf({ headers }: Request, access: Access | undefined): string | undefined {
    return access === 'page' ? parse(headers.cookie ?? '')[this.signIn] : undefined;
  }

  /** What a request brings that may let it in. @throws forbidden for one of the console that comes from elsewhere */
  credentialsOf(request: Request, access: Access | undefined): Credentials {
    const { headers, ip: address = '', params } = request;
    if (access === 'address') return { calendarFile: String(params.calendar_file), address, only: 'address' };
    const { authorization, 'x-api-key': apiKey, 'x-session': header } = headers;
    const key = { authorization, apiKey, address };
    if (access === undefined || (access === 'key' && header !== '1')) return key;
    if (header !== '1') throw forbidden(`${FOR_PAGES} Their requests carry the header X-Session: 1.`);
    if (!this.isOwn(request)) throw forbidden(`${FOR_PAGES} This request comes from another site.`);
    const session = parse(headers.cookie ?? '')[this.session];
    if (access === 'key') return { ...key, session };
    return { session, address, only: access === 'page' ? 'visitor' : 'session' };
  }

  /** Browsers say where a request comes from, and let no script say otherwise; other programs have no cookie by accident. */
  private isOwn({ headers: { origin, host, 'sec-fetch-site': site } }: Request): boolean {
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin === undefined || origin === this.origin) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }
}

const FOR_PAGES = 'The account console is for the pages of this server only.';
