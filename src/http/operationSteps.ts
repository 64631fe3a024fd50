import type { Request, RequestHandler } from 'express';
import type { Caller } from '../access/caller';
import { internal, invalidRequest, malformedPath, notFound } from '../errors';
import type { OperationId } from '../operation';
import { bodyFaults } from './bodyFaults';
import type { ContractOperation } from './contract';
import { stateOf, validatedState } from './state';
import { matchedBy } from './validator';

/** May stop a request whose operation its caller may not call at all, before its body is read. @throws ApiError */
export type Admit = (operation: OperationId, caller: Caller) => void;

/** May stop a request that is valid but not allowed, before its handler runs. @throws ApiError */
export type Authorize = (
  operation: OperationId,
  input: Readonly<Record<string, unknown>>,
  caller: Caller,
) => void | Promise<void>;

/** `/analyze/{symbol}` of the contract as Express writes it: `/analyze/:symbol`. */
export function expressPath({ path }: ContractOperation): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Names the operation for the log, the metrics and the messages of errors. */
export function noteOperation(operation: ContractOperation): RequestHandler {
  return (_request, response, next) => {
    stateOf(response).operation = operation;
    next();
  };
}

/** The contract knows no HEAD. Node leaves the body out by itself: it saw the method before we did. */
export const headAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * The validator compiles an operation's schemas anew for each spelling of the content type it meets, and keeps them all.
 * The body parser has read what there is to read; here only matters whether it was JSON.
 */
export function plainContentType({ body }: ContractOperation): RequestHandler {
  return ({ headers }, _response, next) => {
    if (body === null) delete headers['content-type'];
    else if (JSON_TYPE.test(headers['content-type'] ?? '')) headers['content-type'] = 'application/json';
    next();
  };
}

/** Asks whether the caller may call the operation, whatever it says. */
export function admitWith({ id }: ContractOperation, admit: Admit | undefined): RequestHandler {
  return (_request, response, next) => {
    const { caller } = stateOf(response);
    if (caller === undefined) throw internal('a request without caller');
    admit?.(id, caller);
    next();
  };
}

/** Refuses a body with what is wrong with it. One that is missing, or no JSON, is left to the validator. */
export function checkBody({ body }: ContractOperation): RequestHandler {
  return (request, _response, next) => {
    const faults = body === null || request.body === undefined ? [] : bodyFaults(body.schema, request.body);
    if (faults.length > 0) throw invalidRequest(faults.join(' '));
    next();
  };
}

/** A path that Express matches and the validator takes for another would reach the handler unchecked. */
export function confirmOperation({ id }: ContractOperation): RequestHandler {
  return (request, _response, next) => {
    if (matchedBy(request).operationId !== id) throw internal('the validator matched another operation');
    next();
  };
}

/** Path, query and body as the validator left them, in one object: coerced, with defaults. */
export function readInput(operation: ContractOperation): RequestHandler {
  return (request, response, next) => {
    stateOf(response).input = inputOf(operation, request);
    next();
  };
}

function inputOf({ parameters, body }: ContractOperation, request: Request): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { name, in: place } of parameters) {
    const value = place === 'path' ? request.params[name] : request.query[name];
    if (value !== undefined) input[name] = value;
  }
  if (body !== null) input.body = request.body;
  return input;
}

/** Asks whether the caller may do what the input says. */
export function authorizeWith({ id }: ContractOperation, authorize: Authorize | undefined): RequestHandler {
  return async (_request, response, next) => {
    const { input, caller } = validatedState(response);
    await authorize?.(id, input, caller);
    next();
  };
}

/** Stands behind all operations: an unknown path that cannot even be decoded is 400, not 404. */
export const refuseUndecodable: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch {
    throw malformedPath();
  }
  next();
};

/** The last step of all. */
export const refuseUnknown: RequestHandler = (_request, _response, next) => next(notFound());
