import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ErrorBody } from '../errors';
import type { V1Answer } from './call';
import type { ServedTool } from './schemas';

type Refusal = Pick<V1Answer, 'body' | 'retryAfter'>;

/**
 * What a tool call gives back: the body of the REST answer as it is, and a short text.
 *
 * @param knowsStructured whether the client's protocol has structured content; for others the body is a text too
 */
export function resultOf(tool: ServedTool, answer: V1Answer, knowsStructured: boolean): CallToolResult {
  if (answer.status !== 200) return errorResult(answer);
  const content: CallToolResult['content'] = [{ type: 'text', text: tool.lead(answer.body) }];
  if (!knowsStructured) content.push({ type: 'text', text: JSON.stringify(answer.body) });
  return { content, structuredContent: answer.body as Record<string, unknown> };
}

/**
 * The error of SPEC 7 with the seconds to wait, as a text that the agent reads. Not as structured content: that has the
 * schema of the tool's output.
 */
export function errorResult(refusal: Refusal): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: errorOf(refusal) }) }] };
}

/** The error of an answer that is none of status 200, with the seconds to wait if waiting helps. */
export function errorOf({ body, retryAfter }: Refusal) {
  const { error } = body as ErrorBody;
  return retryAfter === null ? error : { ...error, retry_after_seconds: retryAfter };
}
