import { type JsonObject, resolveRef } from '../../src/openapi/document';

/** What a client sends beside the body. */
export interface ClientParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  /** As in the contract, references and all. */
  readonly schema: JsonObject;
}

/** One operation as a client has it. */
export interface ClientOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** Whether asking twice does no more than asking once. */
  readonly repeatable: boolean;
  readonly parameters: readonly ClientParameter[];
  /** The JSON body; null when there is none. */
  readonly body: { readonly required: boolean; readonly schema: JsonObject } | null;
  /** Schemas of the successful answers by media type, the first one being what is asked for by default. */
  readonly answers: ReadonlyMap<string, readonly JsonObject[]>;
  /** Whether a success may come without a body. */
  readonly mayBeEmpty: boolean;
  /** The list that comes in pages, each of which names the `cursor` of the next; null where there are no pages. */
  readonly pages: ClientPages | null;
}

/** What is read page by page. */
export interface ClientPages {
  /** What the clients call reading all of it: `iterateLedger` for `listLedger`, in Python `iter_ledger`. */
  readonly subject: string;
  /** The member of a page that holds its rows. */
  readonly rows: string;
  /** Schema of one row. */
  readonly row: JsonObject;
}

/** The part of the contract that clients are made for. */
export interface ClientSurface {
  readonly version: string;
  /** An OpenAPI document of that part and nothing else; events of `webhooks` belong to it. */
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
 * What a caller with a key may do. Operations that take a session only are left out: no program has one. Where the media
 * type of an answer can be chosen, the client chooses by `Accept`, and the query parameters `format` and `theme` are left out.
 *
 * @throws Error for what the clients cannot send
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

/** @throws Error for pages that the clients could not follow */
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

/** The components that paths and webhooks refer to, over however many steps; security schemes are referred to by name. */
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
