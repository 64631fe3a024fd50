import compression from 'compression';
import express, { type Express, type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { AccountConcurrency } from './access/accountConcurrency';
import type { Access } from './access/caller';
import type { Meter } from './access/limits';
import type { Budget } from './deadline';
import { internal, malformedPath, notFound } from './errors';
import { answerWith, chooseFormat, etagOf, type Idempotency } from './http/answer';
import {
  type Admit,
  type Authenticate,
  type Authorize,
  admit,
  authenticate,
  authorize,
  SessionCookies,
} from './http/authenticate';
import { crossOrigin } from './http/crossOrigin';
import { errorHandler } from './http/errorHandler';
import { guidePages } from './http/guides';
import { type AnswerBasis, KeptAnswers } from './http/keptAnswers';
import { guardMetrics, type Metrics, type MetricsAccess } from './http/metrics';
import { openPages, type PageSettings, webPages } from './http/pages';
import { rateLimit, rateLimitPages, takeBackFree } from './http/rateLimit';
import { accessLog, nameRequest, refuseExpectation, requireHost } from './http/requests';
import type { Readings } from './log';
import { type McpSettings, mcpRoutes } from './mcp/http';
import { announceDeprecation, type ContractOperation } from './openapi/document';
import { checkInput, collectInput, type MarketNamed, nameMarkets } from './openapi/input';
import type { OnViolation, OpenContract } from './openapi/validator';
import type { Handlers } from './operation';

/** The service behind the HTTP app, and the settings of the app. */
export interface AppDeps {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly marketNamed: MarketNamed;
  /** The URL of this server for clients, without a trailing slash: `https://example.com`. */
  readonly publicUrl: string;
  /** Called before the body is read. */
  readonly admit: Admit;
  /** Called between validation and handler. */
  readonly authorize: Authorize;
  readonly idempotency: Idempotency;
  readonly meter: Meter;
  /** For GET /readyz. @throws the error of all requests for data while the service is not ready */
  readonly requireReady: () => void;
  /** Value of the header X-Data-Source; null = no header. */
  readonly dataSource: () => string | null;
  readonly basis: AnswerBasis;
  /** Time limit for the work of one request (SPEC 7 rule 1). The answer cache uses the same timer. */
  readonly budget: Budget;
  /** Further values for /metrics. */
  readonly readings: Readings;
  /** The token of the pages for visitors without an account; null = none. */
  readonly demo: PageSettings['demo'];
  readonly mcp: McpSettings;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Who may read GET /metrics. */
  readonly metricsAccess: MetricsAccess;
  /** Whether a response that breaks the contract becomes a 500 (development, test) or is only logged. */
  readonly strictResponses: boolean;
  readonly corsOrigins: readonly string[] | '*';
  readonly trustProxy: number | readonly string[];
  /** As `AnswerDeps.largeStallMs`, for tests. */
  readonly largeStallMs?: number;
}

/** Concurrent requests of one account: enough to keep the workers and the main thread busy. */
const MAX_CONCURRENT_PER_ACCOUNT = 2;
/** Most of the compression for a quarter of the work of the default level. */
const GZIP_LEVEL = 1;

/** Creates the Express app: all middleware in its order. */
export function createApp(deps: AppDeps, { contract, validators }: OpenContract): Express {
  const { log, meter, metrics, corsOrigins, basis, budget } = deps;
  const cookies = new SessionCookies(deps.publicUrl);
  const authentication = { authenticate: deps.authenticate, meter, cookies };
  const counted = rateLimitPages(meter);
  const accountConcurrency = new AccountConcurrency(MAX_CONCURRENT_PER_ACCOUNT);
  metrics.setContract(contract);

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', etagOf);
  app.set('trust proxy', deps.trustProxy);
  const onViolation = watchViolations(log, metrics, deps.strictResponses);
  app.locals.onViolation = onViolation;

  app.use(nameRequest);
  app.use(accessLog(log, metrics));
  // Answers are data, for which a browser must load nothing. Pages set policies of their own.
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }));
  app.use(crossOrigin(corsOrigins, contract.operations));
  app.use(requireHost, refuseExpectation);
  app.use(compression({ level: GZIP_LEVEL, filter: isCompressible }));

  app.use('/v1', operations());
  const readings = [async () => accountConcurrency.readings(), deps.readings];
  app.get('/metrics', guardMetrics(deps.metricsAccess), metrics.serve(readings));
  app.use(openPages(deps, counted));
  app.use(mcpRoutes({ ...deps, ...deps.mcp, app, authenticate: authenticate(authentication) }));
  app.use(guidePages(pathOf(deps.publicUrl), contract, counted));
  app.use(webPages({ base: pathOf(deps.publicUrl), demo: deps.demo }, counted));
  app.use(refuseUnknown);
  app.use(takeBackFree(meter));
  app.use(errorHandler(log, metrics));
  return app;

  /** The operations of the contract, with one Router for each first path segment. */
  function operations(): Router {
    const keptAnswers = new KeptAnswers(basis, metrics, budget.timer);
    const answer = answerWith({ ...deps, accountConcurrency, onViolation, cookies });
    const routers = new Map<string, Router>();
    for (const operation of contract.operations) {
      const [, segment, ...rest] = operation.path.replace(/\{(\w+)\}/g, ':$1').split('/');
      const router = routers.get(segment) ?? Router();
      routers.set(segment, router);
      router[operation.method](
        `/${rest.join('/')}`,
        select(operation),
        ...identify(operation.access),
        ...announceDeprecation(operation, `${deps.publicUrl}/docs#operation/${operation.id}`),
        admit(operation, deps.admit),
        ...checkInput(operation),
        ...validators.get(operation.path)!,
        collectInput(operation),
        ...chooseFormat(operation),
        ...nameMarkets(operation, deps.marketNamed),
        authorize(operation, deps.authorize),
        ...keptAnswers.middleware(operation),
        answer(operation),
      );
    }
    const v1 = Router();
    v1.use(isPrivate);
    // An unknown or malformed path is 401 without a key.
    v1.use((request, _response, next) => next(isDecodable(request.path) ? undefined : 'router'));
    for (const [segment, router] of routers) v1.use(`/${segment}`, router);
    return Router().use(v1, ...identify('key'), requireDecodable, refuseUnknown);
  }

  function identify(access: Access): RequestHandler[] {
    return [authenticate(authentication, access), rateLimit(meter, access), setDataSource(deps.dataSource)];
  }
}

