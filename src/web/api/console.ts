import createClient from 'openapi-fetch';
import type { paths } from '../../../generated/openapi';
import { settings } from '../settings';
import { apiRequest, type Body, type GetPath, type Params } from './apiRequest';
import { API, checkUnauthorized, recordSession } from './client';
import type { ApiRequest } from './responseCache';

/**
 * Client of the operations that accept a session only, not a key. Sign-in requests carry the header too, although they have
 * no session yet: it protects them from CSRF.
 */
export const consoleClient = createClient<paths>({
  baseUrl: API,
  credentials: 'same-origin',
  headers: { 'X-Session': '1' },
});

consoleClient.use({
  onResponse({ request, response, schemaPath }) {
    // A failed sign-in does not mean that the current session is over.
    if (!schemaPath.startsWith('/session') || request.method !== 'POST') checkUnauthorized(response);
    return undefined;
  },
});

/** Shorter than for prices, since other users change this data too: usage, sessions, lists for operators. */
const KEPT_MS = 60_000;

/** A GET request with the session: `consoleRequest('/account/keys')`. */
export function consoleRequest<P extends GetPath>(path: P, params: Params<P> = {}): ApiRequest<Body<P>> {
  return { ...apiRequest(path, params, consoleClient), cacheMs: KEPT_MS };
}

/** Whether a path leads to a page of this server, so that a sign-in may redirect to it (no open redirect). */
export function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path) && new URL(path, location.origin).origin === location.origin;
}

/** Goes to the sign-in page after the session has ended. */
export function goToSignIn(): void {
  recordSession(false);
  replacePage('/sign-in');
}

/** Loads a page anew, so that no data of the former session stays in memory. */
export function replacePage(path: string): void {
  location.replace(settings.base + path);
}
