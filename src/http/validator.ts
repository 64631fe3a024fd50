import type { RequestHandler } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import { internal } from '../errors';
import type { Contract, JsonObject } from './contract';
import { stateOf } from './state';

/** A response that breaks the contract. */
export interface Violation {
  readonly operation: string;
  /** The validator's faults. */
  readonly faults: unknown;
}

export interface ValidatorOptions {
  /** Whether a response that breaks the contract is withheld (500) rather than only reported. */
  readonly strictResponses: () => boolean;
  readonly onViolation: (violation: Violation) => void;
}

/**
 * Validates requests and responses against the contract, in every mode. Authentication has happened before: the
 * security handlers only look whether it has, because an error they throw would become a 500.
 */
export function contractValidator(contract: Contract, options: ValidatorOptions): RequestHandler[] {
  const authenticated = (request: unknown) => stateOf((request as { res: never }).res).caller !== undefined;
  return openApiValidator({
    apiSpec: withPlainQueries(contract.document) as never,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false },
    validateSecurity: { handlers: { bearerKey: authenticated, headerKey: authenticated } },
    validateResponses: {
      onError: (error, _body, request) => {
        const operation = stateOf(request.res!).operation?.id ?? request.path;
        const violation: Violation = { operation, faults: error.errors ?? error.message };
        options.onViolation(violation);
        if (options.strictResponses()) throw internal({ responseBreaksContract: violation });
      },
    },
  });
}

/**
 * The document with every query parameter free to hold reserved and empty text. The validator answers both with a
 * message of its own that does not say what is accepted; src/http/query.ts and the schemas do.
 */
function withPlainQueries(document: JsonObject): JsonObject {
  const copy: JsonObject = structuredClone(document);
  const shared = Object.values(copy.components.parameters as JsonObject);
  const own = Object.values(copy.paths as JsonObject)
    .flatMap((item: JsonObject) => Object.values(item))
    .flatMap((operation: JsonObject) => operation.parameters ?? []);
  for (const parameter of [...shared, ...own] as JsonObject[]) {
    if (parameter.in === 'query') Object.assign(parameter, { allowReserved: true, allowEmptyValue: true });
  }
  return copy;
}
