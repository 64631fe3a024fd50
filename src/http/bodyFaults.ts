import type { ContractBody, ParameterSchema } from './contract';
import { acceptedValues, missingMessage, nearestName, quoted } from './parameterMessages';

/** A fault the validator found in a body; `path` is `/body/positions/0/shares`. */
export interface BodyFault {
  readonly path: string;
  /** `additionalProperties.openapi.validation` and the like. */
  readonly errorCode?: string;
}

/**
 * `positions[0].weight_pct must be a number above 0; got '60'.` Says what came as JSON wrote it: 30 is not '30'.
 *
 * @returns the sentences, so that one that several faults share is said once
 */
export function bodyRefusal(
  { schema: whole }: ContractBody,
  body: unknown,
  { path, errorCode = '' }: BodyFault,
): string[] {
  const schema = formOf(whole, body);
  // Of a body with several forms the validator also reports, at the whole body, the forms that were not sent.
  if (schema !== whole && path === '/body' && /^(type|anyOf)\./.test(errorCode)) return [];
  const keys = path.split('/').slice(2);
  const place = placeOf(schema, body, keys);
  if (isUnknownField({ path, errorCode })) return unknownField(place);
  const name = place.name || 'The body';
  if (place.value === undefined) return [missingMessage({ name, schema: place.schema })];
  return [`${name} must be ${acceptedValues(place.schema)}; got ${shownJson(place.value)}.`];
}

export function isUnknownField({ errorCode = '' }: BodyFault): boolean {
  return errorCode.startsWith('additionalProperties');
}

/** Of a choice of forms, the one that came; the whole choice when it was none of them. */
function formOf(schema: ParameterSchema, body: unknown): ParameterSchema {
  const type = Array.isArray(body) ? 'array' : typeof body;
  return schema.anyOf?.find((form) => form.type === type) ?? schema;
}

interface Place {
  /** `positions[0].weight_pct`; empty for the body itself. */
  readonly name: string;
  readonly schema: ParameterSchema;
  readonly value: unknown;
  /** What the schema does not know: the name of an unknown field, which may hold slashes. */
  readonly rest: readonly string[];
}

/** Follows a path through the schema and the body as far as the schema goes. */
function placeOf(schema: ParameterSchema, body: unknown, keys: readonly string[]): Place {
  let place: Place = { name: '', schema, value: body, rest: keys };
  for (const key of keys) {
    const { name, schema: here, value, rest } = place;
    const inside = here.items ?? (Object.hasOwn(here.properties ?? {}, key) ? here.properties?.[key] : undefined);
    if (inside === undefined) break;
    const step = here.items ? `[${key}]` : `${name === '' ? '' : '.'}${key}`;
    place = { name: name + step, schema: inside, value: memberOf(value, key), rest: rest.slice(1) };
  }
  return place;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function unknownField({ name, schema, rest }: Place): string[] {
  const field = rest.join('/');
  const known = Object.keys(schema.properties ?? {});
  const close = nearestName(field, known);
  const hint = close === null ? `; accepted are ${known.join(', ')}.` : `, did you mean '${close}'?`;
  const message = `Unknown field ${quoted(field)} in ${name || 'the body'}${hint}`;
  return schema['x-unknown'] === undefined ? [message] : [message, schema['x-unknown']];
}

function shownJson(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? quoted(value) : String(value);
}
