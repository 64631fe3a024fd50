import { QUEUE_NAMES } from '../../src/queue/queue';
import { openStorage } from '../../src/storage/open';
import { say } from './protocol';

/** Runs the jobs of a database and never finishes one: DATABASE. Prints `ready`, and `QUEUE ATTEMPT` for each started job. */
async function main(): Promise<void> {
  const [url] = process.argv.slice(2);
  const { queue } = await openStorage(url, { connections: 4, waitMs: 60_000 });
  for (const name of QUEUE_NAMES) {
    queue.work(name, async ({ attempt }) => {
      say(`${name} ${attempt}`);
      await new Promise(() => {});
    });
  }
  await queue.start((error) => say(String(error)));
  say('ready');
}

void main();
