import { startReplica } from './composedReplica';
import { say } from './say';

/** A replica that begins the pick of the day and comes to no end: DATABASE INSTANT. Says `at work` once it is at it. */
const [url, instant] = process.argv.slice(2);

async function main(): Promise<void> {
  const { service } = await startReplica(url, instant, {
    pickPredictor: async () => {
      say('at work');
      return new Promise(() => setInterval(() => {}, 1_000));
    },
  });
  await service.warm();
  await service.schedule.tick();
}

void main();
