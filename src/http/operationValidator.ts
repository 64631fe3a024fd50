import type { OperationId } from '../operation';

/** What a request says, by where it says it: texts as they came, a body as JSON. */
export interface RequestValues {
  /** Of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** As Node parses it. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Parsed; undefined when none came. */
  readonly body: unknown;
}

/** One thing that is wrong. */
export interface Fault {
  /** `/query/years`, `/params/symbol`, `/body/0/symbol`; of an answer `/response/opportunities/3`. */
  readonly path: string;
  readonly message: string;
}

/** What became of a request: its values coerced, with defaults, or all that is wrong with it. */
export type Validated = { readonly values: RequestValues } | { readonly faults: readonly Fault[] };

/** Holds the requests and answers of one operation to the contract. */
export interface OperationValidator {
  /** Leaves what it was given as it is, but for a body, whose defaults it fills in. */
  request(values: RequestValues): Validated;
  /** What is wrong with the body of a 200; null = nothing. */
  response(body: unknown): readonly Fault[] | null;
}

/** What is wrong with any JSON where the contract lists none. */
export const NO_JSON: readonly Fault[] = [{ path: '/response', message: 'the operation answers no JSON' }];

/** One for every operation. */
export type OperationValidators = { readonly [Id in OperationId]: OperationValidator };
