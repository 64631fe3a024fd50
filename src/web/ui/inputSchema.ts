/** Schema of a parameter in the contract (generated/pages.json). */
export interface InputSchema {
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number | boolean;
  /** What a pattern accepts, in words. */
  readonly 'x-accepted'?: string;
  /** The characters that a pattern accepts, in words. */
  readonly 'x-characters'?: string;
  readonly description?: string;
}

/** The default value as text; empty where the contract has none. */
export function defaultText({ default: value }: InputSchema): string {
  return value === undefined ? '' : String(value);
}

/** Why a text is not a valid value of a parameter, as a sentence; null when it is valid. An empty text is always valid. */
export function inputFault(schema: InputSchema, text: string): string | null {
  if (text === '') return null;
  if (schema.type === 'integer' || schema.type === 'number') return numberFault(schema, text);
  if (schema.enum && !schema.enum.includes(text)) return `One of ${schema.enum.join(', ')}.`;
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(text))
    return `${schema['x-accepted'] ?? schema['x-characters'] ?? schema.pattern}.`;
  if (schema.maxLength !== undefined && text.length > schema.maxLength)
    return `At most ${schema.maxLength} characters.`;
  return null;
}

function numberFault({ type, minimum, maximum }: InputSchema, text: string): string | null {
  const value = Number(text);
  const isNumber = text.trim() !== '' && Number.isFinite(value) && (type === 'number' || Number.isInteger(value));
  if (isNumber && value >= (minimum ?? value) && value <= (maximum ?? value)) return null;
  return `A ${type === 'integer' ? 'whole ' : ''}number${boundsText({ minimum, maximum })}.`;
}

/** ` of 5 to 98`; bounds of a million and more are left out, since they only exclude infinite values. */
export function boundsText({ minimum, maximum }: Pick<InputSchema, 'minimum' | 'maximum'>): string {
  const isReal = (bound: number | undefined): bound is number => bound !== undefined && Math.abs(bound) < 1e6;
  if (isReal(minimum) && isReal(maximum)) return ` of ${minimum} to ${maximum}`;
  return isReal(minimum) ? ` of ${minimum} or more` : '';
}

/** The value of a valid text; undefined for an empty one. */
export function inputValue(schema: InputSchema, text: string): string | number | undefined {
  if (text === '') return undefined;
  return schema.type === 'integer' || schema.type === 'number' ? Number(text) : text;
}
