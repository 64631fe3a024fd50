import { type JsonObject, resolveRef } from '../../src/openapi/document';

/** A parameter of path, query or header. */
export interface ClientParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  /** As in the contract, with references. */
  readonly schema: JsonObject;
}

/** An operation for generated clients. */
export interface ClientOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** Whether a repeated request has no further effect. */
  readonly repeatable: boolean;
  readonly parameters: readonly ClientParameter[];
  /** The JSON body; null = none. */
  readonly body: { readonly required: boolean; readonly schema: JsonObject } | null;
  /** Schemas of the successful answers by media type. The first is the default. */
  readonly answers: ReadonlyMap<string, readonly JsonObject[]>;
  /** Whether a success may come without a body. */
  readonly mayBeEmpty: boolean;
  /** How the list is divided into pages, each with the `cursor` of the next; null = it is not. */
  readonly pages: ClientPages | null;
}

/** A list in pages. */
export interface ClientPages {
  /** Its name in the clients' iterators: `Ledger` for `iterateLedger`, in Python `iter_ledger`. */
  readonly subject: string;
  /** The member of a page that holds its rows. */
  readonly rows: string;
  /** Schema of one row. */
  readonly row: JsonObject;
}

/** The part of the contract that the clients cover. */
export interface ClientSurface {
  readonly version: string;
  /** An OpenAPI document of that part only, with the events of `webhooks`. */
  readonly document: JsonObject;
  readonly operations: readonly ClientOperation[];
  /** Ids of operations that only the pages of the server may call. */
  readonly leftOut: readonly string[];
}

const JSON_TYPE = 'application/json';
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
/** RFC 9110 9.2.2. */
const IDEMPOTENT = new Set(['get', 'head', 'put', 'delete', 'options']);

/**
 * The operations for callers with a key; those that require a session are left out, since programs have none. If an operation
 * has several media types, the client selects one by `Accept`, and the query parameters `format` and `theme` are left out.
 *
 * @throws Error for a request body that the clients cannot send
 */
export function clientSurface(contract: JsonObject): ClientSurface {
  const document: JsonObject = structuredClone(contract);
  const operations: ClientOperation[] = [];
  const leftOut: string[] = [];
  for (const [path, item] of Object.entries(document.paths as JsonObject)) {
    for (const [method, operation] of Object.entries(item as JsonObject)) {
      if (!METHODS.has(method)) continue;
      if (takesKey(document, operation)) operations.push(operationOf(document, { path, method, item, operation }));
      else {
        leftOut.push(operation.operationId);
        delete item[method];
      }
    }
    if (!Object.keys(item).some((name) => METHODS.has(name))) delete document.paths[path];
  }
  document.components = reached(document);
  return { version: document.info.version, document, operations, leftOut };
}

function takesKey(document: JsonObject, operation: JsonObject): boolean {
  const ways: JsonObject[] = operation.security ?? document.security ?? [];
  return ways.some((way) => 'bearerKey' in way);
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

function operationOf(document: JsonObject, { path, method, item, operation }: Place): ClientOperation {
  const { answers, mayBeEmpty } = answersOf(document, operation);
  if (answers.size > 1 && operation.parameters) {
    operation.parameters = operation.parameters.filter(
      (node: JsonObject) => !['format', 'theme'].includes(resolveRef(document, node).name),
    );
  }
  const nodes: JsonObject[] = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  const parameters = nodes.map((node) => resolveRef(document, node)).filter((one) => one.in !== 'cookie');
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    deprecated: operation.deprecated === true,
    repeatable: operation['x-repeatable'] ?? IDEMPOTENT.has(method),
    parameters: parameters.map(({ name, in: place, required, description, schema }) => {
      return { name, in: place, required: required === true, description: description ?? '', schema };
    }),
    body: bodyOf(document, operation),
    answers,
    mayBeEmpty,
    pages: parameters.some(({ name }) => name === 'cursor') ? pagesOf(document, operation.operationId, answers) : null,
  };
}

/** @throws Error for pages without `next_cursor`, or with several lists */
function pagesOf(document: JsonObject, id: string, answers: ClientOperation['answers']): ClientPages {
  const [page = {}] = answers.get(JSON_TYPE) ?? [];
  const { properties = {} } = resolveRef(document, page);
  const lists = Object.entries(properties as JsonObject).filter(([, schema]) => resolveRef(document, schema).items);
  if (properties.next_cursor === undefined || lists.length !== 1) {
    throw new Error(`${id}: a page has next_cursor and one list`);
  }
  const [[rows, schema]] = lists;
  return { subject: id.replace(/^list/, ''), rows, row: resolveRef(document, schema).items };
}

function bodyOf(document: JsonObject, operation: JsonObject): ClientOperation['body'] {
  if (operation.requestBody === undefined) return null;
  const body = resolveRef(document, operation.requestBody);
  const { schema } = body.content[JSON_TYPE] ?? {};
  if (schema === undefined) throw new Error(`${operation.operationId}: the clients send JSON bodies only`);
  return { required: body.required === true, schema };
}

function answersOf(document: JsonObject, operation: JsonObject): Pick<ClientOperation, 'answers' | 'mayBeEmpty'> {
  const found = new Map<string, JsonObject[]>();
  let mayBeEmpty = false;
  for (const [status, node] of Object.entries(operation.responses as JsonObject)) {
    if (!/^2/.test(status)) continue;
    const { content = {} } = resolveRef(document, node as JsonObject);
    mayBeEmpty ||= Object.keys(content).length === 0;
    for (const [media, { schema = {} }] of Object.entries(content as JsonObject)) {
      found.set(media, [...(found.get(media) ?? []), schema]);
    }
  }
  const others = [...found].filter(([media]) => media !== JSON_TYPE);
  const json = found.get(JSON_TYPE);
  return { answers: new Map(json === undefined ? others : [[JSON_TYPE, json], ...others]), mayBeEmpty };
}

/** The components that paths and webhooks refer to, directly or indirectly, and the security schemes. */
function reached({ components, paths, webhooks }: JsonObject): JsonObject {
  const kept: JsonObject = { securitySchemes: components.securitySchemes };
  const queue: unknown[] = [paths, webhooks];
  while (queue.length > 0) {
    const node = queue.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, child] of Object.entries(node)) {
      if (key !== '$ref' || typeof child !== 'string') {
        queue.push(child);
        continue;
      }
      const [, , section, name] = child.split('/');
      kept[section] ??= {};
      if (name in kept[section]) continue;
      kept[section][name] = components[section][name];
      queue.push(kept[section][name]);
    }
  }
  return inOrderOf(components, kept);
}

function inOrderOf(components: JsonObject, kept: JsonObject): JsonObject {
  const sections = Object.keys(components).filter((section) => section in kept);
  return Object.fromEntries(
    sections.map((section) => {
      const names = Object.keys(components[section]).filter((name) => name in kept[section]);
      return [section, Object.fromEntries(names.map((name) => [name, components[section][name]]))];
    }),
  );
}
