/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
import { type Operations, type Pages, VERSION } from './operations.js';
export type { components, operations, paths } from './schema.js';
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
export type Perennial = {
    readonly [Id in keyof Operations]: Call<Operations[Id]>;
} & {
    readonly [Name in keyof Pages]: Iterate<Operations[Pages[Name]['operation']], Pages[Name]['rows']>;
};
interface AnyOperation {
    readonly parameters: {
        readonly query?: unknown;
        readonly path?: unknown;
        readonly header?: unknown;
    };
    readonly requestBody?: unknown;
    readonly responses: object;
}
/** A method: parameters of path, query and header in one object, and the body as `body`. @throws PerennialError */
export type Call<O extends AnyOperation> = <Media extends MediaOf<O> = DefaultMedia<O>>(...given: Record<never, never> extends Arguments<O> ? [args?: Arguments<O>, options?: CallOptions<Media>] : [args: Arguments<O>, options?: CallOptions<Media>]) => Promise<Answer<O, Media>>;
/** Reads a list page by page. `deadlineMs` and `onHeaders` apply to each page. @throws PerennialError */
export type Iterate<O extends AnyOperation, Rows> = (args?: Arguments<O>, options?: Omit<CallOptions<never>, 'accept'>) => AsyncGenerator<RowOf<Answer<O, 'application/json'>, Rows>, void, undefined>;
type RowOf<Page, Rows> = Rows extends keyof Page ? (Page[Rows] extends readonly (infer Row)[] ? Row : never) : never;
type Flat<T> = {
    [K in keyof T]: T[K];
};
type Fields<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>;
type BodyOf<T> = [NonNullable<T>] extends [never] ? Record<never, never> : undefined extends T ? {
    body?: Json<NonNullable<T>>;
} : {
    body: Json<NonNullable<T>>;
};
type Json<T> = T extends {
    content: {
        'application/json': infer B;
    };
} ? B : never;
type AllOf<O extends AnyOperation> = Flat<Fields<O['parameters']['path']> & Fields<O['parameters']['query']> & Fields<O['parameters']['header']> & BodyOf<O['requestBody']>>;
/** The arguments of an operation; none if it takes none. */
export type Arguments<O extends AnyOperation> = [keyof AllOf<O>] extends [never] ? Record<string, never> : AllOf<O>;
type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206;
type SuccessOf<O extends AnyOperation> = O['responses'][keyof O['responses'] & Success];
type ContentOf<R> = R extends {
    content: infer C;
} ? C : never;
type KeysOf<T> = T extends unknown ? keyof T : never;
/** Media types that an answer can have. */
export type MediaOf<O extends AnyOperation> = KeysOf<ContentOf<SuccessOf<O>>> & string;
type DefaultMedia<O extends AnyOperation> = 'application/json' extends MediaOf<O> ? 'application/json' : MediaOf<O>;
type Decoded<Media, B> = Media extends 'application/json' | `application/json;${string}` ? B : Media extends `text/${string}` | 'application/x-ndjson' ? string : Uint8Array;
type AnswerIn<R, Media> = R extends {
    content: infer C;
} ? Media extends keyof C ? Decoded<Media, C[Media]> : never : undefined;
/** The result of a call. */
export type Answer<O extends AnyOperation, Media> = AnswerIn<SuccessOf<O>, Media>;
/**
 * A client for one server and one key. Operations that are safe to repeat are retried after a 429, 502, 503 or 504 and after
 * connection errors, as far as `Retry-After` and the deadline allow. A successful answer is never retried.
 *
 * @throws TypeError when a setting is missing or wrong
 */
export declare function createPerennial(options?: PerennialOptions): Perennial;
