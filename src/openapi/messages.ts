import type { ContractParameter, ParameterSchema } from './document';

const LONGEST_SHOWN = 60;
/** Of one request so many faults are told: nobody reads on, and a client can send as many as it likes. */
export const MOST_FAULTS = 5;

/** What a parameter accepts, in words: read from the contract, so that messages cannot fall behind it. */
export function acceptedValues(schema: ParameterSchema): string {
  if (schema['x-accepted'] !== undefined) return schema['x-accepted'];
  if (schema.anyOf) return schema.anyOf.map(acceptedValues).join(', or ');
  if (schema.enum) return schema.enum.length === 1 ? `'${schema.enum[0]}'` : `one of ${schema.enum.join(', ')}`;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'integer') return `a whole number${range(schema)}`;
  if (schema.type === 'number') return `a number${range(schema)}`;
  if (schema.format === 'date') return 'a date YYYY-MM-DD that exists';
  if (schema.type === 'object') return `an object with the fields ${Object.keys(schema.properties ?? {}).join(', ')}`;
  if (schema.type === 'array') return `a list of ${schema.minItems ?? 0} to ${schema.maxItems} items`;
  const { minLength = 0, maxLength } = schema;
  return maxLength === undefined ? 'a text' : `a text of ${minLength} to ${maxLength} characters`;
}

function range({ minimum, maximum }: ParameterSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  return maximum === undefined ? '' : `, at most ${maximum}`;
}

/** `years must be a whole number from 5 to 98; got '4'.` */
export function refusalMessage({ name, schema }: Pick<ContractParameter, 'name' | 'schema'>, got: unknown): string {
  return `${name} must be ${acceptedValues(schema)}; got ${quoted(got)}${percentHint(schema, got)}`;
}

/** `symbol is required: a text of 1 to 40 characters.` */
export function missingMessage({ name, schema }: Pick<ContractParameter, 'name' | 'schema'>): string {
  return `${name} is required: ${acceptedValues(schema)}.`;
}

/** A share given in percent is the likeliest slip. */
function percentHint({ minimum, maximum }: ParameterSchema, got: unknown): string {
  const value = Number(got);
  return minimum === 0 && maximum === 1 && value > 1 && value <= 100 ? `; did you mean ${value / 100}?` : '.';
}

/** What came, safe to repeat in a message: one line, cut. */
export function quoted(value: unknown): string {
  // Two units a character at most: the rest of a long text is not even looked at.
  const start = String(value).slice(0, 2 * LONGEST_SHOWN + 2);
  const text = Array.from(start, (char) => (/[\p{C}\p{Z}]/u.test(char) ? ' ' : char));
  return `'${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).join('')}...` : text.join('')}'`;
}

/** The known name a misspelt one is closest to, when it is close. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const slips = (one: string) => Math.max(1, one.length >> 2);
  // What differs more in length differs in more letters: a long name is not compared letter by letter.
  const similar = known.filter((one) => Math.abs(one.length - name.length) <= slips(one));
  const ranked = similar.map((one) => ({ one, distance: editDistance(lower, one.toLowerCase()) }));
  ranked.sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= slips(best.one) ? best.one : null;
}

/** Levenshtein. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substituted, previous[j] + 1, row[j - 1] + 1));
    }
    previous = row;
  }
  return previous[b.length];
}
