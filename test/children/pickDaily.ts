import { fixedClock } from '../../src/clock';
import { composeService } from '../helpers/service';
import { say } from './protocol';

/** A replica that begins the pick of the day and never ends it: DATABASE INSTANT. Says `at work` once it has begun. */
const [url, instant] = process.argv.slice(2);

async function main(): Promise<void> {
  const { service } = await composeService(url, fixedClock(instant), {
    pickPredictor: async () => {
      say('at work');
      return new Promise(() => setInterval(() => {}, 1_000));
    },
  });
  await service.warm();
  await service.schedule.tick();
}

void main();
