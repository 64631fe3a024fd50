import type { Input, OperationId, Output } from '../operation';

/** What a tool of an operation may be given: path, query and body fields in one object. Its answer is always JSON. */
type Arguments<Id extends OperationId> =
  Input<Id> extends { readonly body: infer Body }
    ? Omit<Input<Id>, 'body' | 'format'> & Exclude<Body, readonly unknown[]>
    : Omit<Input<Id>, 'format'>;

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
  /** The most an answer can show, by the argument that asks for it: a number of rows, or the length of a list. */
  readonly most?: Partial<Record<keyof Arguments<Id>, number>>;
  /** What is cut when an answer is too long for an agent, in this order. */
  readonly cuts?: readonly Cut[];
  /** A short text that stands on its own where a client shows no structured content. */
  readonly lead: (body: Output<Id>) => string;
}

/** A list of an answer that may be shortened. */
export interface Cut {
  /** Where it is, a name after the other; `*` stands for every item of a list on the way. */
  readonly list: string;
  /** Which end stays: the first rows of a ranking, the last years of a history. */
  readonly keep: 'first' | 'last';
  /** How to get what is missing: `ask with ...`. */
  readonly advice: string;
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
  readonly most: Readonly<Record<string, number>>;
  readonly cuts: readonly Cut[];
  /** The body of the 200. */
  readonly lead: (body: unknown) => string;
}

/** An operation or argument that the contract does not have fails the compiler. */
export function tool<Id extends OperationId>(of: ToolOf<Id>): Tool {
  const { defaults = {}, fixed = {}, most = {}, cuts = [], lead, ...rest } = of;
  return { ...rest, defaults, fixed, most, cuts, lead: lead as Tool['lead'] };
}
