import { setImmediate as nextLoop } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { injectInto } from '../http/inject';
import { type Contract, exampleUrl, type JsonObject, withoutKeywords } from './document';

/** Told of an answer that breaks the contract. Where it throws, the client gets what it throws. */
export type OnViolation = (operation: string, faults: unknown) => void;

/** The contract with its validators, by tag. Holds nothing of an app: several may share one. */
export interface OpenContract {
  readonly contract: Contract;
  readonly validators: ReadonlyMap<string, readonly RequestHandler[]>;
}

type Options = Parameters<typeof middleware>[0];

const OPTIONS = {
  // Redocly and a test have read the whole document; here that would be a quarter of a second of each start.
  validateApiSpec: false,
  // The first fault only, as Ajv advises for input that is not trusted: all faults of a large body take minutes to find.
  validateRequests: { allErrors: false, allowUnknownQueryParameters: false },
  // Who asks was found out before (src/http/authenticate.ts): a security handler can only answer 401.
  validateSecurity: false,
  validateResponses: {
    onError: (error, _body, request) => {
      const { locals } = request.res!;
      locals.breaksContract = true;
      request.app.locals.onViolation(locals.operation?.id ?? 'unknown', error.errors);
    },
  },
  // Else a date such as 2026-02-30 is one.
  ajvFormats: { mode: 'full' },
  fileUploader: false,
} satisfies Omit<Options, 'apiSpec'>;

/**
 * Makes the validators of a contract, one a tag, and proves that they have read it: express-openapi-validator reads a document
 * as the first request comes, and would tell that client of a fault in it. What breaks the contract is told to
 * `app.locals.onViolation`.
 *
 * @throws Error naming the tag whose part of the contract cannot be read
 */
export async function openContract(contract: Contract): Promise<OpenContract> {
  const document = withoutKeywords(contract.document, /^(examples?|x-codeSamples)$/);
  const tags = [...new Set(contract.operations.map(({ tag }) => tag))];
  const validators = new Map(
    tags.map((tag) => [tag, middleware({ ...OPTIONS, apiSpec: partOf(document, tag) as Options['apiSpec'] })]),
  );
  await Promise.all([...validators].map(([tag, handlers]) => proveReady(tag, handlers)));
  return { contract, validators };
}

/**
 * What the contract says of the operations of one tag, with the components that they refer to. The validator compares each
 * request with the expression of every path of its document, and builds all of them anew for it: over all paths at once
 * that takes as long as all else that a short request does.
 */
function partOf({ paths, components, webhooks: _, ...rest }: JsonObject, tag: string): JsonObject {
  const own = Object.entries(paths as JsonObject).flatMap(([path, item]) => {
    const operations = Object.entries(item as JsonObject).filter(([, one]) => one.tags[0] === tag);
    return operations.length === 0 ? [] : [[path, Object.fromEntries(operations)]];
  });
  const used: JsonObject = { securitySchemes: components.securitySchemes };
  addReferenced(own, components, used);
  // A copy: the validator changes what it is given.
  const part: JsonObject = structuredClone({ ...rest, paths: Object.fromEntries(own), components: used });
  // Reserved characters need not be encoded: `symbols=A,B`. Of an empty text, the schema says more than that it is empty.
  for (const parameter of parametersIn(part)) {
    if (parameter.in === 'query') Object.assign(parameter, { allowReserved: true, allowEmptyValue: true });
  }
  return part;
}

function addReferenced(node: unknown, components: JsonObject, used: JsonObject): void {
  if (typeof node !== 'object' || node === null) return;
  const { $ref } = node as JsonObject;
  if (typeof $ref === 'string') {
    const [, , kind, name] = $ref.split('/');
    used[kind] ??= {};
    if (name in used[kind]) return;
    used[kind][name] = components[kind][name];
    addReferenced(used[kind][name], components, used);
  }
  for (const child of Object.values(node)) addReferenced(child, components, used);
}

function parametersIn({ paths, components }: JsonObject): JsonObject[] {
  const operations = Object.values(paths as JsonObject).flatMap((item: JsonObject) => Object.values(item));
  const shared = Object.values(components.parameters ?? {});
  return [...shared, ...operations.flatMap((one: JsonObject) => one.parameters ?? [])] as JsonObject[];
}

/**
 * Has the validators compile what they check each operation by, which they otherwise do with its first request: 10 to 30 ms
 * of the thread that answers, and some 200 where many first requests come together. One operation a turn of the event loop.
 */
export async function compileValidators({ contract, validators }: OpenContract): Promise<void> {
  for (const operation of contract.operations) {
    const { method, body, tag } = operation;
    // The answer is no valid one. That it is checked at all is what compiles the check.
    const answer: RequestHandler = (_request, response) => void response.json({});
    const app = express().use(express.json(), ...validators.get(tag)!, answer);
    app.locals.onViolation = () => {};
    const payload = Object.values(body?.examples ?? {})[0]?.value as object | undefined;
    await injectInto(app, { method, url: exampleUrl(operation), payload });
    await nextLoop();
  }
}

/** A path that no operation has is 404 once the document has been read. */
async function proveReady(tag: string, handlers: RequestHandler[]): Promise<void> {
  const tellStatus: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error.status ?? 500).send(String(error.message));
  };
  const app = express().use(handlers).use(tellStatus);
  const { statusCode, payload } = await injectInto(app, { method: 'GET', url: '/v1/no/such/operation' });
  if (statusCode !== 404) throw new Error(`openapi.yaml, operations of ${tag}: ${payload}`);
}
