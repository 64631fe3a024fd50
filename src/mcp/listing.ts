import type { Tool as ToolListing } from '@modelcontextprotocol/sdk/types.js';
import { PROMPT_LIST } from './prompts';
import { RESOURCE_LIST } from './resources';
import type { ServedTool } from './schemas';

/** The result of tools/list. */
export function toolList(tools: ReadonlyMap<string, ServedTool>): readonly ToolListing[] {
  return [...tools.values()].map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema: inputSchema as ToolListing['inputSchema'],
    // Tools change nothing but the caller's allowance, and do not reach beyond this service.
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));
}

/** The results of the list methods. They are constant for the life of the process. */
export function listResults(tools: ReadonlyMap<string, ServedTool>) {
  return {
    'tools/list': { tools: [...toolList(tools)] },
    'prompts/list': { prompts: [...PROMPT_LIST] },
    'resources/list': { resources: [...RESOURCE_LIST] },
  };
}

/**
 * Answers plain list requests from lists serialized once. Null for every other message and for unusual ones, which the SDK
 * answers.
 */
export function listAnswers(results: Readonly<Record<string, object>>): (message: unknown) => string | null {
  const texts = new Map(Object.entries(results).map(([method, result]) => [method, JSON.stringify(result)]));
  return (message) => {
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return null;
    const { jsonrpc, id, method, params, ...rest } = message as Readonly<Record<string, unknown>>;
    const isPlain = jsonrpc === '2.0' && params === undefined && Object.keys(rest).length === 0;
    const isNamed = typeof id === 'string' || Number.isSafeInteger(id);
    const text = typeof method === 'string' ? texts.get(method) : undefined;
    return isPlain && isNamed && text !== undefined
      ? `{"result":${text},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
      : null;
  };
}
