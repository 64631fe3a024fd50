import { type ApiError, invalidRequest } from '../errors';
import type { ContractOperation, ParameterSchema } from './document';

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

function missing(name: string, schema: ParameterSchema): ApiError {
  const accepted = acceptedBy(schema);
  return invalidRequest(`${name} is required${accepted === null ? '' : `: ${accepted}`}.`);
}

/** The accepted values in words: those of the contract if there are any. Null where the schema is of another kind. */
function acceptedBy(schema: ParameterSchema): string | null {
  if (schema['x-accepted'] !== undefined) return schema['x-accepted'];
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (schema.format === 'date') return 'a date YYYY-MM-DD that exists';
  return /^(number|integer)$/.test(schema.type ?? '') ? numberIn(schema) : null;
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

/** `an integer from 5 to 98`: the numbers that a schema accepts. */
export function numberIn({ type, minimum, maximum }: ParameterSchema): string {
  const kind = type === 'integer' ? 'an integer' : 'a number';
  return minimum === undefined || maximum === undefined ? kind : `${kind} from ${minimum} to ${maximum}`;
}

/** The problem in words: those of the contract if there are any, otherwise the validator's. */
function problemOf(fault: Fault, schema: ParameterSchema): string {
  const { minimum, maximum, 'x-accepted': accepted, 'x-characters': characters } = schema;
  const { message = 'is not valid' } = fault;
  const keyword = keywordOf(fault);
  if (accepted === undefined) {
    if (keyword === 'pattern' && characters !== undefined) return `must be ${characters}`;
    if (keyword === 'anyOf') return `must be ${schema.anyOf?.map(({ type }) => type).join(' or ')}`;
    if (/imum$/.test(keyword))
      return minimum === undefined || maximum === undefined ? message : `must be from ${minimum} to ${maximum}`;
  }
  const values = acceptedBy(schema);
  return values === null ? message : `must be ${values}`;
}

/** A likely mistake is a share given in percent. */
function percentHint({ minimum, maximum }: ParameterSchema, value: unknown): string {
  // A list that is nested too deep cannot be read as a number.
  if (minimum !== 0 || maximum !== 1 || typeof value === 'object') return '.';
  const share = Number(value) / 100;
  return share > 0.01 && share <= 1 ? `; did you mean ${share}?` : '.';
}

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

const MAX_SHOWN_LENGTH = 60;

/** A client's value for a message: texts are quoted, on one line and truncated; of lists and objects only the kind is shown. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  // A character has at most two code units.
  const start = value.slice(0, 2 * MAX_SHOWN_LENGTH + 2);
  const text = Array.from(start, (char) => (/[\p{C}\p{Z}]/u.test(char) ? ' ' : char));
  return `'${text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH).join('')}...` : text.join('')}'`;
}

/** The end of a message about an unknown name: a similar known name, or all accepted names. */
export function didYouMean(name: string, known: readonly string[]): string {
  const close = nearestName(name, known);
  return close === null ? `; accepted are ${known.join(', ')}.` : `, did you mean '${close}'?`;
}

/** The most similar known name; null if none is similar. */
function nearestName(name: string, known: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const maxEdits = (candidate: string) => Math.max(1, candidate.length >> 2);
  // The distance is at least the difference in length, so that long names need no comparison.
  const similar = known.filter((candidate) => Math.abs(candidate.length - name.length) <= maxEdits(candidate));
  const ranked = similar.map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase()) }));
  ranked.sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= maxEdits(best.candidate) ? best.candidate : null;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substituted, previous[j] + 1, row[j - 1] + 1));
    }
    previous = row;
  }
  return previous[b.length];
}
