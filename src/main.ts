import './requireNode';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app';
import { runningClock } from './clock';
import { compose, type Service } from './compose';
import { type Config, ConfigError, readConfig } from './config';
import { scanBusy } from './errors';
import { Metrics } from './http/metrics';
import { createHttpServer, GracefulStop } from './http/server';
import { createLog } from './log';
import { loadProtocol } from './mcp/http';
import { loadContract } from './openapi/document';
import { openContract } from './openapi/validator';
import { VERSION } from './projectRoot';
import { shownUrl } from './storage/database';
import { DamagedDataError, UnusableDatabaseError } from './storage/errors';

/** Starts the process: settings, log, clock, service, server, signals. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  log.info({ version: VERSION, database: shownUrl(config.databaseUrl) }, 'starting');
  const clock = runningClock(config.now);
  const service = await compose(config, clock, log);
  const stop = new GracefulStop();
  const opened = openContract(loadContract());
  let markListening = () => {};
  const listening = new Promise<void>((resolve) => {
    markListening = resolve;
  });
  if (config.listen === 'ready') markListening();
  // What any first request would otherwise wait for: worker threads load the prices, this thread the packages of /mcp. If those
  // cannot be loaded, requests to /mcp get the error.
  let isWarm = false;
  const warm = Promise.all([service.warm(listening), opened.then(loadProtocol).catch(() => {})]).then(
    () => {
      isWarm = true;
      return true;
    },
    (error) => {
      // A stop aborts the loading of prices.
      if (stop.begun) return false;
      throw error;
    },
  );
  // Prevents an unhandled rejection; errors are handled where `warm` is awaited.
  warm.catch(() => {});
  const requireReady = () => {
    if (stop.begun) throw scanBusy();
    service.app.requireReady();
    if (!isWarm) throw scanBusy();
  };
  const app = createApp({ ...service.app, requireReady, metrics: new Metrics(true) }, await opened);
  const server = createHttpServer(app);
  stop.watch(server);
  stopOnSignal(config, stop, service, log);
  if (config.listen === 'ready' && !(await warm)) return;
  const port = await listen(config, server);
  markListening();
  log.info({ port, url: `http://localhost:${port}/v1`, docs: `http://localhost:${port}/docs` }, 'listening');
  if (service.demoToken !== null) log.info({ demoToken: service.demoToken }, 'demo token, public');
  else log.info('the demo token is off: set DEMO_TOKEN=prn_demo, or another, for visitors without an account');
  if (!(await warm)) return;
  log.info('ready');
  await service.start();
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
