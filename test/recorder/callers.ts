import type { TestApp } from '../helpers/app';
import { DEMO_KEY } from '../helpers/app';
import type { Issuer } from '../helpers/issuerProcess';

/** The caller of a request. A page calls without an account, or with the session of a member or operator. */
export type Caller =
  | ('free' | 'dev' | 'pro' | 'business' | 'demo')
  | ('wrong' | 'none' | 'both' | 'token' | 'address')
  | ('page' | 'member' | 'admin');

export const KEYED = ['free', 'dev', 'pro', 'business', 'demo'] as const;
export const WRONG_KEY = `prn_000000000000_${'x'.repeat(43)}`;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** Accounts of sessions. */
export const EMAILS = { member: 'dev@example.com', admin: 'pro@example.com' } as const;

/** The account behind a caller, by the name of its tier; null = none. */
export function accountOf(caller: Caller): string | null {
  if (caller === 'member') return 'dev';
  if (caller === 'admin') return 'pro';
  if (caller === 'both') return 'business';
  return ['free', 'dev', 'pro', 'business'].includes(caller) ? caller : null;
}

/** The credentials of a caller. */
export function credentialsOf(
  caller: Caller,
  { keys }: Pick<TestApp, 'keys'>,
  { cookies, token }: { readonly cookies: ReadonlyMap<string, string>; readonly token: string },
): Record<string, string> {
  const page = { 'X-Session': '1', 'User-Agent': FIREFOX };
  switch (caller) {
    case 'none':
    case 'address':
      return {};
    case 'wrong':
      return { 'X-API-Key': WRONG_KEY };
    case 'demo':
      return { 'X-API-Key': DEMO_KEY };
    case 'both':
      return { 'X-API-Key': keys.business, Authorization: `Bearer ${keys.business}` };
    case 'token':
      return { Authorization: `Bearer ${token}` };
    case 'page':
      return page;
    case 'member':
    case 'admin':
      return { ...page, Cookie: cookies.get(caller) ?? '' };
    default:
      return { 'X-API-Key': keys[caller] };
  }
}

/** The URL of the pages in the settings, where no server listens. */
export const SITE = 'http://127.0.0.1:1';

/** An access token of a new person, whose account its first use creates; it never expires. */
export async function accessToken({ issuer, ask }: Issuer): Promise<string> {
  const person = { sub: 'token', email: 'token@example.com', email_verified: true };
  const sign = { iss: issuer, aud: `${SITE}/mcp`, ...person, client_id: 'recorder', jti: '1', iat: 1, exp: 4e9 };
  return (await ask({ sign })).token;
}
