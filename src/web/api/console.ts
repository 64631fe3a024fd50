import createClient from 'openapi-fetch';
import type { paths } from '../../../generated/openapi';
import { settings } from '../settings';
import type { Question } from './answers';
import { API, noteRefusal, noteSession } from './client';
import { asking, type Body, type GetPath, type Params } from './question';

/**
 * Operations of the console, which take nothing but a session. Signing in has none yet: its header goes along all the same,
 * since no page of another site can send it.
 */
export const consoleClient = createClient<paths>({
  baseUrl: API,
  credentials: 'same-origin',
  headers: { 'X-Session': '1' },
});

consoleClient.use({
  onResponse({ request, response, schemaPath }) {
    // A sign-in that does not work says nothing of the session.
    if (!schemaPath.startsWith('/session') || request.method !== 'POST') noteRefusal(response);
    return undefined;
  },
});

/** What others change too: usage, sessions, the lists of operators. */
const KEPT_MS = 60_000;

/** A question to the console: `askingConsole('/account/keys')`. */
export function askingConsole<P extends GetPath>(path: P, params: Params<P> = {}): Question<Body<P>> {
  return { ...asking(path, params, consoleClient), keptMs: KEPT_MS };
}

/** Whether a page may be come back to: one of these, whatever an address says. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path) && new URL(path, location.origin).origin === location.origin;
}

/** Leaves the console, whose session has ended. */
export function leaveSignedOut(): void {
  noteSession(false);
  leaveFor('/sign-in');
}

/** Leaves for a page as if it were opened anew: nothing is left of whoever was signed in before. */
export function leaveFor(path: string): void {
  location.replace(settings.base + path);
}
