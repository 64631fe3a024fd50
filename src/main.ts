import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { createApp } from './app';
import { runningClock } from './clock';
import { compose, type Service } from './compose';
import { type Config, ConfigError, readConfig } from './config';
import { createLog } from './http/log';
import { createMetrics } from './http/metrics';
import { createHttpServer } from './http/server';
import { DamagedDataError } from './storage/errors';

/**
 * Percent by which the heap may grow beyond what is in use before it is collected. On a machine of much memory V8 lets it
 * become four times as large, which under load is most of what this process takes.
 */
const HEAP_GROWTH = 50;

/** The process: settings, log, clock, service, listen, signals. */
async function main(): Promise<void> {
  // Read by V8 at each collection, so that it may be set in a process that runs; threads have it too.
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const config = readConfig();
  const log = createLog(config.logLevel);
  const service = await compose(config, runningClock(config.now), log);
  const server = await listen(config, service, log);
  stopOnSignal(config, server, service, log);
  const { port } = server.address() as AddressInfo;
  log.info({ port, url: `http://localhost:${port}/v1`, docs: `http://localhost:${port}/docs` }, 'listening');
  if (service.demoToken !== null) log.info({ demoToken: service.demoToken }, 'demo token, public');
  await service.warm();
  log.info('ready');
  service.schedule.start();
}

async function listen(config: Config, service: Service, log: Logger): Promise<Server> {
  const app = await createApp({
    ...service.app,
    log,
    metrics: createMetrics(true),
    strictResponses: config.environment !== 'production',
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    metricsAccess: config.metricsAccess,
  });
  return new Promise((resolve, reject) => {
    const server = createHttpServer(app).listen(config.port, config.host);
    server.once('listening', () => resolve(server));
    server.once('error', reject);
  });
}

/**
 * The first SIGTERM or SIGINT stops listening and lets requests in flight finish for as long as the settings say; then
 * workers and database are closed. The second ends the process at once.
 */
function stopOnSignal(config: Config, server: Server, service: Service, log: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    drain(server, config.shutdownMs)
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

/** Whether every request finished within `limit` milliseconds. */
function drain(server: Server, limit: number): Promise<boolean> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => {
      server.closeAllConnections();
      resolve(false);
    }, limit);
    server.close(() => {
      clearTimeout(cutOff);
      resolve(true);
    });
    server.closeIdleConnections();
  });
}

main().catch((error: unknown) => {
  // What they say is for the operator; where it was thrown helps nobody.
  if (error instanceof ConfigError || error instanceof DamagedDataError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
