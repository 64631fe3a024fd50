import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app';
import { runningClock } from './clock';
import { compose, type Service } from './compose';
import { type Config, ConfigError, readConfig } from './config';
import { createLog, outputByTurn } from './http/log';
import { createMetrics } from './http/metrics';
import { createHttpServer } from './http/server';
import { DamagedDataError } from './storage/errors';

/** How often connections are looked at while the service stops, milliseconds. */
const LOOK_FOR_IDLE_MS = 100;

/** The process: settings, log, clock, service, listen, signals. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel, outputByTurn());
  const service = await compose(config, runningClock(config.now), log);
  const listening = listen(config, service, log);
  // Threads read prices while this one puts the server together.
  const warm = service.warm(listening);
  // What goes wrong is told below, where it is waited for.
  warm.catch(() => {});
  const server = await listening;
  stopOnSignal(config, server, service, log);
  const { port } = server.address() as AddressInfo;
  log.info({ port, url: `http://localhost:${port}/v1`, docs: `http://localhost:${port}/docs` }, 'listening');
  if (service.demoToken !== null) log.info({ demoToken: service.demoToken }, 'demo token, public');
  await warm;
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
      clearInterval(look);
      server.closeAllConnections();
      resolve(false);
    }, limit);
    // One whose last request ends meanwhile would else be kept for the next.
    const look = setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MS);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(look);
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
