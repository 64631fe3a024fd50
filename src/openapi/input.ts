import type { ParsedUrlQuery } from 'node:querystring';
import express, { type Request, type RequestHandler } from 'express';
import { internal, invalidRequest } from '../errors';
import { bodyFaults } from './body';
import type { ContractOperation, ContractParameter } from './document';
import { MOST_FAULTS, nearestName, quoted, refusalMessage } from './messages';
import { bodyNotAccepted } from './refusals';

const BODY_LIMIT = '256kb';

/**
 * Reads the body, and refuses what the validator would let pass, name badly or take minutes over: unknown and repeated query
 * parameters, and faults of a body (./body.ts).
 */
export function checkInput(operation: ContractOperation): RequestHandler[] {
  const checkQuery = queryCheck(operation);
  const { body } = operation;
  const check: RequestHandler = (request, response, next) => {
    // The contract knows no HEAD. Node leaves the body out by itself: it saw the method before.
    response.locals.isHead = request.method === 'HEAD';
    if (response.locals.isHead) request.method = 'GET';
    const { query, params, headers } = request;
    checkQuery(query as Parameters<typeof checkQuery>[0]);
    // A body that is missing, or no JSON, is left to the validator.
    const faults = body === null || request.body === undefined ? [] : bodyFaults(body.schema, request.body);
    if (faults.length > 0) throw invalidRequest(faults.join(' '));
    // The validator compiles the schemas of an operation anew for each spelling of the content type.
    if (body === null) delete headers['content-type'];
    else if (isJson(headers['content-type'])) headers['content-type'] = 'application/json';
    else throw bodyNotAccepted();
    response.locals.given = { query: { ...query }, params: { ...params } };
    next();
  };
  return [express.json({ limit: BODY_LIMIT, strict: false }), check];
}

function isJson(contentType = ''): boolean {
  return contentType.split(';', 1)[0].trim().toLowerCase() === 'application/json';
}

/** Leaves path, query and body, which the validator has coerced and given their defaults, in one object. */
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

/** Of the operation that the validator found. */
function operationIdOf(request: Request): string | undefined {
  const { openapi } = request as { openapi?: { schema?: { operationId?: string } } };
  return openapi?.schema?.operationId;
}

const SPELLINGS: Readonly<Record<string, RegExp>> = {
  number: /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i,
  integer: /^[+-]?\d+$/,
};

/**
 * Refuses in the raw query what the validator would let pass or name badly: unknown and repeated parameters, empty
 * values, and numbers in a spelling only JavaScript knows (`0x0A`, a space). All faults at once. The query is as Node
 * parses it: a repeated parameter is an array.
 */
function queryCheck(operation: ContractOperation): (query: ParsedUrlQuery) => void {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query');
  return (query) => {
    const faults: string[] = [];
    for (const name in query) {
      faults.push(...faultOf(name, query[name], known, operation));
      if (faults.length >= MOST_FAULTS) break;
    }
    if (faults.length > 0) throw invalidRequest(faults.join(' '));
  };
}

function faultOf(
  name: string,
  value: unknown,
  known: readonly ContractParameter[],
  operation: ContractOperation,
): string[] {
  const parameter = known.find((one) => one.name === name);
  if (parameter === undefined) return [unknown(name, known, operation)];
  if (Array.isArray(value)) return [`${name} is given ${value.length} times; it is accepted once.`];
  if (value === '' && parameter.allowEmptyValue !== true) return [refusalMessage(parameter, '')];
  const { type } = parameter.schema;
  const spelling = type === undefined ? undefined : SPELLINGS[type];
  // The validator compares no number with its bounds that JavaScript reads as infinite.
  if (spelling && !(spelling.test(String(value)) && Number.isFinite(Number(value)))) {
    return [refusalMessage(parameter, value)];
  }
  return [];
}

function unknown(name: string, known: readonly ContractParameter[], { path }: ContractOperation): string {
  const names = known.map((parameter) => parameter.name);
  const close = nearestName(name, names);
  const lead = `Unknown query parameter ${quoted(name)}`;
  if (close !== null) return `${lead}, did you mean '${close}'?`;
  return names.length === 0 ? `${lead}: ${path} takes none.` : `${lead}; accepted are ${names.join(', ')}.`;
}
