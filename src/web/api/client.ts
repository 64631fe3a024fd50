import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from '../../../generated/openapi';
import { settings } from '../settings';
import { createStore } from '../state/store';
import { forgetAnswers, noteDataVersion } from './answers';
import { Failure, failureOf, unreachable } from './failure';

export type Schemas = components['schemas'];

/** Where the API is, without a slash at the end. */
export const API = `${location.origin}${settings.base}/v1`;

/** Kept by the pages beside the session's own cookie, which scripts cannot see: it opens nothing. */
const SIGNED_IN = /(?:^|;\s*)signed_in=1(?:;|$)/;

/** Whether this browser holds a session, as far as it knows without asking. */
export function holdsSession(): boolean {
  return SIGNED_IN.test(document.cookie);
}

/** Whether the prices are invented; null before the first answer. */
export const simulated = createStore<boolean | null>(null);

/** Counts how often the server has refused the session: whoever shows it looks again. */
export const sessionRefused = createStore(0);

/** Longer than any session: one that is over is refused, and noted then. */
const NOTED_SECONDS = 30 * 86_400;

/** Notes that a session has begun, or is over. */
export function noteSession(begun: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const note = `signed_in=${begun ? 1 : ''}; Max-Age=${begun ? NOTED_SECONDS : 0}; Path=/; SameSite=Strict${secure}`;
  // biome-ignore lint/suspicious/noDocumentCookie: a page without https has no Cookie Store API
  document.cookie = note;
  forgetAnswers();
  otherTabs.postMessage(begun);
}

/** What the other pages of this browser show is somebody else's from then on. */
const otherTabs = new BroadcastChannel('session');
otherTabs.onmessage = () => location.reload();

/** A session that is refused is over: from here on the pages ask as a visitor does. */
export function noteRefusal({ status }: Response): void {
  if (status !== 401 || !holdsSession()) return;
  noteSession(false);
  sessionRefused.set(sessionRefused.get() + 1);
}

const identify: Middleware = {
  onRequest({ request }) {
    // The header keeps other sites from asking in the session's name.
    if (holdsSession()) request.headers.set('X-Session', '1');
    else if (settings.demo !== null) request.headers.set('Authorization', `Bearer ${settings.demo.token}`);
    return request;
  },
  onResponse({ response }) {
    if (response.ok) simulated.set(response.headers.get('X-Data-Source') === 'sandbox');
    noteDataVersion(response.headers.get('X-Data-Version'));
    noteRefusal(response);
    return undefined;
  },
};

/** The API by its contract: `client.GET('/scan', { params: { query: { years: 10 } } })`. */
export const client = createClient<paths>({ baseUrl: API, credentials: 'same-origin' });
client.use(identify);

type Sent<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/**
 * The body of an answer: `await answerOf(client.GET('/me'))`.
 *
 * @throws Failure whatever went wrong
 */
export async function answerOf<T>(sent: Promise<Sent<T>>): Promise<T> {
  const { data, error, response } = await sent.catch((fault: unknown) => {
    // Given up by who asked.
    if (fault instanceof DOMException && fault.name === 'AbortError') throw fault;
    throw fault instanceof SyntaxError
      ? new Failure(502, 'unknown', 'The server answered with no JSON.')
      : unreachable();
  });
  if (!response.ok) throw failureOf(response, error);
  return data as T;
}
