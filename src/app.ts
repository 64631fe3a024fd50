import compression from 'compression';
import express, { type Express, type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { AccountConcurrency, concurrencyReadings } from './access/accountConcurrency';
import type { Access } from './access/credentials';
import { type Meter, unmetered } from './access/rate';
import './http/locals';
import { SessionCookies } from './access/sessionCookies';
import type { Budget } from './deadline';
import { internal, malformedPath, notFound } from './errors';
import { accessLog } from './http/accessLog';
import { answerWith, chooseFormat } from './http/answer';
import { type Admit, type Authenticate, type Authorize, admit, authenticate, authorize } from './http/authenticate';
import { crossOrigin } from './http/crossOrigin';
import { errorHandler } from './http/errorHandler';
import { type AnswerBasis, etagOf, KeptAnswers } from './http/keptAnswers';
import { createMetrics, guardMetrics, type Metrics, type MetricsAccess } from './http/metrics';
import { openPages } from './http/pages';
import { rateLimit, rateLimitByAddress } from './http/rateLimit';
import { nameRequest, refuseExpectation, requireHost } from './http/requestHead';
import { type PageSettings, webPages } from './http/webPages';
import type { Readings } from './log';
import { type McpSettings, mcpRoutes } from './mcp/http';
import { announceDeprecation } from './openapi/deprecation';
import { type ContractOperation, loadContract } from './openapi/document';
import { checkInput, collectInput } from './openapi/input';
import { type MarketNamed, nameMarkets } from './openapi/marketNames';
import { type OnViolation, type OpenContract, openContract } from './openapi/validator';
import type { Handlers } from './operation';

/** What the HTTP shell stands on. */
export interface AppDeps {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly marketNamed: MarketNamed;
  /** Where clients reach this server, without a slash at the end: `https://example.com`. */
  readonly publicUrl: string;
  /** Asked before a body is read. */
  readonly admit?: Admit;
  /** Asked between validation and handler. */
  readonly authorize?: Authorize;
  /** By default nothing is metered. */
  readonly meter?: Meter;
  /** Asked by GET /readyz. @throws what every request for data would be refused with */
  readonly requireReady: () => void;
  /** Value of the header X-Data-Source; null leaves it out. */
  readonly dataSource?: () => string | null;
  /** What answers depend on; by default none is kept. */
  readonly basis?: AnswerBasis;
  readonly log: Logger;
  /** Time the work of one request may take (SPEC 7 rule 1); answers are kept for a while by the same timer. */
  readonly budget: Budget;
  readonly metrics?: Metrics;
  /** Who may read GET /metrics; by default everybody. */
  readonly metricsAccess?: MetricsAccess;
  /** Further numbers for operators. */
  readonly readings?: Readings;
  /** Whether a response that breaks the contract becomes a 500 (development, test) rather than a line in the log. */
  readonly strictResponses: boolean;
  readonly corsOrigins?: readonly string[] | '*';
  readonly trustProxy?: number | readonly string[];
  /** What the pages may ask with for those without an account; by default nothing. */
  readonly demo?: PageSettings['demo'];
  /** How long a client may take nothing of a large answer, milliseconds; ten seconds by default. */
  readonly largeStallMs?: number;
  /** Without them there is no /mcp. */
  readonly mcp?: McpSettings;
}

/** Of one account's requests so many compute at once: enough to keep workers and main thread busy. */
const PLACES_PER_ACCOUNT = 2;
/** Most of the gain for a quarter of the default level's work. */
const GZIP_LEVEL = 1;
const NOTHING_KEPT: AnswerBasis = {
  revision: async () => null,
  allowance: async () => null,
  dataVersion: () => null,
};

/** Every step of a request, in its order. Resolves once the contract has been read. */
export async function createApp(deps: AppDeps, opened?: OpenContract): Promise<Express> {
  const { contract, validators } = opened ?? (await openContract(loadContract()));
  const { log, meter = unmetered, metrics = createMetrics(), corsOrigins = [], basis = NOTHING_KEPT, budget } = deps;
  const cookies = new SessionCookies(deps.publicUrl);
  const authentication = { authenticate: deps.authenticate, meter, cookies };
  const counted = rateLimitByAddress(meter, 'page');
  const places = new AccountConcurrency(PLACES_PER_ACCOUNT);
  metrics.watch(async () => concurrencyReadings(places.lines));
  if (deps.readings) metrics.watch(deps.readings);

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', etagOf);
  app.set('trust proxy', deps.trustProxy ?? 0);
  const onViolation = watchViolations(log, metrics, deps.strictResponses);
  app.locals.onViolation = onViolation;

  app.use(nameRequest);
  app.use(accessLog(log, metrics));
  // Answers are data: a browser that shows one loads nothing for it.
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }));
  app.use(crossOrigin(corsOrigins, contract.operations));
  app.use(requireHost, refuseExpectation);
  app.use(compression({ level: GZIP_LEVEL, filter: isCompressible }));

  app.use('/v1', operations());
  app.use(
    openPages({
      publicUrl: deps.publicUrl,
      requireReady: deps.requireReady,
      counted,
      metrics: [guardMetrics(deps.metricsAccess ?? 'open'), metrics.serve],
    }),
  );
  if (deps.mcp) {
    app.use(mcpRoutes({ ...deps.mcp, app, authenticate: authenticate(authentication), meter, log, corsOrigins }));
  }
  app.use(webPages({ base: pathOf(deps.publicUrl), demo: deps.demo ?? null }, counted));
  app.use(refuseUnknown);
  app.use(errorHandler(log, metrics));
  return app;

  /** The operations of the contract, one Router a first path segment. */
  function operations(): Router {
    const keptAnswers = new KeptAnswers(basis, metrics, budget.timer);
    const { handlers } = deps;
    const { dataVersion } = basis;
    const { largeStallMs } = deps;
    const answer = answerWith({ handlers, places, onViolation, budget, cookies, dataVersion, largeStallMs });
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
        ...validators.get(operation.tag)!,
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
    // That a path is unknown, or cannot be read, is told only to who may come in.
    v1.use((request, _response, next) => next(isDecodable(request.path) ? undefined : 'router'));
    for (const [segment, router] of routers) v1.use(`/${segment}`, router);
    return Router().use(v1, ...identify('key'), requireDecodable, refuseUnknown);
  }

  /** Who asks, what is left of their budgets, and where the prices come from. */
  function identify(access: Access): RequestHandler[] {
    return [authenticate(authentication, access), rateLimit(meter, access), sayDataSource];
  }

  function sayDataSource(...[, response, next]: Parameters<RequestHandler>): void {
    const source = deps.dataSource?.() ?? null;
    if (source !== null) response.set('X-Data-Source', source);
    next();
  }
}

/** An answer is its caller's alone, and is asked for anew each time: its tag may spare the body. */
const isPrivate: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'private, no-cache');
  next();
};

function select(operation: ContractOperation): RequestHandler {
  return (_request, { locals }, next) => {
    locals.operation = operation;
    next();
  };
}

/** Text of types that the package does not know for text, too; never a part of a stored file, whose bytes are counted. */
const isCompressible: NonNullable<Parameters<typeof compression>[0]>['filter'] = (request, response) => {
  const isText = /^application\/(yaml|x-ndjson)\b/.test(String(response.getHeader('Content-Type')));
  return response.locals.isPart !== true && (isText || compression.filter(request, response));
};

/** @throws malformedPath where a path cannot even be read */
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

/** Logs and counts answers that break the contract, and withholds them where `strict` says so. */
function watchViolations(log: Logger, metrics: Metrics, strict: boolean): OnViolation {
  return (operation, faults) => {
    metrics.countViolation(operation);
    log.error({ operation, faults }, 'response breaks the contract');
    if (strict) throw internal({ responseBreaksContract: { operation, faults } });
  };
}

/** Without a slash at its end. */
function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '');
}
