import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app';
import { fixedClock } from '../../src/clock';
import { compose } from '../../src/compose';
import { readConfig } from '../../src/config';
import { createLog } from '../../src/log';
import { say } from './say';

/** A server process, its clock standing still, its engine cold: DATABASE INSTANT. Says its port. */
const [file, instant] = process.argv.slice(2);

async function main(): Promise<void> {
  const env = { NODE_ENV: 'test', DATABASE_URL: file, DATABASE_WAIT_MS: '60000', WORKERS: '0', LOG_LEVEL: 'silent' };
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const service = await compose(config, fixedClock(instant), log);
  const app = await createApp({ ...service.app, log, strictResponses: true });
  const server = createServer(app).listen(0, '127.0.0.1', () => {
    say(`${(server.address() as AddressInfo).port}`);
  });
}

void main();
