import type { ParsedUrlQuery } from 'node:querystring';
import express, { type Request, type RequestHandler } from 'express';
import { type ApiError, internal, invalidRequest, refuseInvalidUtf8 } from '../errors';
import { inputOf } from '../http/locals';
import type { ContractOperation, ParameterSchema } from './document';
import { bodyNotAccepted, didYouMean, formOf, numberIn, refusedMarket, refusedValue, shown } from './refusals';

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
    if (body !== null) {
      const isJson = request.is('application/json');
      // The validator lets a missing body pass where its schema requires no field.
      if (isJson === null || request.get('Content-Length') === '0') throw invalidRequest('The body is required.');
      if (isJson === false) throw bodyNotAccepted();
    }
    // The validator compiles the schemas of an operation once for each spelling of the content type.
    if (body === null) delete headers['content-type'];
    else headers['content-type'] = 'application/json';
    response.locals.given = { query: { ...query }, params: { ...params } };
    next();
  };
  return [express.json({ limit: BODY_LIMIT, strict: false, verify: refuseInvalidUtf8 }), check];
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
function checkNumber(name: string, schema: ParameterSchema, value = ''): void {
  const { type = '' } = schema;
  if (type in NUMBERS && !(NUMBERS[type].test(value) && Number.isFinite(Number(value)))) {
    throw refusedValue(name, `must be ${numberIn(schema)}`, value);
  }
}

/** Refuses unknown and repeated query parameters (which Node parses as arrays), and texts that are no numbers. */
function queryCheck({ path, parameters }: ContractOperation): (query: ParsedUrlQuery) => void {
  const known = new Map(parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]));
  return (query) => {
    const unknown = Object.keys(query).filter((name) => !known.has(name));
    if (unknown.length > 0) throw unknownParameters(unknown, [...known.keys()], path);
    for (const [name, value] of Object.entries(query)) {
      const schema = known.get(name)!;
      if (Array.isArray(value)) throw invalidRequest(`${name} is given ${value.length} times; it is accepted once.`);
      checkNumber(name, schema, value);
    }
  };
}

/** Most unknown parameters that a refusal names. */
const MOST_NAMED = 5;

function unknownParameters([first, ...others]: readonly string[], known: readonly string[], path: string): ApiError {
  const accepted = known.length === 0 ? `: ${path} takes none.` : `; accepted are ${known.join(', ')}.`;
  if (others.length === 0) {
    const hint = known.length === 0 ? accepted : didYouMean(first, known);
    return invalidRequest(`Unknown query parameter ${shown(first)}${hint}`);
  }
  const named = [first, ...others.slice(0, MOST_NAMED - 1)].map(shown).join(', ');
  const more = others.length - (MOST_NAMED - 1);
  return invalidRequest(`Unknown query parameters ${named}${more > 0 ? ` and ${more} more` : ''}${accepted}`);
}

/** The id of the market with an id, name or alias; undefined if there is none. */
export type MarketNamed = (text: string) => string | undefined;

/** Replaces all market names in the input (path, query and body) by ids, so that handlers see ids only. */
export function nameMarkets({ parameters, body }: ContractOperation, marketNamed: MarketNamed): RequestHandler[] {
  const named = parameters.filter(({ schema }) => schema['x-market'] === true);
  const bodySchema = body !== null && mentionsMarket(body.schema) ? body.schema : null;
  if (named.length === 0 && bodySchema === null) return [];
  const name: RequestHandler = (_request, response, next) => {
    const input = inputOf(response);
    for (const { name: parameter, schema } of named) {
      if (input[parameter] !== undefined) input[parameter] = withIds(schema, input[parameter], parameter, marketNamed);
    }
    if (bodySchema !== null) input.body = withIds(bodySchema, input.body, '', marketNamed);
    next();
  };
  return [name];
}

function mentionsMarket({ 'x-market': isMarket, properties = {}, items, anyOf = [] }: ParameterSchema): boolean {
  const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
  return isMarket === true || inner.some(mentionsMarket);
}

/**
 * A valid value with its market names replaced by ids.
 *
 * @param name path of the value for messages: `positions[0].market`; empty for the body itself
 * @throws invalid_request for an unknown market
 */
function withIds(schema: ParameterSchema, value: unknown, name: string, marketNamed: MarketNamed): unknown {
  if (schema['x-market'] === true) {
    const id = marketNamed(String(value));
    if (id === undefined) throw refusedMarket(name, schema, String(value));
    return id;
  }
  const { items, properties = {} } = formOf(schema, value);
  if (Array.isArray(value)) {
    return items === undefined ? value : value.map((item, i) => withIds(items, item, `${name}[${i}]`, marketNamed));
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([field, one]) => {
    const path = name === '' ? field : `${name}.${field}`;
    return [field, Object.hasOwn(properties, field) ? withIds(properties[field], one, path, marketNamed) : one];
  });
  return Object.fromEntries(fields);
}
