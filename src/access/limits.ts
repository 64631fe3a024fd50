import { LRUCache } from 'lru-cache';
import { upstreamUnavailable } from '../errors';
import type { Log } from '../log';
import type { Counters } from '../storage/ports';
import type { Counted, Quota, Usage, Windows } from '../storage/rows';
import type { Caller } from './caller';
import { clientByAddress } from './clientAddress';
import type { Meter, RateReading } from './rate';
import { RefusalDelay } from './refusalDelay';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** The 401 answers one client address may cause: keys of 256 random bits cannot be guessed, this only limits the load. */
const REFUSALS: Quota = { perMinute: 60, perDay: 2_000 };

/** Clients can invent addresses: at most this many are stored, and none longer than a week. */
const MOST_ADDRESSES = 100_000;
const ADDRESS_DAYS = 7;
/** A client that ignores refusals gets at most a hundred of them a second, so that it cannot keep the server busy. */
const REFUSAL_SPACING_MS = 10;
const NEW_ADDRESSES_BETWEEN_PRUNES = 1_000;
/** Entries of each of the two sets in memory. */
const MOST_REMEMBERED = 10_000;

export interface LimitsDeps {
  readonly counters: Pick<Counters, 'accounts' | 'addresses'>;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Counts requests by clock-aligned UTC minutes and days: an account's whatever key was used, the demo token's and
 * refused keys' by client address (SPEC 5.4, 8; DESIGN 5 "Limits").
 */
export class Limits {
  /** Addresses whose refusals are used up, as far as this process knows. */
  private readonly suspended = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  /** Accounts seen at an address, so that a neighbour who guesses keys does not lock them out. */
  private readonly visits = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  private readonly delay = new RefusalDelay(REFUSAL_SPACING_MS);
  private prunedDay = 0;
  private newAddresses = 0;

  constructor(private readonly deps: LimitsDeps) {}

  readonly meter: Meter = async (caller, address, { counted = true } = {}) => {
    const client = clientByAddress(address);
    try {
      const reading = await this.measure(caller, client, counted);
      if (reading.exceeded !== null) await this.delay.wait(caller?.accountId ? String(caller.accountId) : client);
      return reading;
    } catch (error) {
      // A request that cannot be counted is refused: else a broken counter would lift every limit.
      throw upstreamUnavailable(error);
    }
  };

  private async measure(caller: Caller | null, client: string, counted: boolean): Promise<RateReading> {
    const now = this.deps.now();
    const at = windowsAt(now);
    if (caller === null) return reading(await this.refusal(client, at, counted), REFUSALS, now);
    const suspension = caller.demo ? null : await this.suspension(caller, client, at);
    if (suspension !== null) return reading(suspension, REFUSALS, now);
    const { perMinute, perDay } = caller.tier;
    const quota = { perMinute, perDay };
    if (caller.accountId !== null) {
      return reading(await this.deps.counters.accounts.count(String(caller.accountId), at, quota), quota, now);
    }
    return reading(await this.countAddress(`demo ${client}`, at, quota), quota, now);
  }

  private async refusal(client: string, at: Windows, counted: boolean): Promise<Counted> {
    const subject = `refused ${client}`;
    if (!counted) return { ...(await this.deps.counters.addresses.usage(subject, at)), allowed: true };
    const usage = await this.countAddress(subject, at, REFUSALS);
    if (isSpent(usage, REFUSALS)) this.suspended.set(client, true);
    return usage;
  }

  /**
   * A key that is right after too many wrong ones from the same address is refused like them, or guessing would go on
   * at full speed. Accounts that were at this address before are let through.
   */
  private async suspension(caller: Caller, client: string, at: Windows): Promise<Counted | null> {
    const visit = `${caller.accountId} ${client}`;
    if (this.suspended.has(client) && !this.visits.has(visit)) {
      const usage = await this.deps.counters.addresses.usage(`refused ${client}`, at);
      if (isSpent(usage, REFUSALS)) return { ...usage, allowed: false };
      this.suspended.delete(client);
    }
    this.visits.set(visit, true);
    return null;
  }

  private async countAddress(subject: string, at: Windows, quota: Quota): Promise<Counted> {
    const usage = await this.deps.counters.addresses.count(subject, at, quota);
    if (usage.allowed && usage.dayCount === 1) this.newAddresses++;
    if (at.day > this.prunedDay || this.newAddresses >= NEW_ADDRESSES_BETWEEN_PRUNES) this.prune(at.day);
    return usage;
  }

  private prune(today: number): void {
    this.prunedDay = today;
    this.newAddresses = 0;
    this.deps.counters.addresses.prune(today - ADDRESS_DAYS, MOST_ADDRESSES).catch((err: unknown) => {
      this.deps.log.warn({ err }, 'old client addresses could not be removed');
    });
  }
}

/** UTC has no daylight saving: every minute has 60 seconds and every day 86,400. */
function windowsAt(instant: Date): Windows {
  const seconds = instant.getTime() / 1000;
  return { minute: Math.floor(seconds / MINUTE_SECONDS), day: Math.floor(seconds / DAY_SECONDS) };
}

function isSpent(usage: Usage, quota: Quota): boolean {
  return usage.minuteCount >= quota.perMinute || usage.dayCount >= quota.perDay;
}

/** When minute and day are both spent the day is named: it is the longer wait. */
function reading(usage: Counted, { perMinute, perDay }: Quota, now: Date): RateReading {
  const minute = budget(perMinute, usage.minuteCount, (usage.minute + 1) * MINUTE_SECONDS);
  const day = budget(perDay, usage.dayCount, (usage.day + 1) * DAY_SECONDS);
  if (usage.allowed) return { minute, day, exceeded: null, retryAfter: 0 };
  const exceeded = day.remaining === 0 ? 'day' : 'minute';
  const wait = { minute, day }[exceeded].reset - now.getTime() / 1000;
  return { minute, day, exceeded, retryAfter: Math.max(1, Math.ceil(wait)) };
}

function budget(limit: number, used: number, reset: number) {
  // After a change of tier more may have been used than there is.
  return { limit, remaining: Math.max(0, limit - used), reset };
}
