import { invalidRequest } from '../errors';
import { DEEPEST, isNestedDeeperThan } from './nesting';
import type { ServedTool } from './schemas';

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
 * Asks /v1 with the credentials of whoever called the tool: the one door, so that keys, scopes, rates and validation
 * hold once and count once. Rejects when there is no answer.
 */
export type CallV1 = (request: V1Request, signal: AbortSignal) => Promise<V1Answer>;

/**
 * The request a tool call stands for. Values are not checked here: /v1 does that, and its messages name what it accepts.
 *
 * @throws invalidRequest for an argument that the tool sets itself, one that cannot be written into a request, and for a
 * missing part of the path
 */
export function requestOf(tool: ServedTool, given: Readonly<Record<string, unknown>>): V1Request {
  const taken = Object.keys(tool.fixed).filter((name) => name in given);
  if (taken.length > 0) {
    const values = taken.map((name) => `${name} (always ${tool.fixed[name]})`).join(' and ');
    throw invalidRequest(`${tool.name} sets ${values} itself.`);
  }
  // Not of any tool, but /v1 would take it.
  if ('format' in given) throw invalidRequest(`${tool.name} has no argument 'format': what it answers is JSON.`);
  if (isNestedDeeperThan(DEEPEST, given))
    throw invalidRequest(`The arguments are nested more than ${DEEPEST} levels deep.`);
  // Agents send null for what they leave open.
  const meant = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  const all: Record<string, unknown> = { ...tool.defaults, ...meant, ...tool.fixed };
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

/** Half of a character that takes two units stands for nothing, and cannot be sent on. @throws invalidRequest */
function wellFormed(name: string, text: string): string {
  if (/\p{Surrogate}/u.test(text))
    throw invalidRequest(`${name} must be a text in valid Unicode; got half a character.`);
  return text;
}

/** Lists are written with commas, as /v1 takes them; what it does not take it will refuse by name. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
