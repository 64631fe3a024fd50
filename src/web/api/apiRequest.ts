import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import type { paths } from '../../../generated/openapi';
import { API, client, responseBody } from './client';
import type { ApiRequest } from './responseCache';

/** Paths of the API that accept GET. */
export type GetPath = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
type Operation<P extends GetPath> = paths[P] extends { get: infer O } ? O : never;
type Part<P extends GetPath, K extends string> =
  Operation<P> extends { parameters: { [k in K]?: infer V } } ? V : never;

export interface Params<P extends GetPath> {
  readonly path?: Part<P, 'path'>;
  readonly query?: Part<P, 'query'>;
}

export type Body<P extends GetPath> =
  Operation<P> extends { responses: { 200: { content: { 'application/json': infer B } } } } ? B : never;

/** A GET request: `apiRequest('/analyze/{symbol}', { path: { symbol }, query: { years: 10 } })`. */
export function apiRequest<P extends GetPath>(path: P, params: Params<P> = {}, by = client): ApiRequest<Body<P>> {
  const url = createFinalURL(path, {
    baseUrl: API,
    params: params as { query?: Record<string, unknown>; path?: Record<string, unknown> },
    querySerializer: createQuerySerializer<unknown>(),
    pathSerializer: defaultPathSerializer,
  });
  return {
    url,
    // openapi-fetch cannot infer types from a generic path; Params<P> and Body<P> are the types of that path.
    send: (signal) => responseBody<Body<P>>(by.GET(path, { params, signal } as never) as never),
  };
}
