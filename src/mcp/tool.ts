import type { Input, OperationId, Output } from '../operation';

/** What a tool of an operation may be given: path, query and body fields in one object. */
type Arguments<Id extends OperationId> =
  Input<Id> extends { readonly body: infer Body } ? Omit<Input<Id>, 'body'> & Body : Input<Id>;

interface ToolOf<Id extends OperationId> {
  readonly name: string;
  readonly title: string;
  /** For the agent: when to use it, what comes back, and what the numbers are not. */
  readonly description: string;
  readonly operation: Id;
  /** The arguments it takes; all of its operation when omitted. */
  readonly only?: readonly (keyof Arguments<Id> & string)[];
  /** Where the tool differs from the contract's own defaults. */
  readonly defaults?: Partial<Arguments<Id>>;
  /** Set by the tool, not by the caller. */
  readonly fixed?: Partial<Arguments<Id>>;
  /** A short text that stands on its own where a client shows no structured content. */
  readonly lead: (body: Output<Id>) => string;
}

/** One tool: a name for an operation of the contract, and the shape in which an agent meets it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: OperationId;
  readonly only?: readonly string[];
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly fixed: Readonly<Record<string, unknown>>;
  /** The body of the 200. */
  readonly lead: (body: unknown) => string;
}

/** An operation or argument that the contract does not have fails the compiler. */
export function tool<Id extends OperationId>({ defaults = {}, fixed = {}, ...rest }: ToolOf<Id>): Tool {
  return { ...rest, defaults, fixed, lead: rest.lead as Tool['lead'] };
}
