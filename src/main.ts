import './requireNode';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app';
import { runningClock } from './clock';
import { compose, type Service } from './compose';
import { type Config, ConfigError, readConfig } from './config';
import { scanBusy } from './errors';
import { GracefulStop } from './http/gracefulStop';
import { createMetrics } from './http/metrics';
import { createHttpServer } from './http/server';
import { createLog } from './log';
import { loadProtocol } from './mcp/protocol';
import { loadContract } from './openapi/document';
import { compileValidators, type OpenContract, openContract } from './openapi/validator';
import { DamagedDataError, UnusableDatabaseError } from './storage/errors';
import { VERSION } from './version';

/** Starts the process: settings, log, clock, service, server, signals. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  log.info({ version: VERSION }, 'starting');
  const clock = runningClock(config.now);
  const service = await compose(config, clock, log);
  const stop = new GracefulStop();
  const contract = openContract(loadContract());
  const created = contract.then((opened) => createServerFor(config, service, opened, stop, log));
  const listening = config.listen === 'start' ? created.then((server) => listen(config, server)) : undefined;
  // Worker threads read prices while this thread creates the server.
  const warm = service.warm(listening).then(
    () => true,
    (error) => {
      // A stop aborts the loading of prices.
      if (stop.begun) return false;
      throw error;
    },
  );
  // Prevents an unhandled rejection; errors are handled where `warm` is awaited.
  warm.catch(() => {});
  const server = await created;
  stopOnSignal(config, stop, service, log);
  if (listening === undefined && !(await warm)) return;
  const port = await (listening ?? listen(config, server));
  log.info({ port, url: `http://localhost:${port}/v1`, docs: `http://localhost:${port}/docs` }, 'listening');
  if (service.demoToken !== null) log.info({ demoToken: service.demoToken }, 'demo token, public');
  if (!(await warm)) return;
  log.info('ready');
  await service.start();
  await compileValidators(await contract);
  // Loads the packages of /mcp in advance, which takes 200 ms. If it fails, the first request to /mcp gets the error.
  loadProtocol().catch(() => {});
}

async function createServerFor(
  config: Config,
  service: Service,
  contract: OpenContract,
  stop: GracefulStop,
  log: Logger,
): Promise<Server> {
  const deps = {
    ...service.app,
    requireReady() {
      if (stop.begun) throw scanBusy();
      service.app.requireReady();
    },
    log,
    metrics: createMetrics(true),
    strictResponses: config.environment !== 'production',
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    metricsAccess: config.metricsAccess,
  };
  const app = await createApp(deps, contract);
  const server = createHttpServer(app);
  stop.watch(server);
  return server;
}

/** @returns the port */
function listen({ port, host }: Config, server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Stops gracefully at the first SIGTERM or SIGINT, then closes workers and database. The second ends the process at once. */
function stopOnSignal(config: Config, graceful: GracefulStop, service: Service, log: Logger): void {
  const stop = (signal: NodeJS.Signals) => {
    if (graceful.begun) process.exit(1);
    log.info({ signal }, 'stopping');
    graceful
      .stop(config)
      .then((drained) => {
        if (!drained) log.warn({ afterMs: config.shutdownMs }, 'requests in flight were cut off');
        return service.close();
      })
      .then(
        () => log.info('stopped'),
        (err) => {
          log.error({ err }, 'did not stop cleanly');
          process.exitCode = 1;
        },
      )
      .finally(() => process.exit());
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  // The messages of these errors are for the operator, who needs no stack.
  const isForOperator = [ConfigError, DamagedDataError, UnusableDatabaseError].some((type) => error instanceof type);
  if (isForOperator) console.error((error as Error).message);
  else console.error(error);
  process.exit(1);
});
