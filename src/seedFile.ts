import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from './projectRoot';

const SEEDS = join(PROJECT_ROOT, 'seeds');
const MAX_SHOWN_LENGTH = 200;

/** A fault in a seed file or in a file of the operator (named by its absolute path): the place, the value, and what is accepted. */
export class SeedError extends Error {
  override readonly name = 'SeedError';

  constructor(file: string, place: string, got: unknown, accepted: string) {
    super(`${isAbsolute(file) ? file : `seeds/${file}`}: ${place} is ${shown(got)}, accepted is ${accepted}`);
  }
}

/** A JSON value for a message, truncated: it can be a whole file. */
function shown(value: unknown): string {
  const json = String(JSON.stringify(value));
  return json.length <= MAX_SHOWN_LENGTH ? json : `${json.slice(0, MAX_SHOWN_LENGTH)}...`;
}

/** The parsed content of seeds/`file`, unchecked. */
export function readSeed(file: string): unknown {
  return JSON.parse(readSeedText(file).text);
}

/**
 * The parsed content of a file of the operator, unchecked.
 *
 * @param setting name of the setting, for the message
 * @throws Error if the file cannot be read or is not JSON
 */
export function readOwn(setting: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${setting} '${path}' cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** A file of seeds/ with its name, for messages. */
export interface SeedText {
  readonly name: string;
  readonly text: string;
}

export function readSeedText(name: string): SeedText {
  return { name, text: readFileSync(join(SEEDS, name), 'utf8') };
}

/** All files of a folder of seeds/, by name. */
export function readSeedFolder(folder: string): SeedText[] {
  return readdirSync(join(SEEDS, folder))
    .sort()
    .map((name) => readSeedText(`${folder}/${name}`));
}

/**
 * A file's content parsed by a schema, frozen.
 *
 * @param file name in seeds/, or absolute path of another file
 * @param schema its own messages complete the sentence "accepted is ..."
 * @throws SeedError naming the first fault
 */
export function parseSeed<T>(file: string, schema: z.ZodType<T>, content: unknown): T {
  const result = checkSeed(file, schema, content);
  if ('faults' in result) throw result.faults[0];
  return result.data;
}

/** As `parseSeed`, but returns all faults. */
export function checkSeed<T>(
  file: string,
  schema: z.ZodType<T>,
  content: unknown,
): { readonly data: T } | { readonly faults: readonly SeedError[] } {
  const { data, error } = schema.safeParse(content, { error: accepted });
  if (error === undefined) return { data: deepFreeze(data as T) };
  const faults = error.issues.map(
    ({ path, message }) => new SeedError(file, z.core.toDotPath(path) || 'the file', valueAt(path, content), message),
  );
  return { faults };
}

function valueAt(path: readonly PropertyKey[], content: unknown): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null)?.[key], content);
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The accepted values, for schemas without their own message. */
function accepted(issue: z.core.$ZodRawIssue): string | undefined {
  const amount = (limit: unknown) => (issue.origin === 'array' ? `a list of ${limit}` : `${limit}`);
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected];
    case 'invalid_value':
      return issue.values.join(', ');
    case 'invalid_union':
      return Array.isArray(issue.options) ? issue.options.join(', ') : undefined;
    case 'too_small':
      return `${amount(issue.minimum)} or more`;
    case 'too_big':
      return `${amount(issue.maximum)} or less`;
  }
}

/** A non-empty text without spaces around it. */
export const text = () =>
  z.string().refine((value) => value.trim() === value && value !== '', {
    error: 'a text that is not empty, without spaces around it',
  });

/** For `superRefine` on a list: no two entries have the same `field`. */
export function requireUnique<K extends string>(field: K) {
  return (entries: readonly Readonly<Record<K, string>>[], context: z.RefinementCtx): void => {
    const values = entries.map((entry) => entry[field]);
    for (const [i, value] of values.entries()) {
      if (values.indexOf(value) === i) continue;
      context.addIssue({ code: 'custom', path: [i, field], message: 'one that no other entry has' });
    }
  };
}

/** Seeds are shared by all requests and must not be changed. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
