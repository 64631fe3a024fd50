import { parse as parseQuery } from 'node:querystring';
import type { Request, Response } from 'express';
import type { Caller } from '../access/caller';
import { forbidden, internal, invalidRequest, malformedPath } from '../errors';
import type { OperationId } from '../operation';
import { bodyFaults } from './bodyFaults';
import type { ContractOperation } from './contract';
import { askedBy, type Step } from './exchange';
import { bodyNotAccepted, refusedInput } from './faults';
import { jsonBody } from './jsonBody';
import type { OperationValidator, RequestValues } from './operationValidator';
import { queryCheck } from './query';

/** May stop a request whose operation its caller may not call at all, before its body is read. @throws ApiError */
export type Admit = (operation: OperationId, caller: Caller) => void;

/** May stop a request that is valid but not allowed, before its handler runs. @throws ApiError */
export type Authorize = (
  operation: OperationId,
  input: Readonly<Record<string, unknown>>,
  caller: Caller,
) => void | Promise<void>;

/** Asks whether the caller may call the operation, whatever it says. */
export function admitWith({ id, access }: ContractOperation, admit: Admit | undefined): Step {
  return ({ caller }) => {
    if (caller === undefined) throw internal('a request without caller');
    if (access === 'operator' && caller.session?.role !== 'admin')
      throw forbidden('Only operators of this service may do this.');
    admit?.(id, caller);
  };
}

/**
 * Tells with every answer of an operation that goes: since when (RFC 9745), until when (RFC 8594), and where to read of it.
 *
 * @param reference address of the page that does
 */
export function announce({ deprecation }: ContractOperation, reference: string): Step {
  if (deprecation === null) return () => {};
  const { since, sunset } = deprecation;
  return (exchange) => {
    exchange.set('Deprecation', `@${Date.parse(since) / 1000}`);
    exchange.set('Sunset', new Date(sunset).toUTCString());
    exchange.set('Link', `<${reference}>; rel="deprecation"; type="text/html"`);
  };
}

/** The contract knows no HEAD. Node leaves the body out by itself: it saw the method before we did. */
export const headAsGet: Step = (exchange) => {
  const { request } = exchange;
  exchange.isHead = request.method === 'HEAD';
  if (exchange.isHead) request.method = 'GET';
};

/** Reads a body, whether or not the operation takes one: what is not read would be taken for the next request. */
export function readBodyUpTo(limit: string): Step {
  const read = jsonBody({ limit, strict: false });
  return (exchange) => {
    const { request, response } = exchange;
    const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
    if (encoding === undefined && length === undefined) return;
    // The parser is asked as Express would: it uses of the two what Node's own have.
    const asked = request as Request;
    return new Promise((resolve, reject) => {
      read(asked, response as Response, (fault?: unknown) => {
        exchange.body = asked.body;
        if (fault === undefined) resolve();
        else reject(fault);
      });
    });
  };
}

/**
 * Has query, body and all that the contract says of them checked, in this order, and leaves path, query and body in one
 * object: coerced, with defaults.
 */
export function checkInput(operation: ContractOperation, validator: OperationValidator): Step {
  const checkQuery = queryCheck(operation);
  const { body: taken } = operation;
  return (exchange) => {
    const { body, search, request } = exchange;
    const query = search === '' ? {} : parseQuery(search);
    checkQuery(query);
    // A body that is missing, or no JSON, is left to the validator.
    const faults = taken === null || body === undefined ? [] : bodyFaults(taken.schema, body);
    if (faults.length > 0) throw invalidRequest(faults.join(' '));
    if (taken !== null && !isJson(request.headers['content-type'])) throw bodyNotAccepted();
    const given: RequestValues = { params: exchange.params, query, body };
    const asked = validator.request(given);
    if ('faults' in asked) throw refusedInput(asked.faults, operation, given);
    exchange.input = inputOf(operation, asked.values);
  };
}

/** The body parser has read what there is to read; here only matters whether it was JSON. */
function isJson(contentType = ''): boolean {
  return contentType.split(';', 1)[0].trim().toLowerCase() === 'application/json';
}

function inputOf({ parameters, body }: ContractOperation, values: RequestValues): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { name, in: place } of parameters) {
    const value = place === 'path' ? values.params[name] : values.query[name];
    if (value !== undefined) input[name] = value;
  }
  if (body !== null) input.body = values.body;
  return input;
}

/** Asks whether the caller may do what the input says. */
export function authorizeWith({ id }: ContractOperation, authorize: Authorize | undefined): Step {
  return (exchange) => {
    const { input, caller } = askedBy(exchange);
    return authorize?.(id, input, caller);
  };
}

/** An unknown path that cannot even be decoded is 400, not 404. @throws malformedPath */
export function requireDecodable(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw malformedPath();
  }
}
