import { type JsonObject, resolveRef } from '../src/openapi/document';

/** Joins the lines of a text. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Describes schemas in words, and collects the named objects that still need a description. */
export class SchemaMarkdown {
  private readonly named = new Set<string>();

  constructor(private readonly document: JsonObject) {}

  /** The named objects used so far, with their fields, and the objects in those fields. */
  objects(): string[] {
    const texts: string[] = [];
    // The set grows while it is iterated.
    for (const name of this.named) texts.push(this.object(name));
    return texts;
  }

  /** One line for each field of an object; none for arrays and schemas with variants, whose type names their contents. */
  fields(node: JsonObject): string[] {
    const { properties, required = [] } = resolveRef(this.document, node);
    return Object.entries((properties ?? {}) as JsonObject).map(([name, field]) => {
      const optional = required.includes(name) ? '' : ', optional';
      return `- \`${name}\` (${this.type(field)}${optional})${this.meaning(field)}`;
    });
  }

  /** The type of a value: `integer, 1 to 98, default 10`; `array of CardMarket`. */
  type(node: JsonObject): string {
    const schema = resolveRef(this.document, node);
    if (node.$ref !== undefined && isObject(schema)) return this.name(node.$ref);
    if (schema.anyOf !== undefined) return schema.anyOf.map((form: JsonObject) => this.type(form)).join(' or ');
    const types = [schema.type].flat();
    const texts = types.map((type) => (type === 'array' ? `array of (${this.type(schema.items)})` : type));
    const what = schema.enum === undefined ? texts.join(' or ') : schema.enum.map(coded).join(' or ');
    return [what, ...boundsOf(schema)].join(', ');
  }

  /** The description of a value after a colon; empty without one. */
  meaning(node: JsonObject): string {
    const text = node.description ?? resolveRef(this.document, node).description;
    return text === undefined ? '' : `: ${oneLine(text)}`;
  }

  private name(ref: string): string {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    this.named.add(name);
    return `\`${name}\``;
  }

  private object(name: string): string {
    const schema = this.document.components.schemas[name];
    const about = schema.description === undefined ? [] : [oneLine(schema.description), ''];
    const fields = this.fields(schema);
    return [`### ${name}`, '', ...about, ...(fields.length > 0 ? fields : ['Fields of any name.'])].join('\n');
  }
}

function isObject({ type, properties }: JsonObject): boolean {
  return type === 'object' || properties !== undefined;
}

function coded(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function boundsOf(schema: JsonObject): string[] {
  const {
    format,
    pattern,
    'x-characters': characters,
    'x-accepted': accepted = characters,
    exclusiveMinimum: above,
  } = schema;
  const bounds = [
    range(schema.minimum, schema.maximum, ''),
    above === undefined ? '' : `above ${above}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    format ?? '',
    accepted ?? (pattern === undefined ? '' : `pattern ${coded(pattern)}`),
    schema.default === undefined ? '' : `default ${coded(schema.default)}`,
  ];
  return bounds.filter((text) => text !== '');
}

/** Larger bounds only say that a value is finite, and are not shown. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

function range(minimum: number | undefined, maximum: number | undefined, unit: string): string {
  const [least, most] = [minimum, maximum].map((bound) =>
    Math.abs(bound ?? UNBOUNDED) < UNBOUNDED ? bound : undefined,
  );
  if (least === undefined) return most === undefined ? '' : `at most ${most}${unit}`;
  if (most !== undefined) return `${least} to ${most}${unit}`;
  return least === 1 && unit !== '' ? 'not empty' : `at least ${least}${unit}`;
}
