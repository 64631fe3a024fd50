import { randomUUID } from 'node:crypto';
import compression from 'compression';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import helmet from 'helmet';
import type { Caller } from '../../src/access/caller';
import type { RateReading } from '../../src/access/rate';
import type { AppDeps } from '../../src/app';
import { type ApiError, internal, invalidRequest, malformedPath, notFound, rateLimited } from '../../src/errors';
import { bodyFaults } from '../../src/openapi/body';
import { validatorOptions } from '../../src/http/compiledValidators';
import type { Contract, ContractOperation } from '../../src/openapi/document';
import { EXPOSED_HEADERS } from '../../src/http/crossOrigin';
import { etagOf } from '../../src/http/keptAnswers';
import type { Exchange } from '../../src/http/exchange';
import { refusedInput, toApiError } from '../../src/openapi/refusals';
import { nameMarkets } from '../../src/openapi/marketNames';
import { queryCheck } from '../../src/openapi/query';
import { type Context, Keyed } from '../../src/operation';
import { NO_BROWSER } from './noBrowser';

/** What its middlewares leave for each other. */
interface Locals {
  requestId: string;
  caller?: Caller;
  rate: RateReading | null;
  operation?: ContractOperation;
}

const localsOf = (response: { locals: object }) => response.locals as Locals;
/**
 * The front door without a shortcut: Express and its router, every library's middleware on every request, and
 * express-openapi-validator, which finds the operation by itself. Nothing is kept. src/app.ts must answer the same.
 */
export function longWay(deps: AppDeps, contract: Contract): Express {
  const { meter = async () => null, corsOrigins = [], dataSource = () => null } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', etagOf);
  app.set('trust proxy', deps.trustProxy ?? 0);
  app.use(begin);
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }));
  app.use(compression({ level: 1 }));
  app.use(crossOrigin(corsOrigins), requireHost, refuseExpectation);
  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  const authenticate: RequestHandler = async (request, response, next) => {
    const { authorization, 'x-api-key': apiKey } = request.headers;
    const address = request.ip ?? '';
    try {
      localsOf(response).caller = (await deps.authenticate({ authorization, apiKey, address }, false)).caller;
    } catch (refused) {
      noteRate(response, await meter(null, address, { counted: (refused as ApiError).status === 401 }));
      throw refused;
    }
    next();
  };
  const count: RequestHandler = async (request, response, next) => {
    noteRate(response, await meter(localsOf(response).caller ?? null, request.ip ?? ''));
    next();
  };
  const sayWherefrom: RequestHandler = (_request, response, next) => {
    const name = dataSource();
    if (name !== null) response.set('X-Data-Source', name);
    next();
  };
  const asPrivate: RequestHandler = (_request, response, next) => {
    response.set('Cache-Control', 'private, no-cache');
    next();
  };
  app.use('/v1', asPrivate, authenticate, count, sayWherefrom);
  const validators = openApiValidator({
    ...validatorOptions(contract.document),
    validateResponses: {
      onError: (error) => {
        throw internal({ responseBreaksContract: error.errors });
      },
    },
  });
  const operations = express.Router();
  for (const operation of contract.operations) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
    operations[operation.method](path, ...stepsOf(operation, deps, validators));
  }
  app.use('/v1', operations, refuseUndecodable);
  app.use((_request, _response, next) => next(notFound()));
  app.use(refuse);
  return app;
}

