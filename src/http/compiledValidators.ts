import { OpenApiSpecLoader } from 'express-openapi-validator/dist/framework/openapi.spec.loader';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types';
import { RequestValidator, ResponseValidator } from 'express-openapi-validator/dist/middlewares';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor';
import { OpenApiValidator, type OpenApiValidatorOpts } from 'express-openapi-validator/dist/openapi.validator';
import type { OperationId } from '../operation';
import { type Contract, type ContractOperation, type JsonObject, withoutKeywords } from './contract';
import {
  type Fault,
  NO_JSON,
  type OperationValidator,
  type OperationValidators,
  type RequestValues,
} from './operationValidator';

/** The two validators of express-openapi-validator, with the document as each of them reads it. */
export interface LibraryValidators {
  readonly requests: RequestValidator;
  readonly responses: ResponseValidator;
  /** What they are asked with, by operation. */
  questionFor(operation: ContractOperation, values?: RequestValues): OpenApiRequest;
}

/** How requests and answers are validated. */
export function validatorOptions(document: JsonObject): OpenApiValidatorOpts {
  return {
    apiSpec: essentials(document) as never,
    // CI does, and every operation is asked before it is served; here it would double the time a start takes.
    validateApiSpec: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false },
    validateSecurity: false,
    validateResponses: {},
  };
}

/**
 * The validators of a contract, by express-openapi-validator itself, without its middleware: that finds the operation
 * anew for each request. Schemas are compiled when they are first asked.
 */
export async function compileValidators(contract: Contract): Promise<OperationValidators> {
  const library = await libraryValidators(contract.document);
  const entries = contract.operations.map((operation) => [operation.id, validatorOf(operation, library)]);
  return Object.fromEntries(entries) as Record<OperationId, OperationValidator>;
}

/** The steps of the library's middleware that come before the first request. */
export async function libraryValidators(document: JsonObject): Promise<LibraryValidators> {
  const options = validatorOptions(document);
  const { ajvOpts } = new OpenApiValidator(options);
  const loader = { apiDoc: options.apiSpec as never, validateApiSpec: false, $refParser: { mode: 'bundle' as const } };
  const { apiDoc: loaded } = await new OpenApiSpecLoader(loader).load();
  const preprocessor = new SchemaPreprocessor(loaded, ajvOpts.preprocessor, {});
  const { apiDoc, apiDocRes } = preprocessor.preProcess();
  return {
    requests: new RequestValidator(apiDoc, ajvOpts.request),
    responses: new ResponseValidator(apiDocRes, ajvOpts.response as never),
    questionFor: (operation, values) => questionFor(operation, apiDoc, apiDocRes, values),
  };
}

/** A request as far as the validators look at it. */
function questionFor(
  { path, method, body: taken }: ContractOperation,
  requests: { readonly paths?: JsonObject },
  responses: { readonly paths?: JsonObject },
  { params, query, body }: RequestValues = { params: {}, query: {}, body: undefined },
): OpenApiRequest {
  const openapi = {
    ...{ expressRoute: path, openApiRoute: path, pathParams: { ...params } },
    ...{ schema: requests.paths?.[path][method], _responseSchema: responses.paths?.[path][method] },
  };
  const headers = taken === null ? {} : { 'content-type': 'application/json' };
  const own = { openapi, method: method.toUpperCase(), path, originalUrl: path, headers, params: {}, body };
  // As in Express, the query is not the request's own: what the validator sets in its place then stays.
  return Object.assign(Object.create({ query: { ...query } }), own);
}

function validatorOf(operation: ContractOperation, library: LibraryValidators): OperationValidator {
  return {
    request(values) {
      const question = library.questionFor(operation, values);
      try {
        void library.requests.validate(question, {} as never, () => {});
      } catch (error) {
        return { faults: faultsIn(error) };
      }
      return {
        values: { params: question.params as Record<string, string>, query: question.query, body: question.body },
      };
    },
    response(body) {
      if (!operation.answersJson) return NO_JSON;
      const question = library.questionFor(operation);
      const { _responseSchema: answered } = question.openapi as JsonObject;
      const validators = library.responses._getOrBuildValidator(question, answered.responses);
      try {
        library.responses._validate({ validators, body: body as object, statusCode: 200, path: '', accepts: [] });
        return null;
      } catch (error) {
        return faultsIn(error);
      }
    },
  };
}

/** What the library threw, without its names for the kinds of faults. @throws what is no refusal of the library's */
function faultsIn(error: unknown): Fault[] {
  const { errors } = error as { errors?: readonly Partial<Fault>[] };
  if (errors === undefined) throw error;
  return errors.map(({ path = '', message = '' }) => ({ path, message }));
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
  // What is sent to others is no request of theirs.
  const { openapi, info, paths, components, webhooks: _, ...rest } = withoutKeywords(document, TEXTS);
  delete components.responses;
  delete components.headers;
  const operations = Object.values(paths as JsonObject).flatMap((item: JsonObject) => Object.values(item));
  for (const operation of operations as JsonObject[]) {
    const { 'application/json': json } = operation.responses['200'].content;
    // Files are held to their media type by src/http/answer.ts.
    operation.responses = { 200: { description: '200', ...(json && { content: { 'application/json': json } }) } };
  }
  const own = operations.flatMap((operation) => operation.parameters ?? []);
  for (const parameter of [...Object.values(components.parameters), ...own] as JsonObject[]) {
    if (parameter.in === 'query') Object.assign(parameter, { allowReserved: true, allowEmptyValue: true });
  }
  return { ...rest, openapi, info: { title: info.title, version: info.version }, paths, components };
}
