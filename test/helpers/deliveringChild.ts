import { createInterface } from 'node:readline';
import type { AlertsDeps } from '../../src/alerts/alerts';
import { fixedClock } from '../../src/clock';
import { openStorage } from '../../src/storage/open';
import { alertsOver, newEvent } from './outbox';
import { say } from './say';
import { dataStandingStill, instantStandingStill, standStill } from './standstill';

/**
 * A process that sends what the outbox holds: DATABASE INSTANT POINT. It stands still at the point: `writing` events, in their
 * transaction, or once they are `written`; `claiming` one, in the transaction, or once it is `claimed`; once it is `answered`;
 * `recording` that, in the transaction, or once it is `recorded`. With another point it sends when it gets a line, and says at
 * each further one how many it has delivered.
 */
const [url, instant, point] = process.argv.slice(2);

async function main(): Promise<void> {
  const storage = await openStorage(url);
  const { events, deliveries } = storage.webhooks;
  const clock = fixedClock(instant);
  if (point === 'writing' || point === 'written') {
    const [one, two] = ['one', 'two'].map((type) => newEvent(type, clock.now()));
    await events.append([one, point === 'writing' ? { ...two, data: dataStandingStill(point) } : two]);
    standStill(point);
  }
  const alerts = alertsOver({ presence: storage.presence, webhooks: { deliveries: stopping(deliveries) } }, clock);
  say('ready');
  let isSending = false;
  for await (const _ of createInterface({ input: process.stdin })) {
    if (!isSending) {
      isSending = true;
      alerts.start();
      continue;
    }
    const [{ values }] = await alerts.readings();
    say(String(values.find(({ labels }) => labels?.outcome === 'delivered')?.value));
  }
}

function stopping(store: AlertsDeps['deliveries']): AlertsDeps['deliveries'] {
  const reach = (here: string) => {
    if (here === point) standStill(here);
  };
  return {
    backlog: () => store.backlog(),
    async claim(claim, isGone) {
      const until = point === 'claiming' ? instantStandingStill(point) : claim.until;
      const claimed = await store.claim({ ...claim, until }, isGone);
      if (claimed.length > 0) reach('claimed');
      return claimed;
    },
    async settle(claimed, holder, outcome) {
      reach('answered');
      const attemptedAt = point === 'recording' ? instantStandingStill(point) : outcome.attemptedAt;
      await store.settle(claimed, holder, { ...outcome, attemptedAt });
      reach('recorded');
    },
  };
}

void main();
