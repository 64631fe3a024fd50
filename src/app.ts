import compression from 'compression';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { AccountConcurrency, lineReadings } from './access/accountConcurrency';
import { type Meter, unmetered } from './access/rate';
import type { Budget } from './deadline';
import { type Authenticate, authenticateWith, meterWith } from './http/access';
import { answerWith } from './http/answer';
import { AnswerRoom } from './http/answerRoom';
import { crossOrigin } from './http/crossOrigin';
import { errorHandler } from './http/errorHandler';
import { etagOf } from './http/etag';
import { noticeGone } from './http/gone';
import { dataSourceHeader, privateCache, securityHeaders } from './http/headers';
import { accessLog } from './http/log';
import { type MarketNamed, nameMarkets } from './http/marketNames';
import { createMetrics, type Metrics } from './http/metrics';
import { type MetricsAccess, metricsDoor } from './http/metricsDoor';
import {
  type Admit,
  type Authorize,
  admitWith,
  authorizeWith,
  checkBody,
  confirmOperation,
  expressPath,
  headAsGet,
  noteOperation,
  plainContentType,
  readInput,
  refuseUndecodable,
  refuseUnknown,
} from './http/operationSteps';
import { openPages } from './http/pages';
import { openContract, type ReadyContract } from './http/probe';
import { checkQuery } from './http/query';
import { refuseExpectation, requireHost } from './http/requestHead';
import { originForm, requestId } from './http/requestId';
import { ResponseCache } from './http/responseCache';
import { watchViolations } from './http/violations';
import type { Readings } from './log';
import { type McpSettings, mcpRoutes } from './mcp/http';
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
  /** Without them there is no /mcp. */
  readonly mcp?: McpSettings;
}

const BODY_LIMIT = '256kb';
/** For bodies that are sent once: a quarter of the default level's work, for a quarter more bytes. */
const GZIP_LEVEL = 1;
/** Of one account's requests so many compute at once: enough to keep workers and main thread busy. */
const PLACES_PER_ACCOUNT = 2;

/**
 * The HTTP shell: every step of a request in its order. Resolves once the contract has been read and every operation
 * has accepted its own examples.
 */
export async function createApp(deps: AppDeps, opened?: ReadyContract): Promise<Express> {
  const {
    log,
    meter = unmetered,
    metrics = createMetrics(),
    corsOrigins = [],
    dataSource = () => null,
    metricsAccess = 'open',
  } = deps;
  const { contract, validators } = opened ?? (await openContract());
  const authenticate = authenticateWith(deps.authenticate, meter);
  const places = new AccountConcurrency(PLACES_PER_ACCOUNT);
  const responses = new ResponseCache(deps.budget.timer);
  const room = new AnswerRoom(deps.budget.timer);
  const answering = { handlers: deps.handlers, places, room, responses, budget: deps.budget };

  metrics.watch(async () => lineReadings(places.lines));
  if (deps.readings) metrics.watch(deps.readings);

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', etagOf);
  app.set('trust proxy', deps.trustProxy ?? 0);

  app.use(noticeGone);
  app.use(requestId);
  app.use(originForm);
  app.use(metrics.observe);
  app.use(accessLog(log));
  app.use(securityHeaders);
  app.use(crossOrigin(corsOrigins));
  app.use(requireHost, refuseExpectation);
  app.use(compression({ level: GZIP_LEVEL }));

  const pages = {
    publicUrl: deps.publicUrl,
    contract,
    requireReady: deps.requireReady,
    meter,
    metrics: [metricsDoor(metricsAccess), metrics.serve],
  };
  app.use(openPages(pages));
  if (deps.mcp) app.use(mcpRoutes({ ...deps.mcp, app, authenticate, meter, log, corsOrigins }));

  app.use('/v1', privateCache);
  app.use('/v1', watchViolations(log, metrics, deps.strictResponses));
  app.use('/v1', authenticate);
  app.use('/v1', meterWith(meter));
  app.use('/v1', dataSourceHeader(dataSource));

  const readBody = express.json({ limit: BODY_LIMIT, strict: false });
  const operations = express.Router();
  for (const operation of contract.operations) {
    operations[operation.method](
      expressPath(operation),
      noteOperation(operation),
      admitWith(operation, deps.admit),
      readBody,
      headAsGet,
      plainContentType(operation),
      checkQuery(operation),
      checkBody(operation),
      responses.render,
      ...validators,
      confirmOperation(operation),
      readInput(operation),
      nameMarkets(operation, deps.marketNamed),
      authorizeWith(operation, deps.authorize),
      answerWith(operation, answering),
    );
  }
  app.use('/v1', operations);
  app.use('/v1', refuseUndecodable);

  app.use(refuseUnknown);
  app.use(errorHandler(log, metrics));
  return app;
}
