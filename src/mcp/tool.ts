import type { Input, OperationId, Output } from '../operation';

/** The arguments of a tool: path, query and body fields in one object. Its answer is always JSON. */
type Arguments<Id extends OperationId> =
  Input<Id> extends { readonly body: infer Body }
    ? Omit<Input<Id>, 'body' | 'format' | 'theme'> & Exclude<Body, readonly unknown[]>
    : Omit<Input<Id>, 'format' | 'theme'>;

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
  /** For the agent: when to use it, what comes back, and what the numbers are not. */
  readonly description: string;
  readonly operation: OperationId;
  /** The accepted arguments; absent = all of the operation. */
  readonly only?: readonly string[];
  /** Defaults that differ from the contract's. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Set by the tool, not by the caller. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** The most that an answer can show, by argument: a number of rows, or the length of a list. */
  readonly most: Readonly<Record<string, number>>;
  /** Lists that are cut when an answer is too long for an agent, in this order. */
  readonly cuts: readonly Cut[];
  /** A short text, made of the body of a 200, for clients that show no structured content. */
  readonly lead: (body: unknown) => string;
}

/** A tool as it is defined, by the arguments and the answer of its operation. */
interface ToolOf<Id extends OperationId> extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly operation: Id;
  readonly only?: readonly (keyof Arguments<Id> & string)[];
  readonly defaults?: Partial<Arguments<Id>>;
  readonly fixed?: Partial<Arguments<Id>>;
  readonly most?: Partial<Record<keyof Arguments<Id>, number>>;
  readonly cuts?: readonly Cut[];
  readonly lead: (body: Output<Id>) => string;
}

/** Defines a tool; an unknown operation or argument does not compile. */
export function tool<Id extends OperationId>(of: ToolOf<Id>): Tool {
  const { defaults = {}, fixed = {}, most = {}, cuts = [], lead, ...rest } = of;
  return { ...rest, defaults, fixed, most, cuts, lead: lead as Tool['lead'] };
}
