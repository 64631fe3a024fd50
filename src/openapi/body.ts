import { parseIso } from '../core/calendar/dates';
import type { ParameterSchema } from './document';
import { acceptedValues, MOST_FAULTS, missingMessage, nearestName, quoted } from './messages';

/**
 * The first few faults of a body in words, `positions[0].weight_pct must be a number above 0; got '60'.`; none when it
 * has none. Says what came as JSON wrote it: 30 is not '30'. Fields that may not be sent at all come first.
 *
 * It stands before the validator, which goes on to the end of a body whatever is wrong with it and takes minutes over
 * the largest: sizes are judged before what is inside, nothing is followed that the contract does not know, and the
 * search ends with the last fault that is told.
 */
export function bodyFaults(schema: ParameterSchema, body: unknown): string[] {
  const search = new FaultSearch();
  search.inspect(schema, body, '');
  return search.found();
}

class FaultSearch {
  private readonly unknown = new Set<string>();
  private readonly others = new Set<string>();

  found(): string[] {
    return [...this.unknown, ...this.others].slice(0, MOST_FAULTS);
  }

  /** @param name `positions[0].weight_pct`; empty for the body itself */
  inspect(choice: ParameterSchema, value: unknown, name: string): void {
    const schema = formOf(choice, value);
    if (!isOfType(schema, value)) this.refuse(choice, value, name);
    else if (Array.isArray(value)) this.inspectList(schema, value, name);
    else if (isObject(value)) this.inspectObject(schema, value, name);
    else if (!this.isFull && !isAccepted(schema, value)) this.refuse(schema, value, name);
  }

  private inspectList(schema: ParameterSchema, list: readonly unknown[], name: string): void {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema;
    if (list.length < minItems || list.length > maxItems) this.refuse(schema, list, name);
    else if (items) for (const [i, item] of list.entries()) this.inspect(items, item, `${name}[${i}]`);
  }

  private inspectObject(schema: ParameterSchema, object: Readonly<Record<string, unknown>>, name: string): void {
    const { properties = {}, required = [] } = schema;
    for (const field in object) {
      if (this.unknown.size >= MOST_FAULTS) return;
      if (!Object.hasOwn(properties, field)) this.refuseField(schema, field, name);
    }
    const inside = name === '' ? '' : `${name}.`;
    for (const field of this.isFull ? [] : required) {
      const missing = { name: inside + field, schema: properties[field] };
      if (!Object.hasOwn(object, field)) this.others.add(missingMessage(missing));
    }
    for (const [field, property] of Object.entries(properties)) {
      if (Object.hasOwn(object, field)) this.inspect(property, object[field], inside + field);
    }
  }

  private get isFull(): boolean {
    return this.others.size >= MOST_FAULTS;
  }

  private refuse(schema: ParameterSchema, value: unknown, name: string): void {
    if (this.isFull) return;
    this.others.add(`${name || 'The body'} must be ${acceptedValues(schema)}; got ${shownJson(value)}.`);
  }

  private refuseField(schema: ParameterSchema, field: string, name: string): void {
    const known = Object.keys(schema.properties ?? {});
    const close = nearestName(field, known);
    const hint = close === null ? `; accepted are ${known.join(', ')}.` : `, did you mean '${close}'?`;
    this.unknown.add(`Unknown field ${quoted(field)} in ${name || 'the body'}${hint}`);
    if (schema['x-unknown'] !== undefined) this.unknown.add(schema['x-unknown']);
  }
}

/** Of a choice of forms, the one that came; the whole choice when it was none of them. */
function formOf(schema: ParameterSchema, value: unknown): ParameterSchema {
  return schema.anyOf?.find((form) => isOfType(form, value)) ?? schema;
}

function isOfType({ type }: ParameterSchema, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a text or number is one of those that its schema takes. */
function isAccepted(schema: ParameterSchema, value: unknown): boolean {
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
    return value >= minimum && value <= maximum && value > exclusiveMinimum;
  }
  if (typeof value !== 'string') return true;
  const { minLength = 0, maxLength = Infinity, enum: listed, pattern, format } = schema;
  if (listed !== undefined && !listed.includes(value)) return false;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false;
  if (format === 'date' && parseIso(value) === null) return false;
  // Characters, as the contract counts them; what has too many units may still have few enough of them.
  const length = value.length > 2 * maxLength ? value.length : Array.from(value).length;
  return length >= minLength && length <= maxLength;
}

function shownJson(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? quoted(value) : String(value);
}
