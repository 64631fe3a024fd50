import Bottleneck from 'bottleneck';
import type { Clock } from '../clock';
import { DAY_MS } from '../core/calendar/dates';
import { pauseFor } from '../http/outgoingRetry';
import type { RequestCounter } from '../storage/counters';
import { FeedFault } from './feedFault';
import type { Provider } from './provider';

const MS_PER_MINUTE = 60_000;

export interface LimiterDeps {
  /** Requests by provider, shared by all processes and kept across restarts. */
  readonly counter: Pick<RequestCounter, 'count' | 'usage'>;
  readonly clock: Clock;
}

/**
 * Keeps the requests to a provider within its limits: concurrent ones (bottleneck), per minute and per day. Those per minute and
 * day are counted in the database, since the reservoirs of bottleneck belong to one process and end with it. A request waits for
 * the next minute, but not for the next day.
 */
export class RequestLimiter {
  private readonly limiter: Bottleneck;

  constructor(
    private readonly provider: Pick<Provider, 'id' | 'limits'>,
    private readonly deps: LimiterDeps,
  ) {
    this.limiter = new Bottleneck({ maxConcurrent: provider.limits.concurrency });
  }

  /**
   * Runs one request as soon as the limits allow it.
   *
   * @throws FeedFault `day_limit`; the abort reason of the signal
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.limiter.schedule(async () => {
      await this.count(signal);
      return work();
    });
  }

  /** Requests counted today. */
  async usedToday(): Promise<number> {
    const { counter, clock } = this.deps;
    return (await counter.usage(this.provider.id, clock.moment())).dayCount;
  }

  /** Counts a request before it is sent: if the process is killed, the request may have reached the provider. */
  private async count(signal: AbortSignal): Promise<void> {
    const { counter, clock } = this.deps;
    const { perMinute, perDay } = this.provider.limits;
    for (;;) {
      signal.throwIfAborted();
      const { now, ...counted } = await counter.count(this.provider.id, clock.moment(), { perMinute, perDay });
      if (counted.allowed) return;
      if (counted.dayCount >= perDay) throw new FeedFault('day_limit', `${perDay} a day`, untilTomorrow(now));
      await pauseFor(clock, MS_PER_MINUTE - (now % MS_PER_MINUTE), signal);
    }
  }
}

/** Milliseconds until the next UTC day, when the daily limit starts again. */
function untilTomorrow(now: number): number {
  return DAY_MS - (now % DAY_MS);
}
