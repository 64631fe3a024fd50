import { type JsonObject, resolveRef } from '../../src/openapi/document';

/** `keyword.kwlist`, which no parameter and no field of a class may be called. */
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** A name as Python writes it: `scanMarkets` becomes `scan_markets`, `from` becomes `from_`. */
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

/** A text literal; JSON's escapes are Python's, but for surrogates, which no contract has. */
export function pythonText(text: string): string {
  return JSON.stringify(text);
}

/**
 * The type hint of a schema.
 *
 * @param refer how a named schema is written: plainly, or between quotes where hints are evaluated before it is defined
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

/** One line of comment or docstring a line, none longer than is read at ease. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A docstring of lines as they are, with its quotes. */
export function docstring(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"));
  const [first = '', ...rest] = safe;
  const tail = first.endsWith('"') && rest.length === 0 ? ' ' : '';
  if (rest.length === 0) return `${indent}"""${first}${tail}"""\n`;
  const body = rest.map((line) => (line === '' ? '\n' : `${indent}${line}\n`));
  return `${indent}"""${first}\n${body.join('')}${indent}"""\n`;
}

/** An object with what all its parts (`allOf`) say; any other schema as it is. */
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
