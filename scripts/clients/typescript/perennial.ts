/** The client of Perennial: one method per operation, over openapi-fetch and the types of the contract. */
import createClient from 'openapi-fetch';
import {
  OPERATIONS,
  type OperationEntry,
  type Operations,
  PAGES,
  type Pages,
  VERSION,
} from '../../../generated/clients/typescript/operations.js';
import { PerennialError } from './errors.js';
import { type Patience, sendPatiently } from './retries.js';
import { readSettings } from './settings.js';

export type { components, operations, paths } from '../../../generated/clients/typescript/schema.js';
export { PerennialError } from './errors.js';
export { VERSION };

export interface PerennialOptions {
  /**
   * The base URL of the API: `https://example.com/v1`. Default: the environment variable `PERENNIAL_URL`, the URL of the
   * service with or without `/v1`.
   */
  readonly baseUrl?: string;
  /** The API key of an account, or the demo token. Default: the environment variable `PERENNIAL_API_KEY`. */
  readonly apiKey?: string;
  /** Maximum number of retries after a 429, 502, 503 or 504, or a connection error. Default: 3. */
  readonly retries?: number;
  /** Time limit of one attempt, milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Time limit of a call with all attempts and pauses, milliseconds. Default: 90,000. */
  readonly deadlineMs?: number;
  /** Default: the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions<Media extends string> {
  /** The media type of the answer, if the operation has several. Text is returned as a string, other types as bytes. */
  readonly accept?: Media;
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Replaces the client's `deadlineMs` for this call. */
  readonly deadlineMs?: number;
  /** Receives the headers of the answer, such as `X-Data-Version` and `X-RateLimit-Remaining`. */
  readonly onHeaders?: (headers: Headers) => void;
}

/**
 * Every operation that takes a key: `await perennial.scanMarkets({ markets: 'dow30' })`, and an iterator for each list in
 * pages: `for await (const record of perennial.iterateLedger())`.
 */
export type Perennial = { readonly [Id in keyof Operations]: Call<Operations[Id]> } & {
  readonly [Name in keyof Pages]: Iterate<Operations[Pages[Name]['operation']], Pages[Name]['rows']>;
};

interface AnyOperation {
  readonly parameters: { readonly query?: unknown; readonly path?: unknown; readonly header?: unknown };
  readonly requestBody?: unknown;
  readonly responses: object;
}

/** A method: parameters of path, query and header in one object, and the body as `body`. @throws PerennialError */
export type Call<O extends AnyOperation> = <Media extends MediaOf<O> = DefaultMedia<O>>(
  ...given: Record<never, never> extends Arguments<O>
    ? [args?: Arguments<O>, options?: CallOptions<Media>]
    : [args: Arguments<O>, options?: CallOptions<Media>]
) => Promise<Answer<O, Media>>;

/** Reads a list page by page. `deadlineMs` and `onHeaders` apply to each page. @throws PerennialError */
export type Iterate<O extends AnyOperation, Rows> = (
  args?: Arguments<O>,
  options?: Omit<CallOptions<never>, 'accept'>,
) => AsyncGenerator<RowOf<Answer<O, 'application/json'>, Rows>, void, undefined>;

type RowOf<Page, Rows> = Rows extends keyof Page ? (Page[Rows] extends readonly (infer Row)[] ? Row : never) : never;

type Flat<T> = { [K in keyof T]: T[K] };
type Fields<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>;
type BodyOf<T> = [NonNullable<T>] extends [never]
  ? Record<never, never>
  : undefined extends T
    ? { body?: Json<NonNullable<T>> }
    : { body: Json<NonNullable<T>> };
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never;

type AllOf<O extends AnyOperation> = Flat<
  Fields<O['parameters']['path']> &
    Fields<O['parameters']['query']> &
    Fields<O['parameters']['header']> &
    BodyOf<O['requestBody']>
>;

/** The arguments of an operation; none if it takes none. */
export type Arguments<O extends AnyOperation> = [keyof AllOf<O>] extends [never] ? Record<string, never> : AllOf<O>;

type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206;
type SuccessOf<O extends AnyOperation> = O['responses'][keyof O['responses'] & Success];
type ContentOf<R> = R extends { content: infer C } ? C : never;
type KeysOf<T> = T extends unknown ? keyof T : never;

