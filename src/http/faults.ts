import type { Request } from 'express';
import { DeadlineError } from '../deadline';
import {
  ApiError,
  internal,
  invalidRequest,
  malformedPath,
  notFound,
  unauthorized,
  upstreamUnavailable,
} from '../errors';
import type { ContractOperation } from './contract';
import { MOST_FAULTS, missingMessage, refusalMessage } from './parameterMessages';
import { matchedBy } from './validator';

/** What express, the body parser and the validator throw, as far as it is looked at. */
interface ThrownError {
  readonly status?: number;
  readonly type?: string;
  readonly message?: string;
  /** The validator's faults; `path` is `/query/years`, `/params/symbol`, `/body`. */
  readonly errors?: readonly { readonly path?: string }[];
}

/** Body faults by the parser's own name for them. */
const BODY_FAULTS: Record<string, string> = {
  'entity.parse.failed': 'The body is not valid JSON.',
  'entity.too.large': 'The body is too large.',
  'encoding.unsupported': 'The Content-Encoding of the body is not supported; accepted are identity, gzip and deflate.',
  'charset.unsupported': 'The charset of the body is not supported; accepted is utf-8.',
  'request.aborted': 'The body ended before its Content-Length.',
  'request.size.invalid': 'The body does not have its Content-Length.',
};

/**
 * Whatever was thrown, as an error of SPEC 7. The texts of libraries are never passed on: they name paths and
 * internals. An unsupported body (413, 415) is 400, a wrong method (405) is 404, as the contract says.
 */
export function toApiError(thrown: unknown, request: Request, operation: ContractOperation | undefined): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DeadlineError) return upstreamUnavailable(thrown.message);
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as ThrownError;
  if (thrown instanceof URIError) return malformedPath();
  if (error.type !== undefined && error.type in BODY_FAULTS) return invalidRequest(BODY_FAULTS[error.type]);
  switch (error.status) {
    case 400:
      return invalidRequest(validationMessage(error, request, operation));
    case 401:
      return unauthorized();
    case 404:
    case 405:
      return notFound();
    case 406:
    case 413:
    case 415:
      return invalidRequest('The body is not accepted; where one is, it is application/json in utf-8.');
    default:
      return internal(thrown);
  }
}

function validationMessage(error: ThrownError, request: Request, operation: ContractOperation | undefined): string {
  const messages = (error.errors ?? []).slice(0, MOST_FAULTS).flatMap(({ path = '' }) => {
    const [, place, name] = path.split('/');
    // A body that came has been through src/http/bodyFaults.ts.
    if (place === 'body' && operation?.body && request.body === undefined) {
      return [missingMessage({ name: 'The body', schema: operation.body.schema })];
    }
    const parameter = operation?.parameters.find((one) => one.name === name && IN[one.in] === place);
    if (parameter === undefined) return [];
    // Express has forgotten the parameters of the path by the time an error is handled; the validator has not.
    const given = place === 'query' ? rawQuery(request) : matchedBy(request).pathParams;
    const got = given[parameter.name];
    return [got === undefined ? missingMessage(parameter) : refusalMessage(parameter, got)];
  });
  const distinct = [...new Set(messages)];
  return distinct.join(' ') || 'The request is not valid: its path, query or body cannot be read.';
}

const IN = { query: 'query', path: 'params' } as const;

/** The query as it came: the validator has replaced the request's own by coerced values. */
function rawQuery(request: Request): Record<string, string> {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? {} : Object.fromEntries(new URLSearchParams(request.originalUrl.slice(at)));
}
