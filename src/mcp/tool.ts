import type { Input, OperationId, Output } from '../operation';

/** The arguments of a tool: path, query and body fields in one object. Its answer is always JSON. */
type Arguments<Id extends OperationId> =
  Input<Id> extends { readonly body: infer Body }
    ? Omit<Input<Id>, 'body' | 'format' | 'theme'> & Exclude<Body, readonly unknown[]>
    : Omit<Input<Id>, 'format' | 'theme'>;

interface ToolOf<Id extends OperationId> {
  readonly name: string;
  readonly title: string;
  /** For the agent: when to use it, what comes back, and what the numbers are not. */
  readonly description: string;
  readonly operation: Id;
  /** The accepted arguments; by default all of the operation. */
  readonly only?: readonly (keyof Arguments<Id> & string)[];
  /** Defaults that differ from the contract's. */
  readonly defaults?: Partial<Arguments<Id>>;
  /** Set by the tool, not by the caller. */
  readonly fixed?: Partial<Arguments<Id>>;
  /** The most that an answer can show, by argument: a number of rows, or the length of a list. */
  readonly most?: Partial<Record<keyof Arguments<Id>, number>>;
  /** Lists that are cut when an answer is too long for an agent, in this order. */
  readonly cuts?: readonly Cut[];
  /** A short text for clients that show no structured content. */
  readonly lead: (body: Output<Id>) => string;
}

/** A list of an answer that may be shortened. */
export interface Cut {
  /** Path of property names separated by dots; `*` stands for every item of a list. */
  readonly list: string;
  /** The end that is kept: the first rows of a ranking, the last years of a history. */
  readonly keep: 'first' | 'last';
  /** How to get the missing items: `ask with ...`. */
  readonly advice: string;
}

/** One tool: an operation of the contract as agents see it. */
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

/** Defines a tool; an unknown operation or argument does not compile. */
export function tool<Id extends OperationId>(of: ToolOf<Id>): Tool {
  const { defaults = {}, fixed = {}, most = {}, cuts = [], lead, ...rest } = of;
  return { ...rest, defaults, fixed, most, cuts, lead: lead as Tool['lead'] };
}
