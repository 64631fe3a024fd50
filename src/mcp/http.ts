import type { RequestListener } from 'node:http';
import { setImmediate as nextLoop } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import type { Meter } from '../access/limits';
import { forbidden, refuseInvalidUtf8, UnreadableBodyError } from '../errors';
import { callerOf, rateOf } from '../http/locals';
import { refuseExceeded, setRateHeaders } from '../http/rateLimit';
import type { Log } from '../log';
import { DEEPEST, isTextTooDeep } from './call';
import { localCalls, MessageBudget, type Origin } from './local';

export interface McpSettings {
  /** The OAuth issuer of access tokens; null = only API keys. */
  readonly issuer: string | null;
  /** Further host names under which the server is reached, without ports. */
  readonly allowedHosts: readonly string[];
}

export interface McpDeps extends McpSettings {
  /** The URL of this server for clients, without a trailing slash. */
  readonly publicUrl: string;
  /** Browser origins beside its own. */
  readonly corsOrigins: readonly string[] | '*';
  readonly log: Log;
  /** The application, which receives the requests of tool calls. */
  readonly app: RequestListener;
  /** Sets the caller in `response.locals`, or refuses the request. */
  readonly authenticate: RequestHandler;
  readonly meter: Meter;
}

const BODY_LIMIT = '256kb';
/** Most messages of a batch. The protocol has dropped batches, but older clients send them. */
const MOST_MESSAGES = 10;
/** Headers that a tool's request inherits: credentials, host and the client's address. */
const INHERITED = ['authorization', 'x-api-key', 'host', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'];

/**
 * The agent interface: POST /mcp, Streamable HTTP without sessions, so that any process can answer. With an OAuth issuer also
 * the metadata of RFC 9728.
 */
export function mcpRoutes(deps: McpDeps): Router {
  const { issuer, publicUrl } = deps;
  const router = Router();
  if (issuer !== null) router.get([METADATA_PATH, `${METADATA_PATH}/mcp`], protectedResource(publicUrl, issuer));
  router.use('/mcp', againstRebinding(deps), requirePost);
  const readBody = express.json({ limit: BODY_LIMIT, verify: refuseUnreadable });
  router.post('/mcp', challenge(deps), deps.authenticate, countFirst(deps), readBody, refuseTooMuch, serve(deps));
  router.use('/mcp', bodyErrors);
  return router;
}

/** GET would open a stream and DELETE would end a session; this server has neither. */
const requirePost: RequestHandler = (request, response, next) => {
  response.set('Cache-Control', 'no-store');
  if (request.method === 'POST') return next();
  response.set('Allow', 'POST').status(405).json(rpcError(-32000, 'Method not allowed: POST only.'));
};

/** Adds the address of the metadata to 401 answers. Without OAuth the error handler's challenge is used. */
function challenge({ issuer, publicUrl }: McpDeps): RequestHandler {
  return (_request, response, next) => {
    if (issuer !== null) response.locals.challenge = `Bearer resource_metadata="${publicUrl}${METADATA_PATH}/mcp"`;
    next();
  };
}

/** Counts the first message of a POST. A spent budget is refused later, when the method is known. */
function countFirst({ meter }: McpDeps): RequestHandler {
  return async ({ ip = '' }, response, next) => {
    setRateHeaders(response, await meter.count(callerOf(response), ip));
    next();
  };
}

const refuseTooMuch: RequestHandler = ({ body }, response, next) => {
  if (!Array.isArray(body) || body.length <= MOST_MESSAGES) return next();
  refuseExceeded(rateOf(response));
  const message = `A batch may hold ${MOST_MESSAGES} messages; this one holds ${body.length}.`;
  response.status(400).json(rpcError(-32600, message));
};

/** Runs before the body is parsed. @throws UnreadableBodyError */
function refuseUnreadable(request: unknown, response: unknown, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new UnreadableBodyError('charset.unsupported');
  refuseInvalidUtf8(request, response, body, charset);
  if (isTextTooDeep(body)) throw new UnreadableBodyError('entity.nested');
}

function serve({ app, log, meter }: McpDeps): RequestHandler {
  return async (request, response) => {
    const { create, listAnswer, StreamableHTTPServerTransport, isSupported } = await loadProtocol();
    const { requestId } = response.locals;
    const { body, ip = '' } = request;
    const count = async () => setRateHeaders(response, await meter.count(callerOf(response), ip));
    const budget = await MessageBudget.of([body].flat(), rateOf(response), count);
    const list = isSupported(request) ? listAnswer(request.body) : null;
    if (list !== null) {
      response.set('Content-Type', 'application/json').end(list);
      return;
    }
    const server = create({
      call: localCalls(app, {
        remoteAddress: request.socket.remoteAddress,
        headers: inheritedFrom(request, requestId),
        budget,
      }),
      clientVersion: () => request.get('mcp-protocol-version'),
      onFault: (err) => log.error({ requestId, err }, 'tool call failed'),
    });
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    // Aborts running calls when the client disconnects.
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
}

let loaded: ReturnType<typeof load> | undefined;

/**
 * Loads the protocol's packages once, which takes a tenth of a second. The service does so before it is ready.
 */
export function loadProtocol(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

/** Loads one package at a time, so that requests are served in between. */
async function load() {
  await nextLoop();
  const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/sdk/types.js');
  await nextLoop();
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  await nextLoop();
  const { mcpServers } = await import('./server');
  await nextLoop();
  /** Whether the client's protocol version and Accept header are supported. */
  const isSupported = ({ headers: { accept = '', 'mcp-protocol-version': version } }: Request) =>
    ['application/json', 'text/event-stream'].every((type) => accept.includes(type)) &&
    (version === undefined || (typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version)));
  return { ...mcpServers(), isSupported, StreamableHTTPServerTransport };
}

function inheritedFrom({ headers }: Request, requestId: string): Origin['headers'] {
  const inherited = INHERITED.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]);
  return { ...Object.fromEntries(inherited), 'x-request-id': requestId };
}

