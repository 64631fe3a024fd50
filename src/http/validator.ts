import type { Request, RequestHandler } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import { type Contract, type JsonObject, withoutKeywords } from './contract';
import { stateOf } from './state';

/**
 * Validates requests and responses against the contract, in every mode. Authentication is not its part: it has happened
 * before (src/http/access.ts), because what a security handler throws becomes a 500, whether it is a 429 or a 503.
 */
export function contractValidator(contract: Contract): RequestHandler[] {
  return openApiValidator({
    apiSpec: essentials(contract.document),
    // CI does, and the probe asks every operation at boot; here it would double the time a start takes.
    validateApiSpec: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false },
    validateSecurity: false,
    validateResponses: {
      onError: (error, _body, request) => {
        const state = stateOf(request.res!);
        const { operation, onViolation } = state;
        state.answerKey = undefined;
        onViolation?.({ operation: operation?.id ?? request.path, faults: error.errors ?? error.message });
      },
    },
  });
}

const TEXTS = /^(description|summary|examples?|x-sample)$/;

/**
 * What the validator needs of the document, a third of it: it copies, walks and indexes all it is given, several times
 * for each operation. Texts and examples go, and so do the answers other than 200, which src/http/errorHandler.ts
 * writes past it.
 *
 * Every query parameter is left free to hold reserved and empty text: the validator would answer both with a message
 * that does not say what is accepted; src/http/query.ts and the schemas do.
 */
function essentials(document: JsonObject) {
  const { openapi, info, paths, components, ...rest } = withoutKeywords(document, TEXTS);
  delete components.responses;
  delete components.headers;
  const operations = Object.values(paths as JsonObject).flatMap((item: JsonObject) => Object.values(item));
  for (const operation of operations as JsonObject[]) {
    const { content } = operation.responses['200'];
    operation.responses = { 200: { description: '200', content } };
  }
  const own = operations.flatMap((operation) => operation.parameters ?? []);
  for (const parameter of [...Object.values(components.parameters), ...own] as JsonObject[]) {
    if (parameter.in === 'query') Object.assign(parameter, { allowReserved: true, allowEmptyValue: true });
  }
  return { ...rest, openapi, info: { title: info.title, version: info.version }, paths, components };
}

/** What the validator leaves on a request: the operation it took it for, and the parameters of its path. */
export interface Matched {
  readonly operationId?: string;
  readonly pathParams: Readonly<Record<string, string>>;
}

export function matchedBy(request: Request): Matched {
  const { openapi } = request as {
    openapi?: { schema?: { operationId?: string }; pathParams?: Record<string, string> };
  };
  return { operationId: openapi?.schema?.operationId, pathParams: openapi?.pathParams ?? {} };
}