const begin: RequestHandler = (request, response, next) => {
  const sent = request.headers['x-request-id'];
  const requestId = typeof sent === 'string' && /^[\w.~-]{1,128}$/.test(sent) ? sent : randomUUID();
  Object.assign(response.locals, { requestId, rate: null });
  response.set('X-Request-Id', requestId);
  const absolute = /^https?:\/\/[^/?#]*/i.exec(request.originalUrl);
  // Express reads its own `url` rightly; the validator looks at this one.
  if (absolute) request.originalUrl = request.originalUrl.slice(absolute[0].length);
  next();
};

function crossOrigin(origins: readonly string[] | '*'): RequestHandler {
  const allow = cors({
    origin: origins === '*' ? '*' : true,
    methods: 'GET,HEAD,POST,PATCH,DELETE',
    allowedHeaders:
      'Authorization,X-API-Key,Content-Type,If-None-Match,Range,If-Range,X-Request-Id,Mcp-Protocol-Version,Mcp-Session-Id',
    exposedHeaders: [...EXPOSED_HEADERS],
    maxAge: 600,
  });
  return (request, response, next) => {
    if (origins !== '*') response.vary('Origin');
    if (origins === '*' || origins.includes(request.headers.origin ?? '')) allow(request, response, next);
    else if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  };
}

const requireHost: RequestHandler = ({ headers, httpVersion }, _response, next) => {
  if (httpVersion === '1.1' && headers.host === undefined) throw invalidRequest('The Host header is missing.');
  next();
};

const refuseExpectation: RequestHandler = ({ headers: { expect } }, _response, next) => {
  const isKnown = expect === undefined || /^100-continue$/i.test(expect);
  if (!isKnown) throw invalidRequest('The Expect header is not understood; accepted is 100-continue.');
  next();
};

function noteRate(response: Parameters<RequestHandler>[1], reading: RateReading | null): void {
  if (reading === null) return;
  localsOf(response).rate = reading;
  for (const [suffix, budget] of [
    ['', reading.minute],
    ['-Day', reading.day],
  ] as const) {
    response.set(`X-RateLimit-Limit${suffix}`, String(budget.limit));
    response.set(`X-RateLimit-Remaining${suffix}`, String(budget.remaining));
    response.set(`X-RateLimit-Reset${suffix}`, String(budget.reset));
  }
  const { exceeded } = reading;
  if (exceeded !== null) throw rateLimited(exceeded, reading[exceeded].limit, reading.retryAfter);
}

function stepsOf(operation: ContractOperation, deps: AppDeps, validators: readonly RequestHandler[]): RequestHandler[] {
  const { id, body } = operation;
  const step =
    (work: (request: Request, locals: Locals) => unknown): RequestHandler =>
    async (request, response, next) => {
      await work(request, localsOf(response));
      next();
    };
  const checkQuery = queryCheck(operation);
  const handler = deps.handlers[id] as unknown as (input: object, context: Context) => Promise<object>;
  const name = nameMarkets(operation, deps.marketNamed);
  const answer: RequestHandler = async (request, response) => {
    const locals = localsOf(response);
    if ('text/csv' in operation.files && operation.answersJson) response.vary('Accept');
    const input = inputOf(operation, request);
    const caller = locals.caller as Caller;
    const exchange = { caller, input };
    await name(exchange as unknown as Exchange);
    await deps.authorize?.(id, input, caller);
    const { signal } = new AbortController();
    const { requestId, rate } = locals;
    const began = deps.dataVersion?.();
    const context = { caller, requestId, rate, gone: signal, signal, browser: NO_BROWSER, format: 'json' as const };
    const answered = await handler(input, context);
    if (began && began === deps.dataVersion?.()) response.set('X-Data-Version', began);
    response.json(answered instanceof Keyed ? await answered.body() : answered);
  };
  return [
    step((_request, locals) => Object.assign(locals, { operation })),
    step((_request, { caller }) => deps.admit?.(id, caller as Caller)),
    express.json({ limit: '256kb', strict: false }),
    step((request) => request.method === 'HEAD' && Object.assign(request, { method: 'GET' })),
    step(({ headers }) => plainContentType(headers, body !== null)),
    step(({ query }) => checkQuery(query as Parameters<typeof checkQuery>[0])),
    step((request) => {
      const faults = body === null || request.body === undefined ? [] : bodyFaults(body.schema, request.body);
      if (faults.length > 0) throw invalidRequest(faults.join(' '));
    }),
    withContentType,
    ...validators,
    step((request) => {
      if (matchedBy(request).operationId !== id) throw internal('the validator matched another operation');
    }),
    answer,
  ];
}

/** The validator compiles an operation's schemas anew for each spelling of the content type. */
function plainContentType(headers: Request['headers'], hasBody: boolean): void {
  if (!hasBody) delete headers['content-type'];
  else if (/^application\/json *(;|$)/i.test(headers['content-type'] ?? ''))
    headers['content-type'] = 'application/json';
}

/** As the answer of every operation has it. */
const withContentType: RequestHandler = (_request, response, next) => {
  const json = response.json.bind(response);
  response.json = (body) => {
    response.set('Content-Type', 'application/json; charset=utf-8');
    return json(body);
  };
  next();
};

function inputOf({ parameters, body }: ContractOperation, request: Request): Record<string, unknown> {
  const values = parameters.map(({ name, in: place }) => [
    name,
    place === 'path' ? request.params[name] : request.query[name],
  ]);
  const input = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return body === null ? input : { ...input, body: request.body };
}

function matchedBy(request: Request) {
  const { openapi } = request as { openapi?: { schema?: { operationId?: string }; pathParams?: object } };
  return { operationId: openapi?.schema?.operationId, pathParams: openapi?.pathParams ?? {} };
}

const refuseUndecodable: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch {
    throw malformedPath();
  }
  next();
};

const refuse: ErrorRequestHandler = (thrown, request, response, _next) => {
  const error = refusalOf(thrown, request, localsOf(response).operation);
  if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
  if (error.status === 401) response.set('WWW-Authenticate', 'Bearer');
  const text = JSON.stringify(error.body);
  response.status(error.status).set('Cache-Control', 'no-store');
  response.set({ 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': `${Buffer.byteLength(text)}` });
  response.end(text);
};

/** The validator's own faults in the words of the service. */
function refusalOf(thrown: unknown, request: Request, operation: ContractOperation | undefined): ApiError {
  const { status, errors } = (thrown ?? {}) as { status?: number; errors?: { path: string; message: string }[] };
  if (status !== 400 || errors === undefined || operation === undefined) return toApiError(thrown);
  const at = request.originalUrl.indexOf('?');
  const query = at < 0 ? {} : Object.fromEntries(new URLSearchParams(request.originalUrl.slice(at)));
  const params = matchedBy(request).pathParams as Record<string, string>;
  return refusedInput(errors, operation, { params, query, body: request.body });
}
