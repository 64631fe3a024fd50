import Bottleneck from 'bottleneck';
import type { Clock } from '../clock';
import { DAY_MS } from '../core/calendar/dates';
import { pauseFor } from '../http/outgoingRetry';
import type { RequestCounter } from '../storage/counters';
import { FeedFault } from './feedFault';
import type { Provider } from './provider';

const MS_PER_MINUTE = 60_000;

export interface GateDeps {
  /** Requests by provider: every process counts there, and a restart forgets none. */
  readonly counter: Pick<RequestCounter, 'count' | 'usage'>;
  readonly clock: Clock;
}

/**
 * The one way to a provider, for all work there is: so many requests under way at once (bottleneck), so many a minute and a day.
 * The reservoirs are counted in the database rather than in bottleneck, whose own are of one process and end with it: a provider
 * counts on whatever is restarted. A minute that is used up is waited for; a day is not.
 */
export class Gate {
  private readonly limiter: Bottleneck;

  constructor(
    private readonly provider: Pick<Provider, 'id' | 'limits'>,
    private readonly deps: GateDeps,
  ) {
    this.limiter = new Bottleneck({ maxConcurrent: provider.limits.concurrency });
  }

  /**
   * Does one request when its turn has come.
   *
   * @throws FeedFault `day_limit`; the signal's reason once it is aborted
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.limiter.schedule(async () => {
      await this.take(signal);
      return work();
    });
  }

  /** Requests counted today. */
  async usedToday(): Promise<number> {
    const { counter, clock } = this.deps;
    return (await counter.usage(this.provider.id, clock.moment())).dayCount;
  }

  /** Counted before it is sent: a request that a kill cuts off may have reached the provider. */
  private async take(signal: AbortSignal): Promise<void> {
    const { counter, clock } = this.deps;
    const { perMinute, perDay } = this.provider.limits;
    for (;;) {
      signal.throwIfAborted();
      const { now, ...counted } = await counter.count(this.provider.id, clock.moment(), { perMinute, perDay });
      if (counted.allowed) return;
      if (counted.dayCount >= perDay) throw new FeedFault('day_limit', `${perDay} a day`, untilTomorrow(now));
      const ms = MS_PER_MINUTE - (now % MS_PER_MINUTE);
      await pauseFor(clock, ms, signal);
    }
  }
}

/** Limits of a day are of the UTC day. */
function untilTomorrow(now: number): number {
  return DAY_MS - (now % DAY_MS);
}
