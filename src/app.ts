import compression from 'compression';
import express, { type Express } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { type Meter, unmetered } from './access/rate';
import { notFound } from './errors';
import { type Authenticate, authenticateWith, meterWith } from './http/access';
import { crossOrigin } from './http/crossOrigin';
import { errorHandler } from './http/errorHandler';
import { etagOf } from './http/etag';
import { accessLog } from './http/log';
import { createMetrics, type Metrics } from './http/metrics';
import { openPages } from './http/pages';
import { openContract, type ReadyContract, withhold } from './http/probe';
import { originForm, requestId } from './http/requestId';
import { type Authorize, contractRoutes } from './http/routes';
import { stateOf, type Violation } from './http/state';
import { type McpSettings, mcpRoutes } from './mcp/http';
import type { Handlers } from './operation';

/** What the HTTP shell stands on. */
export interface AppDeps {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  /** Asked between validation and handler. */
  readonly authorize?: Authorize;
  /** By default nothing is metered. */
  readonly meter?: Meter;
  /** Whether GET /readyz answers 200. */
  readonly ready: () => boolean;
  /** Value of the header X-Data-Source; null leaves it out. */
  readonly dataSource?: () => string | null;
  readonly log: Logger;
  readonly metrics?: Metrics;
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

/**
 * The HTTP shell: every middleware in its order. Resolves once the contract has been read and every operation has
 * accepted its own examples.
 */
export async function createApp(deps: AppDeps, opened?: ReadyContract): Promise<Express> {
  const { log, meter = unmetered, metrics = createMetrics(), corsOrigins = [] } = deps;
  const { contract, validators } = opened ?? (await openContract());
  const onViolation = (violation: Violation) => {
    metrics.countViolation(violation.operation);
    log.error(violation, 'response breaks the contract');
    if (deps.strictResponses) withhold(violation);
  };

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', etagOf);
  app.set('trust proxy', deps.trustProxy ?? 0);

  app.use(requestId);
  app.use(originForm);
  app.use(metrics.observe);
  app.use(accessLog(log));
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }));
  app.use(crossOrigin(corsOrigins));
  app.use(compression({ level: GZIP_LEVEL }));

  app.use(openPages(contract, deps.ready, metrics.serve));

  const authenticate = authenticateWith(deps.authenticate, meter);
  if (deps.mcp) app.use(mcpRoutes({ ...deps.mcp, app, authenticate, log, corsOrigins }));

  app.use('/v1', (_request, response, next) => {
    response.set('Cache-Control', 'private, no-cache');
    stateOf(response).onViolation = onViolation;
    next();
  });
  app.use('/v1', authenticate);
  app.use('/v1', meterWith(meter));
  app.use('/v1', (_request, response, next) => {
    const source = deps.dataSource?.() ?? null;
    if (source !== null) response.set('X-Data-Source', source);
    next();
  });
  app.use('/v1', express.json({ limit: BODY_LIMIT, strict: false }));
  app.use('/v1', contractRoutes(contract, validators, deps));

  app.use((_request, _response, next) => next(notFound()));
  app.use(errorHandler(log));
  return app;
}
