import { fixedClock } from '../helpers/clock';
import { composeService } from '../helpers/service';
import { say } from './protocol';

/** A replica that starts the daily pick and never finishes it: DATABASE INSTANT. Prints `at work` once it has started. */
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
