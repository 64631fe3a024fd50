import type { DefaultedParameters, operations } from '../generated/openapi';
import type { Caller } from './access/caller';
import type { RateReading } from './access/limits';
import type { Work } from './deadline';
import type { CreatedAnswer, FileAnswer, WrittenAnswer } from './fileAnswer';
import type { Frozen } from './schema';

/** The operationIds of the contract, without those of its webhooks, which receivers answer. */
export type OperationId = keyof DefaultedParameters;

type Nothing = Record<never, never>;
type Flat<T> = { [K in keyof T]: T[K] };
type Fields<T> = [NonNullable<T>] extends [never] ? Nothing : NonNullable<T>;
type WithDefaults<T, Name> = Flat<Omit<T, Name & keyof T> & Required<Pick<T, Name & keyof T>>>;
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? { readonly body: Body }
  : Nothing;

/**
 * The input of a handler: path and query parameters in one object, coerced, validated and with the contract's defaults; the JSON
 * body, if the operation has one, is `body`.
 */
export type Input<Id extends OperationId> = Flat<
  Fields<operations[Id]['parameters']['path']> &
    WithDefaults<Fields<operations[Id]['parameters']['query']>, DefaultedParameters[Id]> &
    BodyOf<Id>
>;

type Content<Id extends OperationId> = operations[Id]['responses'] extends { 200: { content: infer Media } }
  ? Media
  : operations[Id]['responses'] extends { 201: { content: infer Media } }
    ? Media
    : never;

/**
 * The JSON body of the answer; never if the operation has none. The contract's schemas are closed, so that an additional field fails
 * like a missing one.
 */
export type Output<Id extends OperationId> =
  Content<Id> extends { 'application/json': infer Body } ? Frozen<Body> : never;

/** Media types of the answer other than JSON: `text/csv`. */
export type FileType<Id extends OperationId> = Exclude<keyof Content<Id>, 'application/json'> & string;

/** The result of a handler instead of JSON; never if the contract lists no other media type. */
export type FileOutput<Id extends OperationId> = [FileType<Id>] extends [never] ? never : FileAnswer<FileType<Id>>;

/** The result of a handler whose operation has a 201; never if it has none. */
export type CreatedOutput<Id extends OperationId> = operations[Id]['responses'] extends { 201: unknown }
  ? CreatedAnswer<Output<Id>>
  : never;

/** The media types of tables, by the value of the parameter `format`. */
export const TABLE_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  rows: 'application/json; profile=rows',
} as const;

/** The format of an answer. Tables are for operations whose contract lists those media types. */
export type Format = 'json' | keyof typeof TABLE_TYPES;

/** The caller of a request and the limits of its work: all that an answer depends on, except the input. */
export interface Asker extends Required<Work> {
  readonly caller: Caller;
  /** Aborts with an AbandonedError if the client disconnects. `signal` aborts then too, and at the time limit. */
  readonly gone: AbortSignal;
  readonly format: Format;
}

/** The context of a request for its handler, which never sees the request or the response. */
export interface Context extends Asker {
  readonly requestId: string;
  /** The caller's rate limits after this request. */
  readonly rate: RateReading;
  /** The header Idempotency-Key of an operation that creates something; undefined without one. */
  readonly idempotencyKey: string | undefined;
  readonly browser: Browser;
}

/** Headers and cookies for the sign-in to the console. */
export interface Browser {
  /** The header User-Agent. */
  readonly agent: string | undefined;
  /** Sets the session cookie of the answer; null deletes it. */
  keepSession(cookie: string | null): void;
  /** The cookie of a sign-in under way; undefined = none. */
  readonly signIn: string | undefined;
  /** Sets the cookie of a sign-in under way; null deletes it. */
  keepSignIn(cookie: string | null): void;
}

/**
 * The result of a handler: a body, a body written by a worker thread, or a file if the contract lists one; what an operation
 * created, if the contract has a 201.
 */
export type Answer<Id extends OperationId> =
  | Output<Id>
  | WrittenAnswer<Output<Id>>
  | FileOutput<Id>
  | CreatedOutput<Id>;

export type Handler<Id extends OperationId> = (input: Input<Id>, context: Context) => Promise<Answer<Id>>;

/** A handler of any operation that creates something. */
export type CreatingHandler = (input: Record<string, unknown>, context: Context) => Promise<CreatedAnswer>;

/** The functions of some operations over their dependencies. */
export type Operations<Deps> = {
  readonly [Id in OperationId]?: (deps: Deps, input: Input<Id>, context: Context) => Promise<Answer<Id>>;
};

/** One handler for each operation: a missing, extra or mistyped one fails the compiler. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
