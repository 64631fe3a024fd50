import { LRUCache } from 'lru-cache';
import { upstreamUnavailable } from '../errors';
import type { Log } from '../log';
import type { Counted, Moment, Quota } from '../storage/counters';
import type { Counters } from '../storage/storage';
import type { Caller } from './caller';
import { type CountedAs, clientByAddress, type Meter, type RateReading } from './rate';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/**
 * The quota of a client address for requests without an account: 401 answers, and pages that need no key. Keys of 256 random
 * bits cannot be guessed: this only limits load, and never affects a valid key.
 */
const WITHOUT_ACCOUNT: Quota = { perMinute: 60, perDay: 2_000 };

/** Sign-in attempts. Tokens cannot be guessed either: this limits mail, and the use of a stolen list of addresses. */
const SIGN_IN: Quota = { perMinute: 10, perDay: 200 };
const QUOTA_OF: Readonly<Record<CountedAs, Quota>> = {
  refused: WITHOUT_ACCOUNT,
  page: WITHOUT_ACCOUNT,
  'sign-in': SIGN_IN,
};
/** The quota of the account console, apart from the plan: looking at the limits must not use them up. */
const CONSOLE: Quota = { perMinute: 120, perDay: 10_000 };

/** Most client addresses stored, none longer than a week: clients can forge addresses. */
const MOST_ADDRESSES = 100_000;
const ADDRESS_DAYS = 7;
/** A client gets at most a hundred refusals a second, so that it cannot keep the server busy. */
const REFUSAL_SPACING_MS = 10;
const NEW_ADDRESSES_BETWEEN_PRUNES = 1_000;

export interface LimitsDeps {
  readonly counters: Pick<Counters, 'accounts' | 'addresses'>;
  readonly moment: () => Moment;
  readonly log: Log;
}

/**
 * Counts requests in clock-aligned UTC minutes and days: requests of an account by the account, whichever key it uses, and
 * requests with the demo token or a refused key by client address (SPEC 5.4, 8; DESIGN 5 "Limits").
 */
export class Limits {
  private readonly delay = new RefusalDelay(REFUSAL_SPACING_MS);
  private prunedDay = 0;
  private newAddresses = 0;

  constructor(private readonly deps: LimitsDeps) {}

  readonly meter: Meter = async (caller, address, options = {}) => {
    const { counted = true, kind = 'refused', takeBack } = options;
    try {
      if (caller !== null && takeBack !== undefined) return await this.takeBack(caller, address, takeBack);
      const reading = await this.measure(caller, address, counted ? kind : null, options.console);
      if (reading.exceeded !== null) {
        await this.delay.wait(caller?.accountId ? String(caller.accountId) : clientByAddress(address));
      }
      return reading;
    } catch (error) {
      // A request that cannot be counted is refused: else a broken counter would lift every limit.
      throw upstreamUnavailable(error);
    }
  };

  /** @param kind what is counted without an account; null only reads */
  private async measure(
    caller: Caller | null,
    address: string,
    kind: CountedAs | null,
    isConsole = false,
  ): Promise<RateReading> {
    const at = this.deps.moment();
    if (caller === null)
      return readingOf(await this.withoutAccount(clientByAddress(address), at, kind), QUOTA_OF[kind ?? 'refused']);
    if (isConsole) return readingOf(await this.countAddress(`console ${caller.accountId}`, at, CONSOLE), CONSOLE);
    const { perMinute, perDay } = caller.tier;
    const quota = { perMinute, perDay };
    if (caller.accountId !== null) {
      return readingOf(await this.deps.counters.accounts.count(String(caller.accountId), at, quota), quota);
    }
    return readingOf(await this.countAddress(`demo ${clientByAddress(address)}`, at, quota), quota);
  }

  private async takeBack(caller: Caller, address: string, { minute, day }: RateReading): Promise<RateReading> {
    const { accounts, addresses } = this.deps.counters;
    const isDemo = caller.accountId === null;
    const counter = isDemo ? addresses : accounts;
    const subject = isDemo ? `demo ${clientByAddress(address)}` : String(caller.accountId);
    await counter.takeBack(subject, {
      minute: minute.reset / MINUTE_SECONDS - 1,
      day: day.reset / DAY_SECONDS - 1,
    });
    return readingOf({ ...(await counter.usage(subject, this.deps.moment())), allowed: true }, caller.tier);
  }

  private async withoutAccount(client: string, at: Moment, kind: CountedAs | null): Promise<Counted> {
    if (kind !== null) return this.countAddress(`${kind} ${client}`, at, QUOTA_OF[kind]);
    return { ...(await this.deps.counters.addresses.usage(`refused ${client}`, at)), allowed: true };
  }

  private async countAddress(subject: string, at: Moment, quota: Quota): Promise<Counted> {
    const usage = await this.deps.counters.addresses.count(subject, at, quota);
    if (usage.allowed && usage.dayCount === 1) this.newAddresses++;
    if (usage.day > this.prunedDay || this.newAddresses >= NEW_ADDRESSES_BETWEEN_PRUNES) this.prune(usage.day);
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

/** When both minute and day are spent, the day is reported: its wait is longer. */
function readingOf(usage: Counted, { perMinute, perDay }: Quota): RateReading {
  const minute = budget(perMinute, usage.minuteCount, (usage.minute + 1) * MINUTE_SECONDS);
  const day = budget(perDay, usage.dayCount, (usage.day + 1) * DAY_SECONDS);
  if (usage.allowed) return { minute, day, exceeded: null, retryAfter: 0 };
  const exceeded = day.remaining === 0 ? 'day' : 'minute';
  const wait = { minute, day }[exceeded].reset - usage.now / 1000;
  return { minute, day, exceeded, retryAfter: Math.max(1, Math.ceil(wait)) };
}

function budget(limit: number, used: number, reset: number) {
  // After a change of tier, more may have been used than the limit.
  return { limit, remaining: Math.max(0, limit - used), reset };
}

const LONGEST_WAIT_MS = 1_000;
const MOST_CLIENTS = 10_000;

/**
 * Delays refusals, so that a client that ignores them cannot keep the server busy: each client gets at most one per interval.
 * The first is immediate; the delay of a client that does not wait grows up to a second.
 */
export class RefusalDelay {
  /** When the next refusal of a client may leave, milliseconds of a monotonic clock. */
  private readonly next = new LRUCache<string, number>({ max: MOST_CLIENTS });

  constructor(private readonly spacingMs: number) {}

  /** Resolves when the client may have its refusal. */
  async wait(client: string): Promise<void> {
    const now = performance.now();
    const due = Math.min(Math.max(now, this.next.get(client) ?? 0), now + LONGEST_WAIT_MS);
    this.next.set(client, due + this.spacingMs);
    if (due > now) await new Promise((resolve) => setTimeout(resolve, due - now));
  }
}
