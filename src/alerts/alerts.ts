import type { Clock } from '../clock';
import type { Log, Reading } from '../log';
import type { ClaimedDelivery, DeliveryOutcome, DeliveryStore } from '../storage/webhookDeliveries';
import type { Presence } from '../storage/work';
import { askedPause, MOST_ATTEMPTS, pauseAfter } from './retries';
import type { Attempt, Sender } from './sender';

export interface AlertsDeps {
  readonly deliveries: Pick<DeliveryStore, 'claim' | 'settle' | 'backlog'>;
  readonly presence: Presence;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** How often the outbox is looked at, which other processes write into, too. */
const LOOK_MS = 5_000;
/** How long a delivery is believed to be under way: longer than the door ever waits. */
const CLAIM_MS = 60_000;
/** Deliveries of this process at once, and those of one account. */
const CONCURRENCY = 16;
const CONCURRENCY_OF_ACCOUNT = 2;

type Outcome = 'delivered' | 'failed' | 'undelivered';

/**
 * Sends what the outbox holds: at least once, in order for each endpoint, and by one process of all that use the same data. What
 * is taken on by a process that ends is sent by another. Tests: test/alerts/alerts.test.ts.
 */
export class Alerts {
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<number, number>();
  private readonly running = new Set<Promise<void>>();
  private readonly counts: Record<Outcome, number> = { delivered: 0, failed: 0, undelivered: 0 };
  private looking: Promise<void> | null = null;
  private lookAgain = false;
  private callOff: () => void = () => {};
  private holder: Promise<string> | null = null;

  constructor(private readonly deps: AlertsDeps) {}

  /** Looks at the outbox from now on, until `stop`. */
  start(): void {
    this.wake();
    this.callOff();
    this.callOff = this.deps.clock.after(LOOK_MS, () => {
      if (!this.stopping.signal.aborted) this.start();
    });
  }

  /** Looks at the outbox now: something was written into it. */
  wake(): void {
    if (this.stopping.signal.aborted) return;
    if (this.looking !== null) {
      this.lookAgain = true;
      return;
    }
    this.looking = this.look()
      .catch((err: unknown) => this.deps.log.error({ err }, 'the outbox could not be looked at'))
      .finally(() => {
        this.looking = null;
        if (!this.lookAgain) return;
        this.lookAgain = false;
        this.wake();
      });
  }

  /** Resolves when nothing is under way: for tests. */
  async settled(): Promise<void> {
    while (this.looking !== null || this.running.size > 0) await Promise.all([this.looking, ...this.running]);
  }

  /** What is under way is broken off, and will be sent again. */
  async stop(): Promise<void> {
    this.callOff();
    this.stopping.abort(new Error('the service stops'));
    await this.settled();
  }

  /** What operators watch. */
  async readings(): Promise<Reading[]> {
    const { waiting, oldest } = await this.deps.deliveries.backlog();
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
        ...{
          name: 'webhook_outbox_deliveries',
          help: 'Deliveries that wait, also those between attempts; not those of suspended accounts',
        },
        ...{ kind: 'gauge', values: [{ value: waiting }] },
      },
      {
        ...{ name: 'webhook_outbox_age_seconds', help: 'Age of the oldest event that waits; 0 without any' },
        ...{ kind: 'gauge', values: [{ value: age }] },
      },
    ];
  }

  private async look(): Promise<void> {
    const { deliveries, presence, clock } = this.deps;
    this.holder ??= presence.name();
    const holder = await this.holder;
    const now = clock.now();
    const claim = {
      ...{ holder, now, until: new Date(now.getTime() + CLAIM_MS), most: CONCURRENCY - this.running.size },
      ...{ mostOfAccount: CONCURRENCY_OF_ACCOUNT, underWay: this.underWay },
    };
    const claimed = await deliveries.claim(claim, (other) => presence.isGone(other));
    for (const one of claimed) this.begin(one, holder);
  }

  private begin(claimed: ClaimedDelivery, holder: string): void {
    const { accountId } = claimed.endpoint;
    const change = (by: number) => this.underWay.set(accountId, (this.underWay.get(accountId) ?? 0) + by);
    change(1);
    const delivery = this.deliver(claimed, holder)
      .then(() => true)
      .catch((err: unknown) => {
        // Its claim lapses, and it is tried again.
        if (!this.stopping.signal.aborted)
          this.deps.log.error({ err, delivery: claimed.delivery_id }, 'a delivery failed');
        return false;
      })
      .then((isNoted) => {
        change(-1);
        if (this.underWay.get(accountId) === 0) this.underWay.delete(accountId);
        this.running.delete(delivery);
        // The next of the endpoint may be due.
        if (isNoted) this.wake();
      });
    this.running.add(delivery);
  }

  private async deliver(claimed: ClaimedDelivery, holder: string): Promise<void> {
    const { sender, clock, deliveries, log } = this.deps;
    const { signal } = this.stopping;
    const { event_id: message, payload } = claimed;
    const attempt = await sender.send(claimed.endpoint, { message, payload }, { now: clock.now(), signal });
    const outcome = this.outcomeOf(attempt, claimed.attempts + 1);
    await deliveries.settle(claimed, holder, outcome);
    this.counts[outcome.state === 'pending' ? 'failed' : outcome.state] += 1;
    if (outcome.disable === null) return;
    log.warn({ endpoint: claimed.endpoint.id, account: claimed.endpoint.accountId }, 'a webhook endpoint is disabled');
  }

  private outcomeOf({ taken, gone, retryAfter, ...attempt }: Attempt, attempts: number): DeliveryOutcome {
    const { clock, random } = this.deps;
    const attemptedAt = clock.now();
    const { responseCode, error, durationMs } = attempt;
    const noted = { attemptedAt, responseCode, error, durationMs };
    if (taken) return { ...noted, state: 'delivered', nextAt: null, disable: null };
    const given = { ...noted, state: 'undelivered', nextAt: null } as const;
    if (gone) return { ...given, disable: 'It answered 410: nothing more is wanted there.' };
    const pause = pauseAfter(attempts, askedPause(retryAfter, attemptedAt), random());
    if (pause === null) return { ...given, disable: `${MOST_ATTEMPTS} attempts to deliver an event failed: ${error}.` };
    return { ...noted, state: 'pending', nextAt: new Date(attemptedAt.getTime() + pause), disable: null };
  }
}
