import type { IncomingMessage } from 'node:http';
import type { Credentials } from '../access/credentials';
import { forbidden } from '../errors';
import type { Exchange } from './exchange';

/** Its own page must not lose it before the session has ended (src/access/sessions.ts): 30 days, seconds. */
const COOKIE_LASTS = 30 * 86_400;

/** How long somebody may be away to sign in elsewhere (src/access/providerSignIn.ts): 10 minutes, seconds. */
const SIGN_IN_LASTS = 600;

/** Tells scripts of a page that there is a session, and nobody anything else. */
const MARK = 'signed_in';

/**
 * Cookies, and which requests they count in: those of this server's own pages. The cookie is sent to this host only, over
 * https where that is how it is reached, on requests that come from its pages only, and no script can read it. Beside it the
 * header `X-Session: 1` is wanted, which a page of another site cannot send, and nothing may say that it is one.
 */
export class OwnPages {
  private readonly origin: string;
  private readonly name: string;
  private readonly signInName: string;
  private readonly attributes: string;

  /** @param publicUrl where clients reach this server */
  constructor(publicUrl: string) {
    const { origin, protocol } = new URL(publicUrl);
    this.origin = origin;
    const isSecure = protocol === 'https:';
    // The prefix keeps other hosts of the domain, and pages without encryption, from setting it.
    const prefix = isSecure ? '__Host-' : '';
    this.name = `${prefix}perennial-session`;
    this.signInName = `${prefix}perennial-sign-in`;
    this.attributes = `Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  /** What the lines Set-Cookie say; null takes the cookie away. Beside it goes one that tells pages whether there is one. */
  cookies(text: string | null): readonly string[] {
    const lasts = `Max-Age=${text === null ? 0 : COOKIE_LASTS}`;
    return [
      `${this.name}=${text ?? ''}; ${lasts}; HttpOnly; ${this.attributes}`,
      `${MARK}=${text === null ? '' : '1'}; ${lasts}; ${this.attributes}`,
    ];
  }

  /** The same of a sign-in that was begun, of which no page needs to know. */
  signInCookie(text: string | null): string {
    const lasts = `Max-Age=${text === null ? 0 : SIGN_IN_LASTS}`;
    return `${this.signInName}=${text ?? ''}; ${lasts}; HttpOnly; ${this.attributes}`;
  }

  /** What a request to the console says of a sign-in that its browser began. */
  signInOf({ request, access }: Exchange): string | undefined {
    return access === 'page' ? cookieNamed(this.signInName, request.headers.cookie) : undefined;
  }

  /** What a request brings that may let it in. @throws forbidden for one of the console that comes from elsewhere */
  credentialsOf({ request, client: address, access, params }: Exchange): Credentials {
    if (access === 'address') return { calendarFile: params.calendar_file, address, only: 'address' };
    const { authorization, 'x-api-key': apiKey, 'x-session': header, cookie } = request.headers;
    const key = { authorization, apiKey, address };
    if (access === undefined || (access === 'key' && header !== '1')) return key;
    if (header !== '1') throw forbidden(`${FOR_PAGES} Their requests carry the header X-Session: 1.`);
    if (!this.isOwn(request)) throw forbidden(`${FOR_PAGES} This request comes from another site.`);
    const session = cookieNamed(this.name, cookie);
    if (access === 'key') return { ...key, session };
    return { session, address, only: access === 'page' ? 'visitor' : 'session' };
  }

  /** Browsers say where a request comes from, and let no script say otherwise; other programs have no cookie by accident. */
  private isOwn({ headers: { origin, host, 'sec-fetch-site': site } }: IncomingMessage): boolean {
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin === undefined || origin === this.origin) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }
}

const FOR_PAGES = 'The account console is for the pages of this server only.';

/** The first of a name: what it says is verified, whoever set it. */
function cookieNamed(name: string, header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
