import type { ParsedUrlQuery } from 'node:querystring';
import express, { type Request, type RequestHandler } from 'express';
import { internal, invalidRequest } from '../errors';
import type { ContractOperation, ParameterSchema } from './document';
import { bodyNotAccepted, didYouMean, refusedValue, shown } from './refusals';

const BODY_LIMIT = '256kb';

/** Reads the body, and refuses invalid input that the validator would accept or report less clearly. */
export function checkInput(operation: ContractOperation): RequestHandler[] {
  const checkQuery = queryCheck(operation);
  const inPath = operation.parameters.filter((one) => one.in === 'path');
  const { body } = operation;
  const check: RequestHandler = (request, response, next) => {
    // The contract has no HEAD, which is answered like a GET. Node itself omits the body of the answer.
    response.locals.isHead = request.method === 'HEAD';
    if (response.locals.isHead) request.method = 'GET';
    const { query, params, headers } = request;
    for (const { name, schema } of inPath) checkNumber(name, schema, params[name] as string);
    checkQuery(query as ParsedUrlQuery);
    // A missing body (null) is left to the validator.
    if (body !== null && request.is('application/json') === false) throw bodyNotAccepted();
    // The validator compiles the schemas of an operation once for each spelling of the content type.
    if (body === null) delete headers['content-type'];
    else headers['content-type'] = 'application/json';
    response.locals.given = { query: { ...query }, params: { ...params } };
    next();
  };
  return [express.json({ limit: BODY_LIMIT, strict: false }), check];
}

/** Sets `locals.input`: the path, query and body after validation, coerced and with defaults. */
export function collectInput({ id, parameters, body }: ContractOperation): RequestHandler {
  return (request, { locals }, next) => {
    if (operationIdOf(request) !== id) throw internal(`the validator took ${id} for ${operationIdOf(request)}`);
    const input: Record<string, unknown> = {};
    for (const { name, in: place } of parameters) {
      const value = place === 'path' ? request.params[name] : request.query[name];
      if (value !== undefined) input[name] = value;
    }
    if (body !== null) input.body = request.body;
    locals.input = input;
    next();
  };
}

/** The operation that the validator has matched. */
function operationIdOf(request: Request): string | undefined {
  const { openapi } = request as { openapi?: { schema?: { operationId?: string } } };
  return openapi?.schema?.operationId;
}

const NUMBERS: Readonly<Record<string, RegExp>> = {
  number: /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i,
  integer: /^[+-]?\d+$/,
};

/** Refuses a text that is a number only by JavaScript's rules (`0x0A`, `1e999`, `Infinity`, ` 10`), by which the validator coerces. */
function checkNumber(name: string, { type = '' }: ParameterSchema, value = ''): void {
  if (type in NUMBERS && !(NUMBERS[type].test(value) && Number.isFinite(Number(value)))) {
    throw refusedValue(name, `must be ${type}`, value);
  }
}

/** Refuses unknown and repeated query parameters (which Node parses as arrays), and texts that are no numbers. */
function queryCheck({ path, parameters }: ContractOperation): (query: ParsedUrlQuery) => void {
  const known = new Map(parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]));
  return (query) => {
    for (const [name, value] of Object.entries(query)) {
      const schema = known.get(name);
      if (schema === undefined) {
        const hint = known.size === 0 ? `: ${path} takes none.` : didYouMean(name, [...known.keys()]);
        throw invalidRequest(`Unknown query parameter ${shown(name)}${hint}`);
      }
      if (Array.isArray(value)) throw invalidRequest(`${name} is given ${value.length} times; it is accepted once.`);
      checkNumber(name, schema, value);
    }
  };
}
