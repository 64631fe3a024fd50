import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { Access } from '../access/caller';
import type { OperationId } from '../operation';
import { PROJECT_ROOT } from '../projectRoot';

export interface ParameterSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  /** Description of the accepted values, for messages. */
  readonly 'x-accepted'?: string;
  /** Description of the characters that the pattern accepts, for messages. */
  readonly 'x-characters'?: string;
  /** Whether the text names a market, by id, name or alias. */
  readonly 'x-market'?: boolean;
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
  readonly items?: ParameterSchema;
  /** Alternatives, which differ in their type. */
  readonly anyOf?: readonly ParameterSchema[];
  /** Added to the message about an unknown field. */
  readonly 'x-unknown'?: string;
}

export interface ContractParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ParameterSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  /** Parameters without which this one means nothing. */
  readonly 'x-needs'?: readonly string[];
}

export interface ContractBody {
  readonly schema: ParameterSchema;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

/** An operation with its references resolved. */
export interface ContractOperation {
  readonly id: OperationId;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As in the contract: `/analyze/{symbol}`. */
  readonly path: string;
  readonly tag: string;
  readonly access: Access;
  /** Null = not deprecated. */
  readonly deprecation: Deprecation | null;
  /** Of the path and the query. */
  readonly parameters: readonly ContractParameter[];
  readonly headers: readonly ContractParameter[];
  /** Whether it creates something, once for each `Idempotency-Key`; its success is a 201. */
  readonly creates: boolean;
  /** The JSON body of the request; null = none. */
  readonly body: ContractBody | null;
  /** Named examples of the answer, by media type other than JSON: `text/csv`. */
  readonly files: Readonly<Record<string, Readonly<Record<string, { readonly value: unknown }>>>>;
  readonly answersJson: boolean;
  /** Named examples of its body in JSON. */
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

/** The contract as this server publishes it (generated/openapi.json). */
export interface Contract {
  readonly document: JsonObject;
  readonly operations: readonly ContractOperation[];
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read by path
export type JsonObject = Record<string, any>;

/** The server's URL in the generated documents, which is replaced by its public URL. */
export const GENERATED_URL = 'http://localhost:8080';

/** A file of generated/ by its name. @throws Error if it is missing (`npm run generate` creates it) */
export function generatedText(name: string): string {
  return readFileSync(join(PROJECT_ROOT, 'generated', name), 'utf8');
}

/** @throws Error if the contract cannot be read */
export function loadContract(): Contract {
  return contractOf(JSON.parse(generatedText('openapi.json')));
}

export function contractOf(document: JsonObject): Contract {
  return { document, operations: operationsOf(document) };
}

function operationsOf(document: JsonObject): ContractOperation[] {
  return Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
    Object.entries(item as JsonObject).map(([method, operation]) => ({
      id: operation.operationId,
      method: method as ContractOperation['method'],
      path,
      tag: operation.tags[0],
      access: accessOf(operation.security),
      deprecation: deprecationOf(operation),
      ...parametersOf(document, operation.parameters ?? []),
      creates: '201' in operation.responses,
      body: operation.requestBody === undefined ? null : bodyOf(document, operation.requestBody),
      ...answersOf(successOf(operation.responses).content),
    })),
  );
}

function parametersOf(
  document: JsonObject,
  nodes: readonly JsonObject[],
): Pick<ContractOperation, 'parameters' | 'headers'> {
  const all = nodes.map((node): ContractParameter => {
    const parameter = resolveRef(document, node);
    return { ...(parameter as ContractParameter), schema: resolveRef(document, parameter.schema) };
  });
  const isHeader = (parameter: ContractParameter) => parameter.in === 'header';
  return { parameters: all.filter((one) => !isHeader(one)), headers: all.filter(isHeader) };
}

/** The response of a success: a 200, or the 201 of an operation that creates something. */
export function successOf(responses: JsonObject): JsonObject {
  return responses['200'] ?? responses['201'];
}

function answersOf(content: JsonObject): Pick<ContractOperation, 'files' | 'answersJson' | 'examples'> {
  const { 'application/json': json, ...others } = content;
  const files = Object.entries(others).map(([type, media]) => [type, media.examples ?? {}]);
  return { files: Object.fromEntries(files), answersJson: json !== undefined, examples: json?.examples ?? {} };
}

/** @param security the operation's security requirements, which may list roles of a scheme (OpenAPI 3.1) */
function accessOf(security: readonly Readonly<Record<string, readonly string[]>>[] | undefined): Access {
  if (security === undefined) return 'key';
  if (security.length === 0) return 'address';
  const roles = security.flatMap(({ sessionCookie }) => sessionCookie ?? []);
  if (security.some((one) => 'sessionCookie' in one)) return roles.includes('admin') ? 'operator' : 'session';
  return 'page';
}

function bodyOf(document: JsonObject, requestBody: JsonObject): ContractBody {
  const { schema, examples = {} } = requestBody.content['application/json'];
  return { schema: resolveSchema(document, schema), examples };
}

/** A schema with all references of its fields, items and alternatives resolved. It must not be recursive. */
function resolveSchema(document: JsonObject, node: JsonObject): ParameterSchema {
  const schema = resolveRef(document, node);
  const { properties, items, anyOf } = schema;
  const fields = Object.entries((properties ?? {}) as JsonObject);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(fields.map(([k, v]) => [k, resolveSchema(document, v)])) }),
    ...(items && { items: resolveSchema(document, items) }),
    ...(anyOf && { anyOf: anyOf.map((form: JsonObject) => resolveSchema(document, form)) }),
  };
}

