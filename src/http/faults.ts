import { DeadlineError } from '../deadline';
import {
  ApiError,
  DATABASE_WAIT,
  internal,
  invalidRequest,
  malformedPath,
  notFound,
  unauthorized,
  upstreamUnavailable,
} from '../errors';
import { DatabaseAwayError } from '../storage/errors';
import type { ContractOperation } from './contract';
import type { Fault, RequestValues } from './operationValidator';
import { MOST_FAULTS, missingMessage, refusalMessage } from './parameterMessages';

/** What express and the body parser throw, as far as it is looked at. */
interface ThrownError {
  readonly status?: number;
  readonly type?: string;
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
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DeadlineError) return upstreamUnavailable(thrown.message);
  if (thrown instanceof DatabaseAwayError) return upstreamUnavailable(thrown, DATABASE_WAIT);
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as ThrownError;
  if (thrown instanceof URIError) return malformedPath();
  if (error.type !== undefined && error.type in BODY_FAULTS) return invalidRequest(BODY_FAULTS[error.type]);
  switch (error.status) {
    case 400:
      return invalidRequest(UNREADABLE);
    case 401:
      return unauthorized();
    case 404:
    case 405:
      return notFound();
    case 406:
    case 413:
    case 415:
      return bodyNotAccepted();
    default:
      return internal(thrown);
  }
}

const UNREADABLE = 'The request is not valid: its path, query or body cannot be read.';

export function bodyNotAccepted(): ApiError {
  return invalidRequest('The body is not accepted; where one is, it is application/json in utf-8.');
}

/** What the validator found wrong with a request, in words; each thing once, and only the first few. */
export function refusedInput(faults: readonly Fault[], operation: ContractOperation, given: RequestValues): ApiError {
  const messages = faults.slice(0, MOST_FAULTS).flatMap((fault) => messagesOf(fault, operation, given));
  return invalidRequest([...new Set(messages)].join(' ') || UNREADABLE);
}

function messagesOf({ path }: Fault, { parameters, body }: ContractOperation, given: RequestValues): string[] {
  const [, place, name] = path.split('/');
  // A body that came has been through src/http/bodyFaults.ts.
  if (place === 'body' && body && given.body === undefined) {
    return [missingMessage({ name: 'The body', schema: body.schema })];
  }
  const parameter = parameters.find((one) => one.name === name && IN[one.in] === place);
  if (parameter === undefined) return [];
  const got = place === 'query' ? given.query[name] : given.params[name];
  return [got === undefined ? missingMessage(parameter) : refusalMessage(parameter, got)];
}

const IN = { query: 'query', path: 'params' } as const;
