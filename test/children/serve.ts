import { createApp } from '../../src/app';
import { createLog } from '../../src/log';
import { fixedClock } from '../helpers/clock';
import { openedContract } from '../helpers/contract';
import { listen } from '../helpers/listen';
import { composeService } from '../helpers/service';
import { shellSettings } from '../helpers/shell';
import { say } from './protocol';

/** Serves a database with a fixed clock and a cold engine: DATABASE INSTANT. Prints its URL. */
const [url, instant] = process.argv.slice(2);

async function main(): Promise<void> {
  const { service } = await composeService(url, fixedClock(instant), { log: createLog('silent') });
  say((await listen(createApp({ ...service.app, ...shellSettings() }, await openedContract()))).url);
}

void main();
