import { upstreamUnavailable } from '../errors';
import type { Log } from '../log';
import type { Counted, Quota, Usage, UsageRepository, Windows } from '../storage/sqlite/usage';
import type { Caller } from './caller';
import { clientOf } from './clientAddress';
import type { Meter, RateReading } from './rate';
import { RefusalDelay } from './refusalDelay';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** Answers 401 a client address may draw. No tier: keys are 256 random bits, this keeps the noise down. */
const REFUSALS: Quota = { perMinute: 60, perDay: 2_000 };

/** Addresses are anybody's to invent: at most this many are remembered, and none longer than a week. */
const MOST_ADDRESSES = 100_000;
const ADDRESS_DAYS = 7;
/** Who does not heed a refusal gets no more than a hundred of them a second, and leaves the server to others. */
const REFUSAL_SPACING_MS = 10;
const NEW_ADDRESSES_BETWEEN_PRUNES = 1_000;
const MOST_KNOWN = 10_000;

export interface LimitsDeps {
  readonly accounts: UsageRepository;
  readonly addresses: UsageRepository;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Counts requests by clock-aligned UTC minutes and days: an account's whatever key was used, the demo token's and
 * refused keys' by client address (SPEC 5.4, 8; DESIGN 5 "Limits").
 */
export class Limits {
  /** Addresses whose refusals are used up, as far as this process knows. */
  private readonly suspended = new Set<string>();
  /** Accounts seen at an address, so that a neighbour who guesses keys does not lock them out. */
  private readonly known = new Set<string>();
  private readonly delay = new RefusalDelay(REFUSAL_SPACING_MS);
  private prunedDay = 0;
  private newAddresses = 0;

  constructor(private readonly deps: LimitsDeps) {}

  readonly meter: Meter = async (caller, address, { counted = true } = {}) => {
    const client = clientOf(address);
    try {
      const reading = await this.measure(caller, client, counted);
      if (reading.exceeded !== null) await this.delay.wait(caller?.accountId ? String(caller.accountId) : client);
      return reading;
    } catch (error) {
      // What cannot be counted is not let through.
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
      return reading(await this.deps.accounts.count(String(caller.accountId), at, quota), quota, now);
    }
    return reading(await this.countAddress(`demo ${client}`, at, quota), quota, now);
  }

  private async refusal(client: string, at: Windows, counted: boolean): Promise<Counted> {
    const subject = `refused ${client}`;
    if (!counted) return { ...(await this.deps.addresses.usage(subject, at)), allowed: true };
    const usage = await this.countAddress(subject, at, REFUSALS);
    if (isSpent(usage, REFUSALS)) remember(this.suspended, client);
    return usage;
  }

  /**
   * A key that is right after too many wrong ones from the same address is refused like them, or guessing would go on
   * at full speed. Accounts that were at this address before are let through.
   */
  private async suspension(caller: Caller, client: string, at: Windows): Promise<Counted | null> {
    const visit = `${caller.accountId} ${client}`;
    if (this.suspended.has(client) && !this.known.has(visit)) {
      const usage = await this.deps.addresses.usage(`refused ${client}`, at);
      if (isSpent(usage, REFUSALS)) return { ...usage, allowed: false };
      this.suspended.delete(client);
    }
    remember(this.known, visit);
    return null;
  }

  private async countAddress(subject: string, at: Windows, quota: Quota): Promise<Counted> {
    const usage = await this.deps.addresses.count(subject, at, quota);
    if (usage.allowed && usage.dayCount === 1) this.newAddresses++;
    if (at.day > this.prunedDay || this.newAddresses >= NEW_ADDRESSES_BETWEEN_PRUNES) this.prune(at.day);
    return usage;
  }

  private prune(today: number): void {
    this.prunedDay = today;
    this.newAddresses = 0;
    this.deps.addresses.prune(today - ADDRESS_DAYS, MOST_ADDRESSES).catch((err: unknown) => {
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

/** Where both are spent the day is named: what a client is told to wait for must be what it waits for. */
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

/** Adds to a set that forgets what was added first. */
function remember(set: Set<string>, entry: string): void {
  set.delete(entry);
  set.add(entry);
  if (set.size <= MOST_KNOWN) return;
  const [oldest] = set;
  set.delete(oldest);
}
