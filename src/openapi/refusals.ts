import { type ApiError, invalidRequest } from '../errors';
import type { ContractOperation } from './document';
import { MOST_FAULTS, missingMessage, refusalMessage } from './messages';

/** One thing that the validator found wrong with a request. */
export interface Fault {
  /** `/query/years`, `/params/symbol`, `/body/0/symbol` */
  readonly path?: string;
}

/** A request as it came. */
export interface Given {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Whether it had a body. */
  readonly hasBody: boolean;
}

export const UNREADABLE = 'The request is not valid: its path, query or body cannot be read.';

export function bodyNotAccepted(): ApiError {
  return invalidRequest('The body is not accepted; where one is, it is application/json in utf-8.');
}

/** What the validator found wrong with a request, in words; each thing once, and only the first few. */
export function refusedInput(faults: readonly Fault[], operation: ContractOperation, given: Given): ApiError {
  const messages = faults.slice(0, MOST_FAULTS).flatMap((fault) => messagesOf(fault, operation, given));
  return invalidRequest([...new Set(messages)].join(' ') || UNREADABLE);
}

function messagesOf({ path = '' }: Fault, { parameters, body }: ContractOperation, given: Given): string[] {
  const [, place, name] = path.split('/');
  // A body that came has been through ./body.ts.
  if (place === 'body' && body && !given.hasBody) {
    return [missingMessage({ name: 'The body', schema: body.schema })];
  }
  const parameter = parameters.find((one) => one.name === name && IN[one.in] === place);
  if (parameter === undefined) return [];
  const got = place === 'query' ? given.query[name] : given.params[name];
  return [got === undefined ? missingMessage(parameter) : refusalMessage(parameter, got)];
}

const IN = { query: 'query', path: 'params' } as const;