/** Unreadable bodies are answered as JSON-RPC errors; all other errors go to the API's error handler. */
const bodyErrors: ErrorRequestHandler = (error, _request, response, next) => {
  const { type } = (error ?? {}) as { type?: string };
  if (type !== undefined) refuseExceeded(rateOf(response));
  if (type === 'entity.too.large')
    response.status(413).json(rpcError(-32600, `The body is larger than ${BODY_LIMIT}.`));
  else if (type === 'entity.nested')
    response.status(400).json(rpcError(-32600, `The body is nested more than ${DEEPEST} levels deep.`));
  else if (type !== undefined) response.status(400).json(rpcError(-32700, 'The body is not valid JSON in utf-8.'));
  else next(error);
};

function rpcError(code: number, message: string) {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}

/** Where RFC 9728 puts the metadata of a protected resource; its path, `/mcp`, is appended. */
const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Serves the protected resource metadata (RFC 9728, 3) to every origin. */
function protectedResource(publicUrl: string, issuer: string): RequestHandler {
  const metadata = {
    /** The `resource` of token requests (RFC 8707). */
    resource: `${publicUrl}/mcp`,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: ['openid', 'email'],
    resource_name: 'Perennial, seasonal patterns',
    resource_documentation: `${publicUrl}/docs`,
  };
  return (_request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' }).json(metadata);
  };
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Protects against DNS rebinding: the Host header must name this server, and an Origin header must be allowed. Programs send
 * no Origin.
 */
function againstRebinding({ publicUrl, allowedHosts, corsOrigins }: McpDeps): RequestHandler {
  const publicOrigin = new URL(publicUrl);
  const hosts = new Set([publicOrigin.hostname, ...LOOPBACK, ...allowedHosts].map((host) => host.toLowerCase()));
  return ({ headers: { host, origin } }, _response, next) => {
    if (!hosts.has(nameOf(host))) {
      throw forbidden(
        'The Host header names another host; set PUBLIC_URL or MCP_ALLOWED_HOSTS where it is one of ours.',
      );
    }
    if (
      origin !== undefined &&
      origin !== publicOrigin.origin &&
      corsOrigins !== '*' &&
      !corsOrigins.includes(origin)
    ) {
      throw forbidden('The Origin header names a page that is not allowed; CORS_ORIGINS lists those that are.');
    }
    next();
  };
}

/** `Example.com:8080` -> `example.com`; '' when there is none. */
function nameOf(host: string | undefined): string {
  return (host ?? '').toLowerCase().replace(/:\d*$/, '');
}
