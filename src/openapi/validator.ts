import { setImmediate as nextLoop } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { injectInto } from '../http/inject';
import { WRITTEN_OPERATIONS } from '../operation';
import { type Contract, exampleUrl, type JsonObject, withoutKeywords } from './document';

/** Called for an answer that breaks the contract. An error that it throws is sent instead of the answer. */
export type OnViolation = (operation: string, faults: unknown) => void;

/** The contract with its validators, by tag. Several apps may share it. */
export interface OpenContract {
  readonly contract: Contract;
  readonly validators: ReadonlyMap<string, readonly RequestHandler[]>;
}

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
 * Creates the validators of a contract, one for each tag, and sends each a request: express-openapi-validator reads its document
 * on the first request, and would report faults of the document to that client. Answers that break the contract are reported to
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
  await Promise.all([...validators].map(([tag, handlers]) => requireReadable(tag, handlers)));
  return { contract, validators };
}

/**
 * The part of the contract for the operations of one tag, with the components they refer to. For each request, the validator
 * builds and matches the expressions of all paths in its document; with all paths in one document, that takes as long as the rest
 * of a short request.
 */
function partOf({ paths, components, webhooks: _, ...rest }: JsonObject, tag: string): JsonObject {
  const own = Object.entries(paths as JsonObject).flatMap(([path, item]) => {
    const operations = Object.entries(item as JsonObject)
      .filter(([, one]) => one.tags[0] === tag)
      .map(([method, one]) => [method, { ...one, responses: answersOf(one) }]);
    return operations.length === 0 ? [] : [[path, Object.fromEntries(operations)]];
  });
  const used: JsonObject = { securitySchemes: components.securitySchemes };
  addReferenced(own, components, used);
  // A copy, since the validator changes the document.
  const part: JsonObject = structuredClone({ ...rest, paths: Object.fromEntries(own), components: used });
  // Reserved characters may be unencoded (`symbols=A,B`). An empty text is left to the schema, whose message is clearer.
  for (const parameter of parametersIn(part)) {
    if (parameter.in === 'query') Object.assign(parameter, { allowReserved: true, allowEmptyValue: true });
  }
  return part;
}

/**
 * The responses of an operation without its errors. src/http/errorHandler.ts sends errors itself, so that the validator never
 * checks one; compiling their schemas for each operation would double the time of a start.
 */
function answersOf({ responses }: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(responses as JsonObject).filter(([status]) => Number(status) < 400));
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

const WRITTEN: ReadonlySet<string> = new Set(WRITTEN_OPERATIONS);

/**
 * Makes the validators compile the schemas that they will use, which would otherwise delay the first request of each operation
 * by 10 to 30 ms, or 200 ms if several come together. It compiles one operation per turn of the event loop.
 */
export async function compileValidators({ contract, validators }: OpenContract): Promise<void> {
  for (const operation of contract.operations) {
    const { id, method, body, tag, creates } = operation;
    // An invalid answer will do: checking it compiles the schema. The validator never sees what threads write.
    const answer: RequestHandler = (_request, response) =>
      void (WRITTEN.has(id) ? response.end() : response.status(creates ? 201 : 200).json({}));
    const app = express().use(express.json(), ...validators.get(tag)!, answer);
    app.locals.onViolation = () => {};
    const payload = Object.values(body?.examples ?? {})[0]?.value as object | undefined;
    await injectInto(app, { method, url: exampleUrl(operation), payload });
    await nextLoop();
  }
}

/** @throws Error if the validator cannot read its document: an unknown path is 404 only once it has */
async function requireReadable(tag: string, handlers: RequestHandler[]): Promise<void> {
  const sendStatus: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error.status ?? 500).send(String(error.message));
  };
  const app = express().use(handlers).use(sendStatus);
  const { statusCode, payload } = await injectInto(app, { method: 'GET', url: '/v1/no/such/operation' });
  if (statusCode !== 404) throw new Error(`openapi.yaml, operations of ${tag}: ${payload}`);
}
