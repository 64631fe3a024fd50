import type { Clock } from '../clock';
import { retryAfterMs } from '../http/outgoingRetry';
import type { Log, Reading } from '../log';
import type { JobSender } from '../queue/queue';
import type { DeliveryOutcome, DeliveryStore, DueEndpoint, NextDelivery } from '../storage/webhookDeliveries';
import { MOST_ATTEMPTS, pauseAfter } from './retries';
import type { Attempt, Sender } from './sender';

export interface DeliveriesDeps {
  readonly store: Pick<DeliveryStore, 'next' | 'due' | 'settle' | 'backlog'>;
  readonly jobs: JobSender;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Deliveries of one run of a job, and the pause before the next run: jobs of other endpoints start meanwhile. */
const MOST_AT_ONCE = 20;
const PAUSE_MS = 1_000;

type Outcome = 'delivered' | 'failed' | 'undelivered';

/** Makes the deliveries that wait: at least once, and in order for each endpoint, since one job of an endpoint runs at a time. */
export class Deliveries {
  private readonly counts: Record<Outcome, number> = { delivered: 0, failed: 0, undelivered: 0 };

  constructor(private readonly deps: DeliveriesDeps) {}

  /**
   * Makes the deliveries of an endpoint that are due, and sends the job of the next one.
   *
   * @throws what the signal was aborted with, and the faults of a database; a delivery under way will be made again
   */
  async deliver(endpointId: string, signal: AbortSignal): Promise<void> {
    const { store, clock } = this.deps;
    for (let made = 0; ; made++) {
      signal.throwIfAborted();
      const next = await store.next(endpointId);
      if (next === null) return;
      const waitMs = next.dueAt.getTime() - clock.now().getTime();
      if (waitMs > 0) return this.sendJob(next.endpoint, waitMs);
      if (made === MOST_AT_ONCE) return this.sendJob(next.endpoint, PAUSE_MS);
      await this.attempt(next, signal);
    }
  }

  /** Sends the jobs of endpoints that are due: those of an account that was resumed, and of a database that was moved. */
  async sendDue(): Promise<void> {
    for (const endpoint of await this.deps.store.due(this.deps.clock.now())) await this.sendJob(endpoint, 0);
  }

  /** What operators watch. */
  async readings(): Promise<Reading[]> {
    const { waiting, oldest } = await this.deps.store.backlog();
    const age = oldest === null ? 0 : Math.max(0, (this.deps.clock.now().getTime() - oldest.getTime()) / 1000);
    const outcomes = Object.entries(this.counts);
    return [
      {
        name: 'webhook_deliveries_total',
        help: 'Attempts to deliver an event by what they came to; undelivered ones were the last',
        kind: 'counter',
        values: outcomes.map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      {
        name: 'webhook_outbox_deliveries',
        help: 'Deliveries that wait, also those between attempts; not those of suspended accounts',
        kind: 'gauge',
        values: [{ value: waiting }],
      },
      {
        name: 'webhook_outbox_age_seconds',
        help: 'Age of the oldest event that waits; 0 without any',
        kind: 'gauge',
        values: [{ value: age }],
      },
    ];
  }

  private sendJob({ id, accountId: account }: DueEndpoint, delayMs: number): Promise<void> {
    return this.deps.jobs.send('delivery', { endpointId: id }, { key: id, account, delayMs });
  }

  private async attempt(delivery: NextDelivery, signal: AbortSignal): Promise<void> {
    const { sender, clock, store, log } = this.deps;
    const { endpoint, event_id: message, payload } = delivery;
    const attempt = await sender.send(endpoint, { message, payload }, { now: clock.now(), signal });
    const outcome = this.outcomeOf(attempt, delivery.attempts + 1);
    await store.settle(delivery, outcome);
    this.counts[outcome.state === 'pending' ? 'failed' : outcome.state] += 1;
    if (outcome.disable === null) return;
    log.warn({ endpoint: endpoint.id, account: endpoint.accountId }, 'a webhook endpoint is disabled');
  }

  private outcomeOf({ taken, gone, retryAfter, ...attempt }: Attempt, attempts: number): DeliveryOutcome {
    const { clock, random } = this.deps;
    const attemptedAt = clock.now();
    const { responseCode, error, durationMs } = attempt;
    const noted = { attemptedAt, responseCode, error, durationMs };
    if (taken) return { ...noted, state: 'delivered', nextAt: null, disable: null };
    const given = { ...noted, state: 'undelivered', nextAt: null } as const;
    if (gone) return { ...given, disable: 'It answered 410: nothing more is wanted there.' };
    const pause = pauseAfter(attempts, retryAfterMs(retryAfter, attemptedAt), random());
    if (pause === null) return { ...given, disable: `${MOST_ATTEMPTS} attempts to deliver an event failed: ${error}.` };
    return { ...noted, state: 'pending', nextAt: new Date(attemptedAt.getTime() + pause), disable: null };
  }
}
