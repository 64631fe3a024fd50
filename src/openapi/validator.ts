import { setImmediate as nextLoop } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { injectInto } from '../http/inject';
import { type Contract, type JsonObject, resolveRef, withoutKeywords } from './document';

/** Called for an answer that breaks the contract. An error that it throws is sent instead of the answer. */
export type OnViolation = (operation: string, faults: unknown) => void;

/** The contract with its validators, by path. Several apps may share it. */
export interface OpenContract {
  readonly contract: Contract;
  readonly validators: ReadonlyMap<string, readonly RequestHandler[]>;
}

/**
 * Paths for each validator. A validator builds and matches the expressions of all its paths for each request, 2 us a path: with
 * all in one, that takes as long as the rest of a short request. On the other hand each validator adds 50 ms to a start.
 */
const PATHS_PER_VALIDATOR = 24;

type Options = Parameters<typeof middleware>[0];

const OPTIONS = {
  // Redocly and a test check the document. Here it would add a quarter of a second to each start.
  validateApiSpec: false,
  // Only the first fault, as Ajv recommends for untrusted input: finding all faults of a large body takes minutes.
  validateRequests: { allErrors: false, allowUnknownQueryParameters: false },
  // src/http/authenticate.ts authenticates: a security handler could only answer 401.
  validateSecurity: false,
  validateResponses: {
    onError: (error, _body, request) => {
      const { locals } = request.res!;
      locals.breaksContract = true;
      request.app.locals.onViolation(locals.operation?.id ?? 'unknown', error.errors);
    },
  },
  // Otherwise dates such as 2026-02-30 are accepted.
  ajvFormats: { mode: 'full' },
  fileUploader: false,
} satisfies Omit<Options, 'apiSpec'>;

/**
 * Creates the validators of a contract and sends each a request: express-openapi-validator reads its document on the first
 * request, and would report faults of the document to that client. The schemas of an operation are compiled at its first
 * request, which blocks this thread for 20 to 100 ms; all of them would add more than a second to each start. Answers that break
 * the contract are reported to `app.locals.onViolation`.
 *
 * @throws Error for a reference to nothing; Error naming the first path of a part of the contract that cannot be read
 */
export async function openContract(contract: Contract): Promise<OpenContract> {
  const document = withoutKeywords(contract.document, /^(examples?|x-codeSamples)$/);
  const validators = new Map<string, readonly RequestHandler[]>();
  const all = Object.keys(document.paths);
  for (let from = 0; from < all.length; from += PATHS_PER_VALIDATOR) {
    const paths = all.slice(from, from + PATHS_PER_VALIDATOR);
    const handlers = middleware({ ...OPTIONS, apiSpec: partOf(document, paths) as Options['apiSpec'] });
    await requireReadable(handlers, paths);
    for (const path of paths) validators.set(path, handlers);
    // For prices that threads have read meanwhile.
    await nextLoop();
  }
  return { contract, validators };
}

/** The part of the contract for some paths. */
function partOf({ paths, components, webhooks: _, ...rest }: JsonObject, names: readonly string[]): JsonObject {
  const own = Object.fromEntries(names.map((name) => [name, withoutErrors(paths[name])]));
  // A copy, since the validator changes the document. Without components: it would search all of them for each schema it compiles.
  const part: JsonObject = {
    ...structuredClone(rest),
    paths: dereferenced(own, { components }),
    components: structuredClone({ securitySchemes: components.securitySchemes }),
  };
  // Reserved characters may be unencoded (`symbols=A,B`). An empty text is left to the schema, whose message is clearer.
  for (const parameter of parametersIn(part)) {
    if (parameter.in === 'query') Object.assign(parameter, { allowReserved: true, allowEmptyValue: true });
  }
  return part;
}

/**
 * A deep copy in which every reference is replaced by what it refers to, with the keywords beside the reference. References to the
 * same thing share one copy.
 *
 * @param copies the copies by reference
 */
function dereferenced(node: unknown, document: JsonObject, copies = new Map<string, unknown>()): unknown {
  if (Array.isArray(node)) return node.map((item) => dereferenced(item, document, copies));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...keywords } = node as JsonObject;
  const copied = Object.entries(keywords).map(([key, child]) => [key, dereferenced(child, document, copies)]);
  if (typeof $ref !== 'string') return Object.fromEntries(copied);
  const copy = copies.get($ref) ?? dereferenced(resolveRef(document, { $ref }), document, copies);
  copies.set($ref, copy);
  return copied.length === 0 ? copy : Object.assign({}, copy, Object.fromEntries(copied));
}

/**
 * The operations of a path without their error responses. src/http/errorHandler.ts sends errors itself, so that the validator
 * never checks one; reading their schemas would double the time of a start.
 */
function withoutErrors(item: JsonObject): JsonObject {
  const isSuccess = ([status]: [string, unknown]) => Number(status) < 400;
  const operations = Object.entries(item).map(([method, operation]) => {
    return [
      method,
      { ...operation, responses: Object.fromEntries(Object.entries(operation.responses).filter(isSuccess)) },
    ];
  });
  return Object.fromEntries(operations);
}

function parametersIn({ paths }: JsonObject): JsonObject[] {
  const operations = Object.values(paths as JsonObject).flatMap((item: JsonObject) => Object.values(item));
  return operations.flatMap((operation: JsonObject) => operation.parameters ?? []);
}

/** @throws Error if the validator cannot read its document: an unknown path is 404 only once it has */
async function requireReadable(handlers: RequestHandler[], [path]: readonly string[]): Promise<void> {
  const sendStatus: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error.status ?? 500).send(String(error.message));
  };
  const app = express().use(handlers).use(sendStatus);
  const { statusCode, payload } = await injectInto(app, { method: 'GET', url: '/v1/no/such/operation' });
  if (statusCode !== 404) throw new Error(`openapi.yaml, paths from ${path}: ${payload}`);
}
