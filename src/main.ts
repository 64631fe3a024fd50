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

/** The process: settings, log, clock, service, listen, signals. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const clock = runningClock(config.now);
  const service = await compose(config, clock, log);
  const stop = new GracefulStop();
  const contract = openContract(loadContract());
  const created = contract.then((opened) => createServerFor(config, service, opened, stop, log));
  const listening = config.listen === 'start' ? created.then((server) => listen(config, server)) : undefined;
  // Threads read prices while this one puts the server together.
  const warm = service.warm(listening).then(
    () => true,
    (error) => {
      // Who stops the service wants no prices of it.
      if (stop.begun) return false;
      throw error;
    },
  );
  // What goes wrong is told below, where it is waited for.
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
  // Its packages take a fifth of a second to load. Where that fails, the first client of /mcp is told.
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

/**
 * The first SIGTERM or SIGINT takes the service away from its clients without cutting off any; then workers and database
 * are closed. The second ends the process at once.
 */
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
  // What they say is for the operator; where it was thrown helps nobody.
  const told = [ConfigError, DamagedDataError, UnusableDatabaseError].some((known) => error instanceof known);
  if (told) console.error((error as Error).message);
  else console.error(error);
  process.exit(1);
});
