import { createInterface } from 'node:readline';
import type { DeliveriesDeps } from '../../src/alerts/deliveries';
import { fixedClock } from '../../src/clock';
import { openStorage } from '../../src/storage/open';
import { deliverFrom, newEvent } from './outbox';
import { say } from './say';
import { dataStandingStill, instantStandingStill, standStill } from './standstill';

/**
 * A process that delivers events: DATABASE INSTANT POINT. It stands still at the point: `writing` events, in their transaction,
 * or once they are `written`; once a job is `begun`; once a delivery is `answered`; `recording` that, in the transaction, or
 * once it is `recorded`. With another point it delivers when it gets a line, and says at each further one how many it has
 * delivered.
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
  let isDelivering = false;
  for await (const _ of createInterface({ input: process.stdin })) {
    if (!isDelivering) {
      isDelivering = true;
      await queue.start((error) => console.error(error));
      continue;
    }
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
