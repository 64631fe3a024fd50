import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Meter } from '../access/rate';
import { countRequest, refuseExceeded } from '../http/rateLimit';
import type { Log } from '../log';
import { MessageBudget } from './budget';
import { againstRebinding, type GuardSettings } from './guard';
import { localCalls, type Origin } from './local';
import { DEEPEST, isTextNestedDeeperThan } from './nesting';
import { METADATA_PATH, type ProtectedResource, protectedResource } from './protectedResource';
import { loadProtocol } from './protocol';

export interface McpSettings extends Omit<GuardSettings, 'corsOrigins'> {
  /** Who signs users in; null = only API keys. */
  readonly signIn: ProtectedResource | null;
}

export interface McpRouteDeps extends McpSettings, GuardSettings {
  readonly log: Log;
  /** The application itself, which a tool call asks. */
  readonly app: RequestListener;
  /** Leaves the caller in `response.locals`, or refuses. */
  readonly authenticate: RequestHandler;
  readonly meter: Meter;
}

const BODY_LIMIT = '256kb';
/** The protocol knows no batches any more; older clients send a few messages at once. */
const MOST_MESSAGES = 10;
/** What a tool's request has of the request that called the tool: who asks, from where, under which id. */
const INHERITED = ['authorization', 'x-api-key', 'host', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'];

/**
 * The agent interface: POST /mcp, Streamable HTTP without sessions, so that there is none to hijack and any process can
 * answer. Beside it the metadata of RFC 9728, where users can sign in.
 */
export function mcpRoutes(deps: McpRouteDeps): Router {
  const router = Router();
  if (deps.signIn !== null) router.get([METADATA_PATH, `${METADATA_PATH}/mcp`], protectedResource(deps.signIn));
  router.use('/mcp', againstRebinding(deps), onlyPost);
  const readBody = express.json({ limit: BODY_LIMIT, verify: refuseNested });
  router.post('/mcp', challenge(deps), deps.authenticate, countFirst(deps), readBody, refuseTooMuch, serve(deps));
  router.use('/mcp', unreadable);
  return router;
}

/** GET would open a stream and DELETE end a session: there is neither. */
const onlyPost: RequestHandler = (request, response, next) => {
  response.set('Cache-Control', 'no-store');
  if (request.method === 'POST') return next();
  response.set('Allow', 'POST').status(405).json(rpcError(-32000, 'Method not allowed: POST only.'));
};

/** Says with a 401 where to sign in. Without OAuth the plain challenge of the error handler stands. */
function challenge({ signIn, publicUrl }: McpSettings): RequestHandler {
  return (_request, response, next) => {
    if (signIn !== null) response.locals.challenge = `Bearer resource_metadata="${publicUrl}${METADATA_PATH}/mcp"`;
    next();
  };
}

/** Every POST holds one message at least, whatever comes of it. It is refused once it is known what it asks. */
function countFirst({ meter }: McpRouteDeps): RequestHandler {
  return async (request, response, next) => {
    await countRequest(meter, response, request.ip ?? '');
    next();
  };
}

const refuseTooMuch: RequestHandler = ({ body }, response, next) => {
  const tooMany = Array.isArray(body) && body.length > MOST_MESSAGES;
  if (tooMany) refuse(response, `A batch may hold ${MOST_MESSAGES} messages; this one holds ${body.length}.`);
  else next();
};

/** What the reader of bodies makes a fault of. */
class Unread extends Error {
  constructor(readonly type: 'charset.unsupported' | 'entity.nested') {
    super(type);
  }
}

/** Before the body is parsed. */
function refuseNested(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new Unread('charset.unsupported');
  if (isTextNestedDeeperThan(DEEPEST, body)) throw new Unread('entity.nested');
}

/** @throws rateLimited when the caller's budget was spent before: what is sent on regardless gets no better answer */
function refuse(response: Response, message: string): void {
  refuseExceeded(response.locals.rate);
  response.status(400).json(rpcError(-32600, message));
}

function serve({ app, log, meter }: McpRouteDeps): RequestHandler {
  return async (request, response) => {
    const { create, listAnswer, StreamableHTTPServerTransport, isSupported } = await loadProtocol();
    const { requestId, rate = null } = response.locals;
    const messages = [request.body].flat();
    const budget = await MessageBudget.of(messages, rate, () => countRequest(meter, response, request.ip ?? ''));
    const list = isSupported(request) ? listAnswer(request.body) : null;
    if (list !== null) {
      response.set('Content-Type', 'application/json').end(list);
      return;
    }
    const server = create({
      call: localCalls(app, {
        remoteAddress: request.socket.remoteAddress,
        headers: inheritedFrom(request, requestId),
        pay: () => budget.take(),
      }),
      clientVersion: () => request.get('mcp-protocol-version'),
      onFault: (err) => log.error({ requestId, err }, 'tool call failed'),
    });
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    // Ends calls under way when the client has gone.
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
}

function inheritedFrom({ headers }: Request, requestId: string): Origin['headers'] {
  const inherited = INHERITED.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]);
  return { ...Object.fromEntries(inherited), 'x-request-id': requestId };
}

/** Bodies that are too large or no JSON are faults of JSON-RPC; refusals by key, scope or host are those of the API. */
const unreadable: ErrorRequestHandler = (error, _request, response, next) => {
  const { type } = (error ?? {}) as { type?: string };
  if (type !== undefined) refuseExceeded(response.locals.rate);
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
