import type { DefaultedParameters, operations } from '../generated/openapi';
import type { Caller } from './access/caller';
import type { RateReading } from './access/rate';
import type { Work } from './deadline';
import type { FileAnswer, WrittenAnswer } from './fileAnswer';
import type { Frozen } from './schema';

/** Every operation of the contract that this server answers, by operationId; webhooks are answered elsewhere. */
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
 * What a handler receives: path and query parameters in one object, typed, coerced, validated, with the contract's
 * defaults; a JSON body, where the operation takes one, as `body`.
 */
export type Input<Id extends OperationId> = Flat<
  Fields<operations[Id]['parameters']['path']> &
    WithDefaults<Fields<operations[Id]['parameters']['query']>, DefaultedParameters[Id]> &
    BodyOf<Id>
>;

type Content<Id extends OperationId> = operations[Id]['responses'][200]['content'];

/**
 * What a handler returns: the body of the 200 in JSON; never where the operation has none. The contract is closed, so a
 * field too many fails like one too few.
 */
export type Output<Id extends OperationId> =
  Content<Id> extends { 'application/json': infer Body } ? Frozen<Body> : never;

/** The media types of the 200 that are not JSON: `text/csv`. */
export type FileType<Id extends OperationId> = Exclude<keyof Content<Id>, 'application/json'> & string;

/** What a handler may return in the place of JSON: nothing unless the contract lists another media type. */
export type FileOutput<Id extends OperationId> = [FileType<Id>] extends [never] ? never : FileAnswer<FileType<Id>>;

/** The media types of tables, by the name under which they are asked for. */
export const TABLE_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

export type TableType = (typeof TABLE_TYPES)[keyof typeof TABLE_TYPES];

/** What an answer may be asked for as, where the contract lists those media types. */
export type Format = 'json' | keyof typeof TABLE_TYPES;

/** Who asks, and how: all that an answer depends on beside its question. */
export interface Asker extends Required<Work> {
  readonly caller: Caller;
  /** Aborts with an AbandonedError when nobody waits any more; the signal does then too, and when the time is up. */
  readonly gone: AbortSignal;
  /** What the caller wants to read, of what its operation answers. */
  readonly format: Format;
}

/** What a handler is told of a request. It never sees the request or the response. */
export interface Context extends Asker {
  readonly requestId: string;
  /** What is left of the caller's budgets, this request counted; null when nothing is metered. */
  readonly rate: RateReading | null;
  readonly browser: Browser;
}

/** What the sign-in to the console needs to know of who sends a request, and to leave there. */
export interface Browser {
  /** The header User-Agent. */
  readonly agent: string | undefined;
  /** Leaves the cookie of a session with the answer; null takes it away. */
  keepSession(cookie: string | null): void;
  /** What the cookie of a sign-in that was begun says; undefined without one. */
  readonly signIn: string | undefined;
  /** As `keepSession`. */
  keepSignIn(cookie: string | null): void;
}

/** What a handler returns: a body, one that was written in a thread, or a file where the contract has one. */
export type Answer<Id extends OperationId> = Output<Id> | WrittenAnswer<Output<Id>> | FileOutput<Id>;

export type Handler<Id extends OperationId> = (input: Input<Id>, context: Context) => Promise<Answer<Id>>;

/** One handler for each operation: a missing, extra or mistyped one fails the compiler. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