function setDataSource(dataSource: AppDeps['dataSource']): RequestHandler {
  return (_request, response, next) => {
    const source = dataSource();
    if (source !== null) response.set('X-Data-Source', source);
    next();
  };
}

/**
 * Shared caches must not store answers; clients revalidate theirs each time, and a matching tag saves the body. Answers to
 * changes are stored nowhere: some hold a secret that is shown once.
 */
const isPrivate: RequestHandler = ({ method }, response, next) => {
  const isRead = method === 'GET' || method === 'HEAD';
  response.set('Cache-Control', isRead ? 'private, no-cache' : 'no-store');
  next();
};

function select(operation: ContractOperation): RequestHandler {
  return (_request, { locals }, next) => {
    locals.operation = operation;
    next();
  };
}

/** Adds types that the package does not know as text. Stored files stay uncompressed: ranges count their bytes. */
const isCompressible: NonNullable<Parameters<typeof compression>[0]>['filter'] = (request, response) => {
  // A 304 names what its 200 varies by (RFC 9110, 15.4.5), but no longer has a type to tell it from.
  if (response.statusCode === 304) response.vary('Accept-Encoding');
  const isText = /^application\/(yaml|x-ndjson)\b/.test(String(response.getHeader('Content-Type')));
  return response.locals.isStoredFile !== true && (isText || compression.filter(request, response));
};

/** @throws malformedPath */
const requireDecodable: RequestHandler = (request, _response, next) => {
  if (!isDecodable(request.path)) throw malformedPath();
  next();
};

const refuseUnknown: RequestHandler = () => {
  throw notFound();
};

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Logs and counts answers that break the contract. @param strict whether to answer 500 instead */
function watchViolations(log: Logger, metrics: Metrics, strict: boolean): OnViolation {
  return (operation, faults) => {
    metrics.violations.inc({ operation });
    log.error({ operation, faults }, 'response breaks the contract');
    if (strict) throw internal({ responseBreaksContract: { operation, faults } });
  };
}

/** The path of a URL, without a trailing slash. */
function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '');
}
