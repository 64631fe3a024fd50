import type { Tool as ToolListing } from '@modelcontextprotocol/sdk/types.js';
import { PROMPT_LIST } from './prompts';
import { RESOURCE_LIST } from './resources';
import type { ServedTool } from './schemas';

/** What tools/list shows. */
export function toolList(tools: ReadonlyMap<string, ServedTool>): readonly ToolListing[] {
  return [...tools.values()].map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema: inputSchema as ToolListing['inputSchema'],
    // None changes anything but what is left of the caller's allowance, or reaches beyond this service.
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));
}

/** The lists, by the method that asks for them. They are the same for everybody, for as long as the process lives. */
export function listResults(tools: ReadonlyMap<string, ServedTool>) {
  return {
    'tools/list': { tools: [...toolList(tools)] },
    'prompts/list': { prompts: [...PROMPT_LIST] },
    'resources/list': { resources: [...RESOURCE_LIST] },
  };
}

/**
 * The answers to messages that ask for a list, of which the list is written out once. Null for every other message, and
 * for one with anything unusual to it: the protocol's own package knows what to say to that.
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
