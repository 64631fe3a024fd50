import { type ApiError, invalidRequest } from '../errors';
import { didYouMean, shown } from '../openapi/refusals';
import type { ServedTool } from './tools';

/** A request to this service's own /v1. */
export interface V1Request {
  readonly method: 'GET' | 'POST';
  /** With the query: `/v1/scan?limit=5`. */
  readonly url: string;
  /** JSON; undefined = none. */
  readonly body?: unknown;
}

export interface V1Answer {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
  /** Seconds; null when the answer names none. */
  readonly retryAfter: number | null;
}

/**
 * Sends a request to /v1 with the credentials of the tool's caller, so that authentication, scopes, limits and validation apply
 * as to any request. Rejects when there is no answer.
 */
export type CallV1 = (request: V1Request, signal: AbortSignal) => Promise<V1Answer>;

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The /v1 request of a tool call. /v1 validates the values, and its messages name what it accepts.
 *
 * @throws invalidRequest for an argument that the tool does not have, a value that cannot be put into a request, or a missing
 *   path parameter
 */
export function v1Request(tool: ServedTool, args: Arguments): V1Request {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(tool.inputSchema.properties, name));
  // For fields of a body, /v1 says more: why positions have no numbers of shares.
  if (unknown !== undefined && !tool.hasBody) throw refusedArgument(tool, unknown);
  if (isTooDeep(args)) throw invalidRequest(`The arguments are nested more than ${DEEPEST} levels deep.`);
  const all = allArguments(tool, args);
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (all[name] === undefined || all[name] === '') throw invalidRequest(`${name} is required.`);
    return encodeURIComponent(wellFormed(name, textOf(all[name])));
  });
  const rest = Object.entries(all).filter(([name]) => !tool.pathArguments.includes(name));
  if (tool.hasBody) return { method: tool.method, url: `/v1${path}`, body: Object.fromEntries(rest) };
  const query = new URLSearchParams(
    rest.map(([name, value]): [string, string] => [name, wellFormed(name, textOf(value))]),
  );
  return { method: tool.method, url: `/v1${path}${query.size > 0 ? `?${query}` : ''}` };
}

/** The arguments of a call with those that the tool sets. Agents send null for omitted arguments. */
export function allArguments(tool: Pick<ServedTool, 'defaults' | 'fixed'>, args: Arguments): Arguments {
  const present = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== undefined));
  return { ...tool.defaults, ...present, ...tool.fixed };
}

/** The refusal of an argument that /v1 may accept, but not this tool. */
function refusedArgument({ name: tool, fixed, inputSchema }: ServedTool, name: string): ApiError {
  if (Object.hasOwn(fixed, name)) return invalidRequest(`${tool} sets ${name} itself (always ${fixed[name]}).`);
  const known = Object.keys(inputSchema.properties);
  const hint = known.length === 0 ? '; it takes none.' : didYouMean(name, known);
  return invalidRequest(`${tool} has no argument ${shown(name)}${hint}`);
}

/** Refuses unpaired surrogates, which cannot be encoded in a URL. @throws invalidRequest */
function wellFormed(name: string, text: string): string {
  if (/\p{Surrogate}/u.test(text))
    throw invalidRequest(`${name} must be a text in valid Unicode; got half a character.`);
  return text;
}

/** A query value: lists are comma-separated, as /v1 expects. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Deepest accepted nesting. Arguments of tools have a depth of four, in a message of two more. */
export const DEEPEST = 32;

/** Whether parsed JSON is nested deeper than accepted. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > DEEPEST || Object.values(value).some((child) => isTooDeep(child, depth + 1));
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');

/**
 * The same for unparsed JSON in UTF-8: parsing deeply nested JSON takes many times as long as this check.
 */
export function isTextTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      // Skips the escaped character.
      if (byte === BACKSLASH) i += 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      // As many levels are accepted inside the outermost.
      if (depth > DEEPEST) return true;
      depth += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
