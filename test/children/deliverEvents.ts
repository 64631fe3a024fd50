import type { DeliveriesDeps } from '../../src/alerts/deliveries';
import { openStorage } from '../../src/storage/open';
import { fixedClock } from '../helpers/clock';
import { deliverFrom, newEvent } from '../helpers/outbox';
import { dataStandingStill, instantStandingStill, linesFromParent, say, standStill } from './protocol';

/**
 * Delivers events: DATABASE INSTANT POINT. Prints `ready`, delivers at a line, and at each further line prints how many it has
 * delivered. Blocks at a point: `writing` events, in their transaction, or when they are `written`; when a job is
 * `begun`; when a delivery is `answered`; `recording` the outcome, in the transaction, or when it is `recorded`.
 */
const [url, instant, point] = process.argv.slice(2);

async function main(): Promise<void> {
  const { queue, webhooks } = await openStorage(url);
  const { events, deliveries: store } = webhooks;
  const clock = fixedClock(instant);
  if (point === 'writing' || point === 'written') {
    const [one, two] = ['one', 'two'].map((type) => newEvent(type, clock.now()));
    await events.append([one, point === 'writing' ? { ...two, data: dataStandingStill(point) } : two]);
    standStill(point);
  }
  const deliveries = deliverFrom({ queue, webhooks: { deliveries: stopping(store) } }, clock);
  say('ready');
  const lines = linesFromParent();
  await lines.next();
  await queue.start((error) => console.error(error));
  for (;;) {
    await lines.next();
    const [{ values }] = await deliveries.readings();
    say(String(values.find(({ labels }) => labels?.outcome === 'delivered')?.value));
  }
}

function stopping(store: DeliveriesDeps['store']): DeliveriesDeps['store'] {
  const reach = (here: string) => {
    if (here === point) standStill(here);
  };
  return {
    backlog: () => store.backlog(),
    due: (now) => store.due(now),
    async next(endpointId) {
      const next = await store.next(endpointId);
      if (next !== null) reach('begun');
      return next;
    },
    async settle(delivery, outcome) {
      reach('answered');
      const attemptedAt = point === 'recording' ? instantStandingStill(point) : outcome.attemptedAt;
      await store.settle(delivery, { ...outcome, attemptedAt });
      reach('recorded');
    },
  };
}

void main();
