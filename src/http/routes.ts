import { type Request, type RequestHandler, type Response, Router } from 'express';
import { Turns } from '../access/accountConcurrency';
import type { Caller } from '../access/caller';
import { clientOf } from '../access/clientAddress';
import { internal, malformedPath, notFound } from '../errors';
import { type Context, type Handlers, Keyed, type OperationId } from '../operation';
import type { Contract, ContractOperation } from './contract';
import { checkQuery } from './query';
import { ResponseCache } from './responseCache';
import { stateOf } from './state';

/** May stop a request that is valid but not allowed, before its handler runs. @throws ApiError */
export type Authorize = (
  operation: OperationId,
  input: Readonly<Record<string, unknown>>,
  caller: Caller,
) => void | Promise<void>;

export interface RouteDeps {
  readonly handlers: Handlers;
  readonly authorize?: Authorize;
}

/** Of one account's requests so many compute at once: enough to keep workers and main thread busy. */
const TURNS = 2;

/** What the validator has checked at run time is beyond the compiler: the operation is chosen by the request. */
type AnyHandler = (input: Record<string, unknown>, context: Context) => Promise<object | Keyed<object>>;

/** The operations of the contract, each behind the validator; anything else, and any other method, is 404. */
export function contractRoutes(contract: Contract, validators: RequestHandler[], deps: RouteDeps): Router {
  const router = Router();
  const turns = new Turns(TURNS);
  const responses = new ResponseCache();
  for (const operation of contract.operations) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
    const steps = [enter(operation), responses.render, ...validators, answer(operation, deps, { turns, responses })];
    router[operation.method](path, ...steps);
  }
  router.use((request, _response, next) => next(isDecodable(request.path) ? notFound() : malformedPath()));
  return router;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function enter(operation: ContractOperation): RequestHandler {
  return (request, response, next) => {
    stateOf(response).operation = operation;
    // The contract knows no HEAD. Node leaves the body out by itself: it saw the method before we did.
    if (request.method === 'HEAD') request.method = 'GET';
    plainContentType(operation, request);
    checkQuery(operation, request.query);
    next();
  };
}

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * The validator compiles an operation's schemas anew for each spelling of the content type it meets, and keeps them all.
 * The body parser has read what there is to read; here only matters whether it was JSON.
 */
function plainContentType({ body }: ContractOperation, { headers }: Request): void {
  if (body === null) delete headers['content-type'];
  else if (JSON_TYPE.test(headers['content-type'] ?? '')) headers['content-type'] = 'application/json';
}

interface Answering {
  readonly turns: Turns;
  readonly responses: ResponseCache;
}

function answer(operation: ContractOperation, deps: RouteDeps, { turns, responses }: Answering): RequestHandler {
  const handler = deps.handlers[operation.id] as unknown as AnyHandler;
  return async (request, response) => {
    // A path that Express matches and the validator does not would reach the handler unchecked.
    if (matchedOperation(request) !== operation.id) throw internal('the validator matched another operation');
    const { caller } = stateOf(response);
    if (caller === undefined) throw internal('no caller');
    const input = inputOf(operation, request);
    await deps.authorize?.(operation.id, input, caller);
    const account = String(caller.accountId ?? clientOf(request.ip ?? ''));
    const context = contextOf(response, caller);
    const answered = await turns.run(account, () => handler(input, context));
    if (!(answered instanceof Keyed)) return void response.json(answered);
    const key = `${operation.id} ${answered.key}`;
    if (responses.sendKnown(key, request, response)) return;
    stateOf(response).answerKey = key;
    response.json(answered.body());
  };
}

function matchedOperation(request: Request): unknown {
  return (request as { openapi?: { schema?: { operationId?: string } } }).openapi?.schema?.operationId;
}

/** Path, query and body as the validator left them: coerced, with defaults. */
function inputOf(operation: ContractOperation, request: Request): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { name, in: place } of operation.parameters) {
    const value = place === 'path' ? request.params[name] : request.query[name];
    if (value !== undefined) input[name] = value;
  }
  if (operation.body !== null) input.body = request.body;
  return input;
}

function contextOf(response: Response, caller: Caller): Context {
  const { requestId, rate } = stateOf(response);
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return { caller, requestId, signal: gone.signal, rate };
}
