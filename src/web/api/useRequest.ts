import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Failure, toFailure } from './failure';
import { type ApiRequest, cachedResponse, fetchOnce } from './responseCache';

export type ResponseState<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly staleData: T | null }
  | { readonly state: 'failed'; readonly failure: Failure }
  | Ready<T>;

export interface Ready<T> {
  readonly state: 'ready';
  readonly data: T;
  /** State of a refetch while the old data stays on the page; undefined when none was started. */
  readonly refresh?: 'under way' | Failure;
}

/**
 * Sends a request, and another one when the URL changes.
 *
 * @param request null sends nothing
 * @param keepStale true = a refetch keeps the old data on the page until the new data arrives
 * @returns the state of the response, and a function that sends the request again without the cache
 */
export function useRequest<T>(request: ApiRequest<T> | null, keepStale = false): [ResponseState<T>, () => void] {
  const url = request?.url ?? null;
  const [attempt, setAttempt] = useState(0);
  const [current, setCurrent] = useState<{ readonly url: string | null; readonly response: ResponseState<T> }>(() => ({
    url,
    response: initialState(request, null),
  }));
  useEffect(() => {
    if (request === null) return setCurrent({ url, response: { state: 'idle' } });
    const staleData = current.response.state === 'ready' ? current.response.data : null;
    if (attempt !== 0 && url === current.url)
      return renew(request, keepStale ? current.response : null, (response) => setCurrent({ url, response }));
    const response = initialState(request, staleData);
    setCurrent({ url, response });
    if (response.state !== 'ready') return subscribe(request, (next) => setCurrent({ url, response: next }));
  }, [url, attempt]);
  const refetch = useCallback(() => setAttempt((n) => n + 1), []);
  // The effect runs after the render: until then, the response of the former URL must not be shown for the new one.
  return [current.url === url ? current.response : initialState(request, null), refetch];
}

/**
 * Sends several requests at once. One that fails does not affect the others.
 *
 * @returns the states in the order of the requests, and a function that sends the failed ones again
 */
export function useRequests<T>(requests: readonly ApiRequest<T>[]): [readonly ResponseState<T>[], () => void] {
  const [attempt, setAttempt] = useState(0);
  const [current, setCurrent] = useState<ReadonlyMap<string, ResponseState<T>>>(new Map());
  useEffect(() => {
    const initial = new Map(requests.map((request) => [request.url, initialState(request, null)]));
    setCurrent(initial);
    const cancels = requests
      .filter(({ url }) => initial.get(url)?.state === 'loading')
      .map((request) =>
        subscribe(request, (next) => setCurrent((responses) => new Map(responses).set(request.url, next))),
      );
    return () => cancels.forEach((cancel) => void cancel());
  }, [requests.map(({ url }) => url).join(' '), attempt]);
  const refetch = useCallback(() => setAttempt((n) => n + 1), []);
  return [requests.map((request) => current.get(request.url) ?? initialState(request, null)), refetch];
}

export function readyData<T>(responses: readonly ResponseState<T>[]): T[] {
  return responses.flatMap((response) => (response.state === 'ready' ? [response.data] : []));
}

export function failuresOf(responses: readonly ResponseState<unknown>[]): Failure[] {
  return responses.flatMap((response) => (response.state === 'failed' ? [response.failure] : []));
}

/** Sends a request without the cache. @returns a function that stops the updates */
function renew<T>(
  request: ApiRequest<T>,
  current: ResponseState<T> | null,
  update: (response: ResponseState<T>) => void,
): () => void {
  if (current?.state !== 'ready') {
    update({ state: 'loading', staleData: null });
    return subscribe(request, update);
  }
  update({ ...current, refresh: 'under way' });
  return subscribe(request, (next) => update(next.state === 'failed' ? { ...current, refresh: next.failure } : next));
}

/** Reports the response of a request. @returns a function that stops the updates */
function subscribe<T>(request: ApiRequest<T>, update: (response: ResponseState<T>) => void): () => void {
  let cancelled = false;
  fetchOnce(request).then(
    (data) => cancelled || update({ state: 'ready', data }),
    (error: unknown) => cancelled || update({ state: 'failed', failure: toFailure(error) }),
  );
  return () => {
    cancelled = true;
  };
}

function initialState<T>(request: ApiRequest<T> | null, staleData: T | null): ResponseState<T> {
  if (request === null) return { state: 'idle' };
  const data = cachedResponse(request);
  return data === undefined ? { state: 'loading', staleData } : { state: 'ready', data };
}
