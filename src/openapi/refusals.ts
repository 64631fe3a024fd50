import { type ApiError, invalidRequest } from '../errors';
import type { ContractOperation, ParameterSchema } from './document';
import { didYouMean, shown } from './messages';

/** A fault that the validator found in a request, in the words of Ajv. */
export interface Fault {
  /** `/query/years`, `/params/symbol`, `/body/0/symbol` */
  readonly path?: string;
  /** `must be >= 5` */
  readonly message?: string;
  /** The keyword of the schema that the request breaks: `minimum.openapi.validation`. */
  readonly errorCode?: string;
}

/** What a client sent, before the validator coerced it. */
export interface Given {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
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

/** A value that is no market. @param schema of a parameter or field with `x-market`, which says what is one */
export function refusedMarket(name: string, schema: ParameterSchema, text: string): ApiError {
  return refusedValue(name, `must be ${schema['x-accepted']}`, text);
}

/** What the validator refused a request for: the parameter, what is wrong with it, and what came. */
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
 * Of a body that may have several forms, the validator names a fault of each, and then that it has none of them: the fault
 * furthest inside is one of the form that was sent.
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

/** The words of the validator, unless the contract or the field has clearer ones. */
function problemOf(fault: Fault, schema: ParameterSchema): string {
  if (schema['x-accepted'] !== undefined) return `must be ${schema['x-accepted']}`;
  if (schema.format === 'date') return 'must be a date YYYY-MM-DD that exists';
  const { minimum, maximum } = schema;
  if (/imum$/.test(keywordOf(fault)) && minimum !== undefined && maximum !== undefined)
    return `must be from ${minimum} to ${maximum}`;
  if (keywordOf(fault) === 'anyOf') return `must be ${schema.anyOf?.map(({ type }) => type).join(' or ')}`;
  return fault.message ?? 'is not valid';
}

/** A share given in percent is the likeliest slip. */
function percentHint({ minimum, maximum }: ParameterSchema, value: unknown): string {
  // A list that is nested too deep cannot be read as a number.
  if (minimum !== 0 || maximum !== 1 || typeof value === 'object') return '.';
  const share = Number(value) / 100;
  return share > 0.01 && share <= 1 ? `; did you mean ${share}?` : '.';
}

/** Where a fault lies. */
interface Place {
  /** `years`, `positions[0].weight_pct`; empty for the body itself. */
  readonly name: string;
  readonly schema: ParameterSchema;
  readonly value: unknown;
  /** A field of it that the contract does not know. */
  readonly unknown?: string;
}

function parameter({ parameters }: ContractOperation, given: Given, place: string, name: string): Place | undefined {
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

/** Of a choice of forms, the one that came; the whole choice when it was none of them. */
export function formOf(schema: ParameterSchema, value: unknown): ParameterSchema {
  const type = Array.isArray(value) ? 'array' : typeof value;
  return schema.anyOf?.find((form) => form.type === type) ?? schema;
}

function unknownField(name: string, schema: ParameterSchema, field: string): ApiError {
  const hint = didYouMean(field, Object.keys(schema.properties ?? {}));
  const message = `Unknown field ${shown(field)} in ${name || 'the body'}${hint}`;
  return invalidRequest([message, schema['x-unknown'] ?? []].flat().join(' '));
}
