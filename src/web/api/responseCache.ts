/** A GET request, or another one that changes nothing. Requests with the same URL are the same request. */
export interface ApiRequest<T> {
  readonly url: string;
  /** How long its response is cached, milliseconds; without it, five minutes. */
  readonly cacheMs?: number;
  /** @throws Failure */
  send(signal?: AbortSignal): Promise<T>;
}

/** New prices clear the cache at once (checkDataVersion); other changes show after this time at the latest. */
const CACHE_MS = 300_000;
const MAX_CACHED = 40;

const cache = new Map<string, { readonly data: unknown; readonly until: number }>();
const inFlight = new Map<string, Promise<unknown>>();
let version: string | null = null;

/** Drops every response, those in flight too: after a sign-in, a sign-out or a change. */
export function clearCache(): void {
  cache.clear();
  inFlight.clear();
}

/**
 * Clears the cache when the prices on the server have changed.
 *
 * @param next version of the prices behind a response; null where the response names none
 */
export function checkDataVersion(next: string | null): void {
  if (next === null || next === version) return;
  if (version !== null) clearCache();
  version = next;
}

/** The cached data of a request; undefined where there is none. */
export function cachedResponse<T>({ url }: ApiRequest<T>): T | undefined {
  const entry = cache.get(url);
  return entry !== undefined && Date.now() < entry.until ? (entry.data as T) : undefined;
}

/**
 * Sends a request, or joins the same request in flight, and caches the response. A request in flight is never aborted: it
 * counts against the plan whether its response is used or not.
 *
 * @throws Failure
 */
export function fetchOnce<T>(request: ApiRequest<T>): Promise<T> {
  const { url } = request;
  const pending = inFlight.get(url);
  if (pending !== undefined) return pending as Promise<T>;
  const sent = request.send();
  inFlight.set(url, sent);
  const isCurrent = () => inFlight.get(url) === sent && inFlight.delete(url);
  sent.then(
    (data) => isCurrent() && store(request, data),
    () => isCurrent(),
  );
  return sent;
}

function store<T>({ url, cacheMs = CACHE_MS }: ApiRequest<T>, data: T): void {
  cache.delete(url);
  cache.set(url, { data, until: Date.now() + cacheMs });
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value ?? '');
}
