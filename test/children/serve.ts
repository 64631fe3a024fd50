import { createApp } from '../../src/app';
import { fixedClock } from '../../src/clock';
import { createLog } from '../../src/log';
import { listen } from '../helpers/listen';
import { composeService } from '../helpers/service';
import { say } from './protocol';

/** Serves a database with a fixed clock and a cold engine: DATABASE INSTANT. Prints its URL. */
const [url, instant] = process.argv.slice(2);

async function main(): Promise<void> {
  const { service, log } = await composeService(url, fixedClock(instant), { log: createLog('silent') });
  say((await listen(await createApp({ ...service.app, log, strictResponses: true }))).url);
}

void main();