/** Media types that an answer can have. */
export type MediaOf<O extends AnyOperation> = KeysOf<ContentOf<SuccessOf<O>>> & string;
type DefaultMedia<O extends AnyOperation> = 'application/json' extends MediaOf<O> ? 'application/json' : MediaOf<O>;
type Decoded<Media, B> = Media extends 'application/json' | `application/json;${string}`
  ? B
  : Media extends `text/${string}` | 'application/x-ndjson'
    ? string
    : Uint8Array;
type AnswerIn<R, Media> = R extends { content: infer C }
  ? Media extends keyof C
    ? Decoded<Media, C[Media]>
    : never
  : undefined;

/** The result of a call. */
export type Answer<O extends AnyOperation, Media> = AnswerIn<SuccessOf<O>, Media>;

/** The common type of all operations, since one is selected by its name at run time. */
type AnyPaths = Record<string, Record<string, never>>;
type AnyCall = (args?: Readonly<Record<string, unknown>>, options?: CallOptions<string>) => Promise<unknown>;

/**
 * A client for one server and one key. Operations that are safe to repeat are retried after a 429, 502, 503 or 504 and after
 * connection errors, as far as `Retry-After` and the deadline allow. A successful answer is never retried.
 *
 * @throws TypeError when a setting is missing or wrong
 */
export function createPerennial(options: PerennialOptions = {}): Perennial {
  const { retries = 3, timeoutMs = 30_000, deadlineMs = 90_000 } = options;
  const { baseUrl, apiKey } = readSettings(options);
  const client = createClient<AnyPaths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    // A redirect would send the key to another server.
    redirect: 'manual',
  });
  const callOf = (entry: OperationEntry): AnyCall => {
    return async (args = {}, { accept = entry.accept[0], signal, onHeaders, ...own } = {}) => {
      const patience: Patience = {
        retries: entry.repeatable ? retries : 0,
        timeoutMs,
        deadlineMs: own.deadlineMs ?? deadlineMs,
        signal,
        fetch: options.fetch ?? ((request) => fetch(request)),
      };
      const { path, query, header, body } = sorted(entry, args);
      const init = {
        params: { path, query, header },
        ...(body !== undefined && { body }),
        ...(accept !== undefined && { headers: { Accept: accept } }),
        parseAs: 'stream',
        fetch: (request: Request) => sendPatiently(request, patience),
      };
      // The compiler cannot know the types of an operation that is selected by its name: `Call` declares them.
      const { response } = await client.request(entry.method as never, entry.path as never, init as never);
      onHeaders?.(response.headers);
      return decoded(response);
    };
  };
  const calls = Object.fromEntries(Object.entries(OPERATIONS).map(([id, entry]) => [id, callOf(entry)]));
  const iterators = Object.entries(PAGES).map(([name, { operation, rows }]) => [name, pager(calls[operation], rows)]);
  return { ...calls, ...Object.fromEntries(iterators) } as Perennial;
}

type Page = Readonly<Record<string, unknown>> & { readonly next_cursor: string | null };

/** Requests each page after all rows of the previous one were read. */
function pager(call: AnyCall, rows: string) {
  return async function* (args: Readonly<Record<string, unknown>> = {}, options?: CallOptions<string>) {
    let cursor = args.cursor;
    do {
      const page = (await call({ ...args, cursor }, options)) as Page;
      yield* page[rows] as unknown[];
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  };
}

type Sorted = Record<'path' | 'query' | 'header', Record<string, unknown>> & { readonly body: unknown };

/** The arguments by place. @throws TypeError for an unknown argument, and for a path parameter that would change the path */
function sorted({ id, places }: OperationEntry, { body, ...args }: Readonly<Record<string, unknown>>): Sorted {
  const all: Sorted = { path: {}, query: {}, header: {}, body };
  for (const [name, value] of Object.entries(args)) {
    const place = places[name];
    if (place === undefined) throw new TypeError(`${id} takes no '${name}', but ${Object.keys(places).join(', ')}`);
    if (place === 'path' && /^\.{0,2}$/.test(String(value))) throw new TypeError(`'${value}' cannot be a ${name}`);
    if (value !== undefined) all[place][name] = value;
  }
  return all;
}

async function decoded(response: Response): Promise<unknown> {
  if (response.body === null) return undefined;
  const [media = ''] = (response.headers.get('Content-Type') ?? '').split(';');
  if (/^text\/|ndjson$/.test(media)) return response.text();
  if (!/[/+]json$/.test(media)) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw PerennialError.of(response, { code: 'unexpected_answer', message: 'The answer is not JSON.', cause });
  }
}
