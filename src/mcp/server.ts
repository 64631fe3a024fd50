import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Tool as ToolListing,
} from '@modelcontextprotocol/sdk/types.js';
import { ApiError, internal, invalidRequest, upstreamUnavailable } from '../errors';
import { allArguments, type CallV1, v1Request } from './call';
import { PROMPT_LIST, promptOf, RESOURCE_LIST, readResource } from './resources';
import { errorResult, resultOf } from './result';
import { type Bound, loadTools, type ServedTool } from './tools';

/**
 * The requests that this server answers. The SDK would answer invalid parameters as a fault of the server (-32603) with the
 * issues of its schema as JSON; here they are -32602, in a sentence for each.
 */
export const REQUESTS = {
  initialize: InitializeRequestSchema.extend({ params: InitializeRequestSchema.shape.params.catch(refuse) }),
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

/** The first protocol version whose clients read structured content. */
const STRUCTURED_SINCE = '2025-06-18';
/** A tool call may take this long, milliseconds. */
const CALL_LIMIT_MS = 30_000;

/** The name by which clients of MCP know this server. */
export const SERVER_NAME = 'perennial';

const INSTRUCTIONS =
  'Perennial reports seasonal patterns: calendar windows in which a symbol has historically risen or fallen, with the ' +
  'years behind them. Returns are percentages; prices are never given. A win rate is the share of past years won, not a ' +
  'probability; a neutral card and an empty list are valid answers. Do not retry for ml: null. Answers stay below 8,000 ' +
  'tokens: left_out says what is missing and how to ask for it. An error says in retry_after_seconds how long to wait, ' +
  'if waiting helps. Every message counts as one request of the plan. Pass on the disclaimer: this is education, not ' +
  'advice.';

export interface McpServerDeps {
  readonly call: CallV1;
  /** Protocol version of the client, if known; older clients get the body as text. */
  readonly clientVersion: () => string | undefined;
  /** Receives the faults that the client sees only as a general message. */
  readonly onFault: (fault: unknown) => void;
}

export interface McpServers {
  /** Creates a stateless server for one stdio client or one HTTP request. */
  create(deps: McpServerDeps): Server;
  /** The answer to a list request; null for every other message. */
  readonly listAnswer: (message: unknown) => string | null;
}

/** Makes servers of the agent interface. */
export function mcpServers(): McpServers {
  const { version, tools } = loadTools();
  const lists = listResults(tools);
  const info = { name: SERVER_NAME, title: 'Perennial, seasonal patterns', version };
  const capabilities = { tools: {}, prompts: {}, resources: {} };
  const create = (deps: McpServerDeps) => {
    const server = new Server(info, { capabilities, jsonSchemaValidator: NO_FORMS });
    // What the SDK keeps of an initialization serves requests to the client, of which this server makes none.
    server.setRequestHandler(REQUESTS.initialize, ({ params }) => ({
      protocolVersion: agreedVersion(params.protocolVersion),
      capabilities,
      serverInfo: info,
      instructions: INSTRUCTIONS,
    }));
    server.setRequestHandler(REQUESTS.listTools, () => lists['tools/list']);
    server.setRequestHandler(REQUESTS.callTool, ({ params }, { signal }) => {
      const tool = tools.get(params.name);
      if (tool === undefined) {
        throw new McpError(ErrorCode.InvalidParams, `Unknown tool; there are ${[...tools.keys()].join(', ')}.`);
      }
      return callTool(tool, params.arguments ?? {}, deps, signal);
    });
    server.setRequestHandler(REQUESTS.listPrompts, () => lists['prompts/list']);
    server.setRequestHandler(REQUESTS.getPrompt, ({ params }) => promptOf(params.name, params.arguments));
    server.setRequestHandler(REQUESTS.listResources, () => lists['resources/list']);
    server.setRequestHandler(REQUESTS.readResource, ({ params }, { signal }) =>
      readResource(params.uri, deps.call, limited(signal)),
    );
    return server;
  };
  return { create, listAnswer: listAnswers(lists) };
}

/** The client's version of the protocol, or the latest where this server does not speak it. */
function agreedVersion(requested: string): string {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : LATEST_PROTOCOL_VERSION;
}

async function callTool(
  tool: ServedTool,
  args: Readonly<Record<string, unknown>>,
  { call, clientVersion, onFault }: McpServerDeps,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const bounded = withinBounds(tool, args);
    const answer = await call(v1Request(tool, bounded.args), limited(signal));
    return resultOf(tool, answer, bounded.note, (clientVersion() ?? '') >= STRUCTURED_SINCE);
  } catch (thrown) {
    const error = callError(thrown);
    if (error.status >= 500) onFault(thrown);
    return errorResult({ body: error.body, retryAfter: error.retryAfter ?? null });
  }
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(CALL_LIMIT_MS)]);
}

/** Timeouts and aborts become 503; anything else is an internal error. */
function callError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const { name } = (thrown ?? {}) as { name?: string };
  return name === 'TimeoutError' || name === 'AbortError' ? upstreamUnavailable(thrown) : internal(thrown);
}

/** Validator of elicitation forms, which this server does not use. The SDK's default creates a compiler for each server. */
const NO_FORMS = {
  getValidator: () => {
    throw new Error('this server asks for no forms');
  },
};

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The arguments of a call with row limits reduced to the most that an answer can show, and a sentence for each reduction (null
 * without any). /v1 refuses values that are not numbers.
 *
 * @throws invalidRequest for a list with more items than can be shown, since each item may cost allowance
 */
function withinBounds(tool: ServedTool, args: Arguments): { readonly args: Arguments; readonly note: string | null } {
  const all = allArguments(tool, args);
  const exceeded = Object.entries(tool.bounds(all)).filter(([name, bound]) => isMore(all[name], name, bound));
  const notes = exceeded.map(
    ([name, { most, advice }]) =>
      `${name} is at most ${most} here, not ${all[name]}: ${advice}; ${tool.method} /v1${tool.path} takes more.`,
  );
  const reduced = Object.fromEntries(exceeded.map(([name, { most }]) => [name, most]));
  return { args: { ...args, ...reduced }, note: notes.join(' ') || null };
}

function isMore(value: unknown, name: string, { most, advice }: Bound): boolean {
  if (Array.isArray(value) && value.length > most) {
    throw invalidRequest(`${name} takes at most ${most} items here, not ${value.length}: ${advice}.`);
  }
  const isCount = (typeof value === 'number' || typeof value === 'string') && Number.isSafeInteger(Number(value));
  return isCount && Number(value) > most;
}

/** The results of the list methods. They are constant for the life of the process. */
function listResults(tools: ReadonlyMap<string, ServedTool>) {
  const listed = [...tools.values()].map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema: inputSchema as ToolListing['inputSchema'],
    // Tools change nothing but the caller's allowance, and do not reach beyond this service.
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));
  return {
    'tools/list': { tools: listed },
    'prompts/list': { prompts: [...PROMPT_LIST] },
    'resources/list': { resources: [...RESOURCE_LIST] },
  };
}

/**
 * Answers plain list requests from lists serialized once. Null for every other message and for unusual ones, which the SDK
 * answers.
 */
function listAnswers(results: Readonly<Record<string, object>>): (message: unknown) => string | null {
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
