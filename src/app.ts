import type { RequestListener } from 'node:http';
import express from 'express';
import type { Logger } from 'pino';
import { AccountConcurrency, lineReadings } from './access/accountConcurrency';
import { type Meter, unmetered } from './access/rate';
import type { Budget } from './deadline';
import { type Authenticate, authenticateWith, meterByAddress, meterWith } from './http/access';
import { answerWith } from './http/answer';
import { AnswerRoom } from './http/answerRoom';
import { arrivalWith, clientAddress } from './http/arrival';
import { crossOrigin } from './http/crossOrigin';
import { Downloads } from './http/downloads';
import { errorHandler, refuseWith } from './http/errorHandler';
import { etagOf } from './http/etag';
import { asMiddleware } from './http/exchange';
import { chooseFormat } from './http/formats';
import { dataSourceHeader } from './http/headers';
import { accessLog } from './http/log';
import { type MarketNamed, nameMarkets } from './http/marketNames';
import { createMetrics, type Metrics } from './http/metrics';
import { type MetricsAccess, metricsDoor } from './http/metricsDoor';
import { OperationMap } from './http/operationMap';
import {
  type Admit,
  type Authorize,
  admitWith,
  announce,
  authorizeWith,
  checkInput,
  headAsGet,
  readBodyUpTo,
} from './http/operationSteps';
import { OwnPages } from './http/ownPages';
import { openPages, refuseUnknown } from './http/pages';
import { openContract, type ReadyContract } from './http/probe';
import { refuseExpectation, requireHost } from './http/requestHead';
import { ResponseCache } from './http/responseCache';
import { compress } from './http/sending';
import { isOfV1, serveWith } from './http/serve';
import { watchViolations } from './http/violations';
import { type PageSettings, webPages } from './http/webPages';
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
  /** Value of the header X-Data-Version; null leaves it out. */
  readonly dataVersion?: () => string | null;
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
  /** Without them there is no /mcp. */
  readonly mcp?: McpSettings;
}

const BODY_LIMIT = '256kb';
/** Of one account's requests so many compute at once: enough to keep workers and main thread busy. */
const PLACES_PER_ACCOUNT = 2;

/**
 * The HTTP shell: every step of a request in its order. Operations of the contract take the straight way; Express serves
 * what is seldom asked for. Resolves once the contract has been read.
 */
export async function createApp(deps: AppDeps, opened?: ReadyContract): Promise<RequestListener> {
  const {
    log,
    meter = unmetered,
    metrics = createMetrics(),
    corsOrigins = [],
    dataSource = () => null,
    dataVersion = () => null,
    metricsAccess = 'open',
  } = deps;
  const { contract, validators } = opened ?? (await openContract());
  const ownPages = new OwnPages(deps.publicUrl);
  const authenticate = authenticateWith(deps.authenticate, meter, ownPages);
  const places = new AccountConcurrency(PLACES_PER_ACCOUNT);
  const answering = {
    handlers: deps.handlers,
    places,
    room: new AnswerRoom(deps.budget.timer),
    downloads: new Downloads(deps.budget.timer),
    responses: new ResponseCache(deps.budget.timer),
    onViolation: watchViolations(log, metrics, deps.strictResponses),
    budget: deps.budget,
    dataVersion,
    pages: ownPages,
  };

  metrics.watch(async () => lineReadings(places.lines));
  if (deps.readings) metrics.watch(deps.readings);

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', etagOf);
  app.set('trust proxy', deps.trustProxy ?? 0);

  const origins = crossOrigin(corsOrigins, contract.operations);
  const refuse = refuseWith(log, metrics);
  const logRequest = accessLog(log);
  const arrive = arrivalWith(origins, {
    address: clientAddress(app, deps.trustProxy),
    tell: (exchange) => {
      metrics.observe(exchange);
      logRequest(exchange);
    },
  });

  const readBody = readBodyUpTo(BODY_LIMIT);
  const serve = serveWith({
    refuse,
    before: [requireHost, refuseExpectation, authenticate, meterWith(meter), dataSourceHeader(dataSource)],
    operations: new OperationMap(
      contract.operations.map((operation) => {
        const validator = validators[operation.id];
        const steps = [
          announce(operation, `${deps.publicUrl}/docs#operation/${operation.id}`),
          admitWith(operation, deps.admit),
          readBody,
          headAsGet,
          checkInput(operation, validator),
          chooseFormat(operation),
          nameMarkets(operation, deps.marketNamed),
          authorizeWith(operation, deps.authorize),
          answerWith(operation, validator, answering),
        ];
        return [operation, { operation, steps }];
      }),
    ),
  });

  const listener: RequestListener = (request, response) => {
    const exchange = arrive(request, response);
    if (isOfV1(exchange)) return void serve(exchange);
    exchange.handOver();
    app(request, response);
  };

  app.use(origins.preflight);
  app.use(asMiddleware(requireHost), asMiddleware(refuseExpectation));
  app.use(compress);
  const pages = {
    publicUrl: deps.publicUrl,
    hasMcp: deps.mcp !== undefined,
    contract,
    requireReady: deps.requireReady,
    counted: asMiddleware(meterByAddress(meter, 'page')),
    metrics: [metricsDoor(metricsAccess), metrics.serve],
  };
  app.use(openPages(pages));
  if (deps.mcp) app.use(mcpRoutes({ ...deps.mcp, app: listener, authenticate, meter, log, corsOrigins }));
  app.use(webPages({ base: pathOf(deps.publicUrl), demo: deps.demo ?? null }, pages.counted));
  app.use(refuseUnknown);
  app.use(errorHandler(refuse));
  return listener;
}

/** Without a slash at its end. */
function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '');
}
