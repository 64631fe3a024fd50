import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import type { paths } from '../../../generated/openapi';
import type { Question } from './answers';
import { API, answerOf, client } from './client';

/** What the API answers to a GET. */
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

/** A question: `asking('/analyze/{symbol}', { path: { symbol }, query: { years: 10 } })`. */
export function asking<P extends GetPath>(path: P, params: Params<P> = {}, by = client): Question<Body<P>> {
  const url = createFinalURL(path, {
    baseUrl: API,
    params: params as { query?: Record<string, unknown>; path?: Record<string, unknown> },
    querySerializer: createQuerySerializer<unknown>(),
    pathSerializer: defaultPathSerializer,
  });
  return {
    url,
    // The compiler cannot follow a path that is a parameter itself; its parameters and its body are those of the path.
    ask: (signal) => answerOf<Body<P>>(by.GET(path, { params, signal } as never) as never),
  };
}
