import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ErrorBody } from '../errors';
import type { V1Answer } from './call';
import type { Cut, ServedTool } from './tools';

/** Most characters of a result: below 8,000 tokens of four characters, with what was left out and the protocol's envelope. */
const MOST_CHARACTERS = 30_500;

type Refusal = Pick<V1Answer, 'body' | 'retryAfter'>;

/**
 * The result of a tool call: the body of the REST answer and a short text. `left_out` and the text say what was left out.
 *
 * @param note sentence about arguments that were reduced
 * @param supportsStructured whether the client's protocol has structured content; others get the body as their text
 */
export function resultOf(
  tool: ServedTool,
  answer: V1Answer,
  note: string | null,
  supportsStructured: boolean,
): CallToolResult {
  if (answer.status !== 200) return errorResult(answer);
  const fullBody = answer.body as Record<string, unknown>;
  const most = supportsStructured ? MOST_CHARACTERS - tool.lead(fullBody).length : MOST_CHARACTERS;
  const { body: fitted, notes } = fitToSize(fullBody, tool.cuts, most, supportsStructured ? jsonLength : escapedLength);
  const body = notes.length === 0 ? fitted : { ...fitted, ...tool.recount(fitted) };
  const leftOut = [note ?? [], notes].flat().join(' ');
  const shown = leftOut === '' ? body : { left_out: leftOut, ...body };
  if (!supportsStructured) return { content: [{ type: 'text', text: JSON.stringify(shown) }] };
  const text = [tool.lead(body), leftOut && `Left out: ${leftOut}`].filter((part) => part).join('\n');
  return { content: [{ type: 'text', text }], structuredContent: shown };
}

/** The error of SPEC 7 as a text for the agent, with the seconds to wait. */
export function errorResult(refusal: Refusal): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: errorOf(refusal) }) }] };
}

/** The error of an answer other than 200, with the seconds to wait if a retry can help. */
export function errorOf({ body, retryAfter }: Refusal) {
  const { error } = body as ErrorBody;
  return retryAfter === null ? error : { ...error, retry_after_seconds: retryAfter };
}

type Body = Readonly<Record<string, unknown>>;

/** A body that was cut to fit. */
interface FittedBody {
  readonly body: Body;
  /** A sentence for each cut. */
  readonly notes: readonly string[];
}

/**
 * Shortens the body of an answer for an agent: the lists that a tool names are cut in their order until it fits, to at least
 * one item each.
 *
 * @param most characters of JSON
 * @param lengthOf characters of a value
 */
export function fitToSize(body: Body, cuts: readonly Cut[], most: number, lengthOf = jsonLength): FittedBody {
  let fitting = body;
  let excess = lengthOf(body) - most;
  const notes: string[] = [];
  for (const cut of cuts) {
    if (excess <= 0) break;
    const path = cut.list.split('.');
    const lists: (readonly unknown[])[] = [];
    replaceLists(fitting, path, (list) => {
      lists.push(list);
      return list;
    });
    const { longest, kept, saved } = shortening(lists, cut.keep, excess, lengthOf);
    if (kept === longest) continue;
    fitting = replaceLists(fitting, path, (list) =>
      cut.keep === 'first' ? list.slice(0, kept) : list.slice(-kept),
    ) as Body;
    excess -= saved;
    notes.push(`${cut.list} holds the ${cut.keep} ${kept} of ${longest} (${cut.advice}).`);
  }
  return { body: fitting, notes };
}

/** The number of items that every list may keep to save `excess` characters. */
function shortening(
  lists: readonly (readonly unknown[])[],
  keep: Cut['keep'],
  excess: number,
  lengthOf: (value: unknown) => number,
) {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  let kept = longest;
  let saved = 0;
  while (kept > 1 && saved < excess) {
    const longer = lists.filter((list) => list.length >= kept);
    for (const list of longer) saved += lengthOf(keep === 'first' ? list[kept - 1] : list[list.length - kept]) + 1;
    kept -= 1;
  }
  return { longest, kept, saved };
}

/** A copy of the value with the lists at a path replaced; a missing path is ignored. */
function replaceLists(
  value: unknown,
  [key, ...rest]: readonly string[],
  edit: (list: readonly unknown[]) => readonly unknown[],
): unknown {
  if (key === undefined) return Array.isArray(value) ? edit(value) : value;
  if (key === '*') return Array.isArray(value) ? value.map((item) => replaceLists(item, rest, edit)) : value;
  if (typeof value !== 'object' || value === null || !(key in value)) return value;
  const holder = value as Body;
  return { ...holder, [key]: replaceLists(holder[key], rest, edit) };
}

function jsonLength(value: unknown): number {
  return JSON.stringify(value).length;
}

/** The characters of JSON inside a JSON string, where quotation marks are escaped. */
function escapedLength(value: unknown): number {
  const quotes = 2;
  return JSON.stringify(JSON.stringify(value)).length - quotes;
}
