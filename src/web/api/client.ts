import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from '../../../generated/openapi';
import { settings } from '../settings';
import { createStore } from '../state/store';
import { Failure, failureOf, unreachable } from './failure';
import { checkDataVersion, clearCache } from './responseCache';

export type Schemas = components['schemas'];

/** Base URL of the API, without a slash at the end. */
export const API = `${location.origin}${settings.base}/v1`;

/** A cookie of the pages, which grants nothing. Scripts cannot see the session's own cookie. */
const SIGNED_IN = /(?:^|;\s*)signed_in=1(?:;|$)/;

/** Whether this browser has a session, as far as it knows without a request. */
export function holdsSession(): boolean {
  return SIGNED_IN.test(document.cookie);
}

/** Whether the prices are simulated; null before the first response. */
export const simulated = createStore<boolean | null>(null);

/** How often the server has refused the session. A change makes the pages read the session again. */
export const sessionRefused = createStore(0);

/** Longer than any session: when a session ends earlier, the server's 401 clears the cookie. */
const COOKIE_SECONDS = 30 * 86_400;

/** Records that a session has started, or has ended, and tells the other tabs. */
export function recordSession(started: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const cookie = `signed_in=${started ? 1 : ''}; Max-Age=${started ? COOKIE_SECONDS : 0}; Path=/; SameSite=Strict${secure}`;
  // biome-ignore lint/suspicious/noDocumentCookie: a page without https has no Cookie Store API
  document.cookie = cookie;
  clearCache();
  otherTabs.postMessage(started);
}

/** The other tabs show data of the former session: they reload. */
const otherTabs = new BroadcastChannel('session');
otherTabs.onmessage = () => location.reload();

/** After a 401 the session is over: the following requests are those of a visitor. */
export function checkUnauthorized({ status }: Response): void {
  if (status !== 401 || !holdsSession()) return;
  recordSession(false);
  sessionRefused.set(sessionRefused.get() + 1);
}

const identify: Middleware = {
  onRequest({ request }) {
    // CSRF protection: a page of another site cannot send this header.
    if (holdsSession()) request.headers.set('X-Session', '1');
    else if (settings.demo !== null) request.headers.set('Authorization', `Bearer ${settings.demo.token}`);
    return request;
  },
  onResponse({ response }) {
    if (response.ok) simulated.set(response.headers.get('X-Data-Source') === 'sandbox');
    checkDataVersion(response.headers.get('X-Data-Version'));
    checkUnauthorized(response);
    return undefined;
  },
};

/** The API by its contract: `client.GET('/scan', { params: { query: { years: 10 } } })`. */
export const client = createClient<paths>({ baseUrl: API, credentials: 'same-origin' });
client.use(identify);

type ClientResponse<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/**
 * The body of a response: `await responseBody(client.GET('/me'))`.
 *
 * @throws Failure for an error response, a body that is not JSON, or a server that cannot be reached
 */
export async function responseBody<T>(sent: Promise<ClientResponse<T>>): Promise<T> {
  const { data, error, response } = await sent.catch((fault: unknown) => {
    // The caller aborted the request.
    if (fault instanceof DOMException && fault.name === 'AbortError') throw fault;
    throw fault instanceof SyntaxError
      ? new Failure(502, 'unknown', 'The response of the server is not JSON.')
      : unreachable();
  });
  if (!response.ok) throw failureOf(response, error);
  return data as T;
}