/** Follows local references until a node without one. @throws Error for a reference to nothing */
export function resolveRef(document: JsonObject, node: JsonObject): JsonObject {
  let found = node;
  while (typeof found.$ref === 'string') {
    const { $ref } = found;
    const keys: string[] = $ref.slice(2).split('/');
    found = keys.reduce((at: JsonObject | undefined, key) => at?.[key], document) as JsonObject;
    if (found === undefined) throw new Error(`openapi.yaml refers to ${$ref}, which it does not contain`);
  }
  return found;
}

/** The keys of these objects are names, not keywords of JSON Schema. */
const NAME_MAPS = new Set(['properties', '$defs']);

/** A deep copy without some keywords. Properties with the name of a keyword stay. */
export function withoutKeywords<T>(node: T, dropped: RegExp, holdsNames = false): T {
  if (Array.isArray(node)) return node.map((item) => withoutKeywords(item, dropped)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => holdsNames || !dropped.test(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutKeywords(value, dropped, !holdsNames && NAME_MAPS.has(key))]),
  ) as T;
}

/** The URL of an operation with the first example of each required parameter, and of the listed optional ones. */
export function exampleUrl({ path, parameters }: ContractOperation, optional: readonly string[] = []): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, example, examples } of parameters) {
    const value = String(example ?? Object.values(examples ?? {})[0]?.value ?? '');
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (required || optional.includes(name)) query.set(name, value);
  }
  return `/v1${filled}${query.size > 0 ? `?${query}` : ''}`;
}

/** The dates of an operation's deprecation and removal, `YYYY-MM-DD`. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
}

/** The deprecation of an operation; null = none. `npm run generate` checks the period between the dates. */
export function deprecationOf(operation: Readonly<Record<string, unknown>>): Deprecation | null {
  if (operation.deprecated !== true) return null;
  return { since: String(operation['x-deprecated-since']), sunset: String(operation['x-sunset']) };
}

/** The headers Deprecation (RFC 9745), Sunset (RFC 8594) and Link. @param reference URL of the operation's documentation */
export function announceDeprecation(
  { deprecation }: { readonly deprecation: Deprecation | null },
  reference: string,
): RequestHandler[] {
  if (deprecation === null) return [];
  const { since, sunset } = deprecation;
  const announce: RequestHandler = (_request, response, next) => {
    response.set('Deprecation', `@${Date.parse(since) / 1000}`);
    response.set('Sunset', new Date(sunset).toUTCString());
    response.set('Link', `<${reference}>; rel="deprecation"; type="text/html"`);
    next();
  };
  return [announce];
}
