import type { Clock } from '../clock';
import { retryAfterMs } from '../http/outgoingRetry';
import { counter, gauge, type Log, type Reading } from '../log';
import type { JobSender } from '../queue/queue';
import type { DeliveryOutcome, DeliveryStore, DueEndpoint, NextDelivery } from '../storage/webhookDeliveries';
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

/** Deliveries per run of a job. The pause before its next run lets jobs of other endpoints start. */
const DELIVERIES_PER_RUN = 20;
const PAUSE_MS = 1_000;

type Outcome = 'delivered' | 'failed' | 'undelivered';

/** Makes pending deliveries, each at least once. Only one job of an endpoint runs at a time, so its deliveries stay in order. */
export class Deliveries {
  private readonly counts: Record<Outcome, number> = { delivered: 0, failed: 0, undelivered: 0 };

  constructor(private readonly deps: DeliveriesDeps) {}

  /**
   * Makes the due deliveries of an endpoint and sends a job for the next one.
   *
   * @throws the abort reason of the signal; database errors. A delivery that was interrupted is made again.
   */
  async deliver(endpointId: string, signal: AbortSignal): Promise<void> {
    const { store, clock } = this.deps;
    for (let made = 0; ; made++) {
      signal.throwIfAborted();
      const next = await store.next(endpointId);
      if (next === null) return;
      const waitMs = next.dueAt.getTime() - clock.now().getTime();
      if (waitMs > 0) return this.sendJob(next.endpoint, waitMs);
      if (made === DELIVERIES_PER_RUN) return this.sendJob(next.endpoint, PAUSE_MS);
      await this.attempt(next, signal);
    }
  }

  /** Sends a job for each endpoint with due deliveries. This covers resumed accounts and moved databases, which have none. */
  async sendDue(): Promise<void> {
    for (const endpoint of await this.deps.store.due(this.deps.clock.now())) await this.sendJob(endpoint, 0);
  }

  /** The values for /metrics. */
  async readings(): Promise<Reading[]> {
    const { waiting, oldest } = await this.deps.store.backlog();
    const age = oldest === null ? 0 : Math.max(0, (this.deps.clock.now().getTime() - oldest.getTime()) / 1000);
    const outcomes = Object.entries(this.counts);
    return [
      counter(
        'webhook_deliveries_total',
        'Attempts to deliver an event, by outcome; undelivered = the last attempt failed',
        outcomes.map(([outcome, value]) => ({ labels: { outcome }, value })),
      ),
      gauge(
        'webhook_outbox_deliveries',
        'Pending deliveries, including those between attempts, without those of suspended accounts',
        [{ value: waiting }],
      ),
      gauge('webhook_outbox_age_seconds', 'Age of the oldest event with a pending delivery; 0 if there is none', [
        { value: age },
      ]),
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

  private outcomeOf({ accepted, gone, retryAfter, ...attempt }: Attempt, attempts: number): DeliveryOutcome {
    const { clock, random } = this.deps;
    const attemptedAt = clock.now();
    const { responseCode, error, durationMs } = attempt;
    const logged = { attemptedAt, responseCode, error, durationMs };
    if (accepted) return { ...logged, state: 'delivered', nextAt: null, disable: null };
    const undelivered = { ...logged, state: 'undelivered', nextAt: null } as const;
    if (gone) return { ...undelivered, disable: 'It answered 410: it no longer accepts events.' };
    const pause = pauseAfter(attempts, retryAfterMs(retryAfter, attemptedAt), random());
    if (pause === null) {
      return { ...undelivered, disable: `${MAX_ATTEMPTS} attempts to deliver an event failed: ${error}.` };
    }
    return { ...logged, state: 'pending', nextAt: new Date(attemptedAt.getTime() + pause), disable: null };
  }
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after the first, second, ... failed attempt: more than a day in total. */
const PAUSES_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS];
/** Maximum random extension of a pause, as a share: endpoints that failed together are not all retried together. */
const JITTER = 0.1;
/** The longest Retry-After that is respected. */
const MAX_RETRY_AFTER_MS = 12 * HOUR_MS;

/** Attempts before a delivery is abandoned. */
const MAX_ATTEMPTS = PAUSES_MS.length + 1;

/**
 * Milliseconds until the next attempt; null if there is none.
 *
 * @param attempts failed attempts, including this one
 * @param retryAfter milliseconds in the endpoint's Retry-After header; null = absent
 * @param random from 0 to 1
 */
function pauseAfter(attempts: number, retryAfter: number | null, random: number): number | null {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return null;
  const own = Math.round(pause * (1 + JITTER * random));
  return Math.max(own, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS));
}
