import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ErrorBody } from '../errors';
import type { V1Answer } from './call';
import { fitToSize } from './fit';
import type { ServedTool } from './schemas';

/** Most characters of a result: below 8,000 tokens of four characters, with the protocol's envelope. */
const MOST_CHARACTERS = 31_000;
/** The limit for JSON inside a JSON string, which is up to a quarter longer because quotation marks are escaped. */
const MOST_AS_TEXT = 24_800;

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
  const most = supportsStructured ? MOST_CHARACTERS - tool.lead(fullBody).length : MOST_AS_TEXT;
  const { body, notes } = fitToSize(fullBody, tool.cuts, most);
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
