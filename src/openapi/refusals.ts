import { type ApiError, invalidRequest } from '../errors';
import type { ContractOperation, ParameterSchema } from './document';
import { didYouMean, shown } from './messages';

/** A fault of a request, as reported by the validator. */
export interface Fault {
  /** `/query/years`, `/params/symbol`, `/body/0/symbol` */
  readonly path?: string;
  /** `must be >= 5` */
  readonly message?: string;
  /** The violated keyword: `minimum.openapi.validation`. */
  readonly errorCode?: string;
}

/** The values of a request before the validator coerced them. */
export interface Given {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export function unreadable(): ApiError {
  return invalidRequest('The request is not valid: its path, query or body cannot be read.');
}

export function bodyNotAccepted(): ApiError {
  return invalidRequest('The body is not accepted; where one is, it is application/json in utf-8.');
}

/** `years must be from 5 to 98; got '4'.` @param problem what is accepted: `must be from 5 to 98` */
export function refusedValue(name: string, problem: string, value: unknown, end = '.'): ApiError {
  return invalidRequest(`${name} ${problem}; got ${shown(value)}${end}`);
}

/** The refusal of an unknown market. @param schema one with `x-market` and `x-accepted` */
export function refusedMarket(name: string, schema: ParameterSchema, text: string): ApiError {
  return refusedValue(name, `must be ${schema['x-accepted']}`, text);
}

/** The refusal of a request by the validator's faults. It names the parameter, the problem and the value. */
export function refusedInput(faults: readonly Fault[], operation: ContractOperation, given: Given): ApiError {
  const fault = decisiveFault(faults);
  if (fault === undefined) return unreadable();
  const [, place, ...keys] = (fault.path ?? '').split('/');
  const at = place === 'body' ? bodyField(operation, given, keys) : parameter(operation, given, place, keys[0]);
  if (at === undefined) return unreadable();
  const { name, schema, value, unknown } = at;
  if (unknown !== undefined) return unknownField(name, schema, unknown);
  if (keywordOf(fault) === 'required') return missing(name || 'The body', schema);
  return refusedValue(name || 'The body', problemOf(fault, schema), value, percentHint(schema, value));
}

function missing(name: string, { 'x-accepted': accepted }: ParameterSchema): ApiError {
  return invalidRequest(`${name} is required${accepted === undefined ? '' : `: ${accepted}`}.`);
}

/**
 * The fault to report. For a schema with alternatives the validator reports faults of all of them; the one with the deepest path
 * belongs to the alternative that the client sent.
 */
function decisiveFault(faults: readonly Fault[]): Fault | undefined {
  const depth = ({ path = '' }: Fault) => path.split('/').length;
  const deepest = Math.max(...faults.map(depth));
  const candidates = faults.filter((fault) => depth(fault) === deepest);
  return candidates.find((fault) => !['type', 'anyOf'].includes(keywordOf(fault))) ?? candidates.at(-1);
}

function keywordOf({ errorCode = '' }: Fault): string {
  return errorCode.split('.')[0];
}

/** The problem in words: those of the contract if there are any, otherwise the validator's. */
function problemOf(fault: Fault, schema: ParameterSchema): string {
  if (schema['x-accepted'] !== undefined) return `must be ${schema['x-accepted']}`;
  if (keywordOf(fault) === 'pattern' && schema['x-characters'] !== undefined)
    return `must be ${schema['x-characters']}`;
  if (schema.format === 'date') return 'must be a date YYYY-MM-DD that exists';
  const { minimum, maximum } = schema;
  if (/imum$/.test(keywordOf(fault)) && minimum !== undefined && maximum !== undefined)
    return `must be from ${minimum} to ${maximum}`;
  if (keywordOf(fault) === 'anyOf') return `must be ${schema.anyOf?.map(({ type }) => type).join(' or ')}`;
  return fault.message ?? 'is not valid';
}

/** A likely mistake is a share given in percent. */
function percentHint({ minimum, maximum }: ParameterSchema, value: unknown): string {
  // A list that is nested too deep cannot be read as a number.
  if (minimum !== 0 || maximum !== 1 || typeof value === 'object') return '.';
  const share = Number(value) / 100;
  return share > 0.01 && share <= 1 ? `; did you mean ${share}?` : '.';
}

/** The place of a fault. */
interface Place {
  /** `years`, `positions[0].weight_pct`; empty for the body itself. */
  readonly name: string;
  readonly schema: ParameterSchema;
  readonly value: unknown;
  /** Name of an unknown field in the value. */
  readonly unknown?: string;
}

function parameter(operation: ContractOperation, given: Given, place: string, name: string): Place | undefined {
  const { parameters, headers } = operation;
  if (place === 'headers') {
    const header = headers.find((one) => one.name.toLowerCase() === name);
    return header && { name: header.name, schema: header.schema, value: given.headers[name] };
  }
  const found = parameters.find((one) => one.name === name && (one.in === 'path') === (place === 'params'));
  const values = place === 'params' ? given.params : given.query;
  return found && { name, schema: found.schema, value: values[name] };
}

function bodyField({ body }: ContractOperation, given: Given, keys: readonly string[]): Place | undefined {
  return body === null ? undefined : inside({ name: '', schema: body.schema, value: given.body }, keys);
}

function inside({ name, schema, value }: Place, keys: readonly string[]): Place {
  const [key, ...rest] = keys;
  if (key === undefined) return { name, schema, value };
  const form = formOf(schema, value);
  const { items, properties = {} } = form;
  const isList = Array.isArray(value);
  const next = isList ? items : Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (next === undefined) return { name, schema: form, value, unknown: keys.join('/') };
  const path = isList ? `${name}[${key}]` : name === '' ? key : `${name}.${key}`;
  return inside({ name: path, schema: next, value: (value as Record<string, unknown>)?.[key] }, rest);
}

/** The alternative of a schema that a value's type matches; the schema itself if none does. */
export function formOf(schema: ParameterSchema, value: unknown): ParameterSchema {
  const type = Array.isArray(value) ? 'array' : typeof value;
  return schema.anyOf?.find((form) => form.type === type) ?? schema;
}

function unknownField(name: string, schema: ParameterSchema, field: string): ApiError {
  const hint = didYouMean(field, Object.keys(schema.properties ?? {}));
  const message = `Unknown field ${shown(field)} in ${name || 'the body'}${hint}`;
  return invalidRequest([message, schema['x-unknown'] ?? []].flat().join(' '));
}
