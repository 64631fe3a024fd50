import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ErrorBody } from '../errors';
import type { V1Answer } from './call';
import { fitted } from './fit';
import type { ServedTool } from './schemas';

/** Characters: below 8,000 tokens of four, with what the protocol puts around a result. */
const MOST_CHARACTERS = 31_000;
/** As a text inside JSON, JSON is up to a quarter longer: every quotation mark is escaped. */
const MOST_AS_TEXT = 24_800;

type Refusal = Pick<V1Answer, 'body' | 'retryAfter'>;

/**
 * What a tool call gives back: the body of the REST answer and a short text, never the same thing twice. What was left
 * out of it stands in `left_out` and in the text.
 *
 * @param note what was not even asked for
 * @param knowsStructured whether the client's protocol has structured content; others get the body as their text
 */
export function resultOf(
  tool: ServedTool,
  answer: V1Answer,
  note: string | null,
  knowsStructured: boolean,
): CallToolResult {
  if (answer.status !== 200) return errorResult(answer);
  const whole = answer.body as Record<string, unknown>;
  const most = knowsStructured ? MOST_CHARACTERS - tool.lead(whole).length : MOST_AS_TEXT;
  const { body, notes } = fitted(whole, tool.cuts, most);
  const leftOut = [note ?? [], notes].flat().join(' ');
  const shown = leftOut === '' ? body : { left_out: leftOut, ...body };
  if (!knowsStructured) return { content: [{ type: 'text', text: JSON.stringify(shown) }] };
  const text = [tool.lead(body), leftOut && `Left out: ${leftOut}`].filter((part) => part).join('\n');
  return { content: [{ type: 'text', text }], structuredContent: shown };
}

/** The error of SPEC 7 with the seconds to wait, as a text that the agent reads. */
export function errorResult(refusal: Refusal): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: errorOf(refusal) }) }] };
}

/** The error of an answer that is none of status 200, with the seconds to wait if waiting helps. */
export function errorOf({ body, retryAfter }: Refusal) {
  const { error } = body as ErrorBody;
  return retryAfter === null ? error : { ...error, retry_after_seconds: retryAfter };
}
