import { type JsonObject, resolveRef } from '../../src/openapi/document';

/** `keyword.kwlist`: words that are no valid names of parameters and fields. */
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** A name in Python's style: `scanMarkets` becomes `scan_markets`, `from` becomes `from_`. */
export function pythonName(name: string, taken: ReadonlySet<string> = new Set()): string {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toLowerCase();
  const begun = /^\d/.test(snake) ? `_${snake}` : snake;
  return KEYWORDS.has(begun) || taken.has(begun) ? `${begun}_` : begun;
}

export function isPythonName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);
}

/** A text literal. Python has the escapes of JSON, except for surrogates, which the contract does not contain. */
export function pythonText(text: string): string {
  return JSON.stringify(text);
}

/**
 * The type hint of a schema.
 *
 * @param refer the reference to a named schema: its name, in quotes if hints are evaluated before it is defined
 */
export function pythonType(schema: JsonObject, refer: (name: string) => string): string {
  if (typeof schema.$ref === 'string') return refer(schema.$ref.split('/').at(-1) ?? '');
  const forms: JsonObject[] | undefined = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return union(forms.map((form) => pythonType(form, refer)));
  if (schema.allOf?.length === 1) return pythonType(schema.allOf[0], refer);
  if ('const' in schema) return literal([schema.const]);
  if (Array.isArray(schema.enum)) return literal(schema.enum);
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type: string) => pythonType({ ...schema, type }, refer)));
  }
  switch (schema.type) {
    case 'null':
      return 'None';
    case 'string':
      return schema.format === 'binary' ? 'bytes' : 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'array':
      return `List[${pythonType(schema.items ?? {}, refer)}]`;
    case 'object': {
      const values = schema.additionalProperties;
      return `Dict[str, ${typeof values === 'object' ? pythonType(values, refer) : 'Any'}]`;
    }
    default:
      return 'Any';
  }
}

function union(types: readonly string[]): string {
  const others = [...new Set(types)].filter((type) => type !== 'None');
  const joined = others.length === 1 ? others[0] : `Union[${others.join(', ')}]`;
  if (others.length === 0) return 'None';
  return types.includes('None') ? `Optional[${joined}]` : joined;
}

function literal(values: readonly unknown[]): string {
  const texts = values.filter((value) => value !== null).map(constant);
  const joined = `Literal[${texts.join(', ')}]`;
  return texts.length < values.length ? `Optional[${joined}]` : joined;
}

function constant(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : pythonText(String(value));
}

/** Breaks a text into lines of at most `width` characters, unless a word is longer. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A docstring of lines that are already wrapped. */
export function docstring(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"));
  const [first = '', ...rest] = safe;
  const tail = first.endsWith('"') && rest.length === 0 ? ' ' : '';
  if (rest.length === 0) return `${indent}"""${first}${tail}"""\n`;
  const body = rest.map((line) => (line === '' ? '\n' : `${indent}${line}\n`));
  return `${indent}"""${first}\n${body.join('')}${indent}"""\n`;
}

/** Merges the parts of an object (`allOf`); returns any other schema unchanged. */
export function merged(document: JsonObject, node: JsonObject): JsonObject {
  const schema = resolveRef(document, node);
  if (!Array.isArray(schema.allOf) || schema.allOf.length < 2) return schema;
  const parts = [...schema.allOf.map((part: JsonObject) => merged(document, part)), { ...schema, allOf: undefined }];
  return {
    type: 'object',
    description: schema.description,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}
