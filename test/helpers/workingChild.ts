import { createInterface } from 'node:readline';
import { openStorage } from '../../src/storage/open';
import { say } from './say';

/**
 * Does work in the turns of its process: DATABASE NAME. At each line `DUE` (or `-`) it calls `run`, says `at DUE` for what it
 * is given to do, waits for a line of how it ends (`done` or `failed`), and says `ran` afterwards. At the line `name` it says
 * a name of its own.
 */
const [url, name] = process.argv.slice(2);

async function main(): Promise<void> {
  const { work, presence } = await openStorage(url);
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value as string;
  say('ready');
  for (let line = await next(); line !== undefined; line = await next()) {
    if (line === 'name') {
      say(await presence.name());
      continue;
    }
    await work
      .run(name, line === '-' ? null : line, async (due) => {
        say(`at ${due}`);
        if ((await next()) === 'failed') throw new Error('it failed');
      })
      .catch((error: Error) => say(error.message));
    say('ran');
  }
}

void main();
