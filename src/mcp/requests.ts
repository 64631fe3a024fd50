import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

/**
 * The requests that this server answers. The SDK would answer invalid parameters as a fault of the server (-32603) with the
 * issues of its schema as JSON; here they are -32602, in a sentence for each.
 */
export const REQUESTS = {
  listTools: ListToolsRequestSchema.extend({ params: ListToolsRequestSchema.shape.params.catch(refuse) }),
  callTool: CallToolRequestSchema.extend({ params: CallToolRequestSchema.shape.params.catch(refuse) }),
  listPrompts: ListPromptsRequestSchema.extend({ params: ListPromptsRequestSchema.shape.params.catch(refuse) }),
  getPrompt: GetPromptRequestSchema.extend({ params: GetPromptRequestSchema.shape.params.catch(refuse) }),
  listResources: ListResourcesRequestSchema.extend({ params: ListResourcesRequestSchema.shape.params.catch(refuse) }),
  readResource: ReadResourceRequestSchema.extend({ params: ReadResourceRequestSchema.shape.params.catch(refuse) }),
};

/** What a schema refuses, and the type that it expects where the type is wrong. */
interface Issue {
  readonly path?: readonly PropertyKey[];
  readonly expected?: unknown;
}

function refuse({ issues }: { readonly issues: readonly Issue[] }): never {
  throw new McpError(ErrorCode.InvalidParams, issues.map(sentence).join(' '));
}

const TYPES = new Map<unknown, string>([
  ['string', 'a string'],
  ['object', 'an object'],
  ['record', 'an object'],
]);

function sentence({ path = [], expected }: Issue): string {
  const name = ['params', ...path].map(String).join('.');
  const type = TYPES.get(expected);
  return type === undefined ? `${name} is not valid.` : `${name} must be ${type}.`;
}
