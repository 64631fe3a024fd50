import { IPv6 } from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { upstreamUnavailable } from '../errors';
import type { Log } from '../log';
import type { Counted, Moment, Quota } from '../storage/counters';
import type { Counters } from '../storage/storage';
import type { Caller } from './caller';

/** One budget of requests. */
interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds at which it is full again. */
  readonly reset: number;
}

/** The budgets after one request has been counted (SPEC 8). */
export interface RateReading {
  readonly minute: Budget;
  readonly day: Budget;
  /** The budget that was already spent; null when the request may pass. */
  readonly exceeded: 'minute' | 'day' | null;
  /** Seconds until the exceeded budget is full again; 0 when none is exceeded. */
  readonly retryAfter: number;
}

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/**
 * The quotas of a client address for requests without an account: 401 answers, pages that need no key, and sign-ins. Keys of 256
 * random bits cannot be guessed: this only limits load, and never affects a valid key. Nor can sign-in tokens be guessed: their
 * limit is for mail, and for the use of a stolen list of addresses.
 */
const QUOTAS = {
  refused: { perMinute: 60, perDay: 2_000 },
  page: { perMinute: 60, perDay: 2_000 },
  'sign-in': { perMinute: 10, perDay: 200 },
} as const satisfies Record<string, Quota>;
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
 * requests with the demo token or a refused key by client address (SPEC 5.4, 8; DESIGN 5 "Limits"). A request that cannot be
 * counted is refused: else a broken counter would lift every limit.
 */
export class Limits {
  private readonly delay = new RefusalDelay(REFUSAL_SPACING_MS);
  private prunedDay = 0;
  private newAddresses = 0;

  constructor(private readonly deps: LimitsDeps) {}

  /** Counts a request against the caller's plan. @throws upstreamUnavailable */
  count({ accountId, tier }: Caller, address: string): Promise<RateReading> {
    if (accountId === null) return this.byAddress('demo', address, tier);
    const account = String(accountId);
    return this.delayed(account, this.deps.counters.accounts.count(account, this.deps.moment(), tier), tier);
  }

  /** Counts a request of the account console, apart from the plan. @throws upstreamUnavailable */
  countConsole({ accountId }: Caller): Promise<RateReading> {
    return this.delayed(String(accountId), this.countAddress(`console ${accountId}`, CONSOLE), CONSOLE);
  }

  /** Counts a request without an account. @throws upstreamUnavailable */
  countAnonymous(kind: keyof typeof QUOTAS, address: string): Promise<RateReading> {
    return this.byAddress(kind, address, QUOTAS[kind]);
  }

  /** What an address has left after its refused keys, without counting. @throws upstreamUnavailable */
  async refusalsLeft(address: string): Promise<RateReading> {
    try {
      const usage = await this.deps.counters.addresses.usage(`refused ${clientByAddress(address)}`, this.deps.moment());
      return readingOf({ ...usage, allowed: true }, QUOTAS.refused);
    } catch (error) {
      throw upstreamUnavailable(error);
    }
  }

  /** Takes back the count of a request against the caller's plan. @param counted the reading of that count */
  async takeBack(caller: Caller, address: string, { minute, day }: RateReading): Promise<RateReading> {
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

  private byAddress(kind: string, address: string, quota: Quota): Promise<RateReading> {
    const client = clientByAddress(address);
    return this.delayed(client, this.countAddress(`${kind} ${client}`, quota), quota);
  }

  /** The reading of a count. One that exceeds a limit is delayed. */
  private async delayed(client: string, count: Promise<Counted>, quota: Quota): Promise<RateReading> {
    try {
      const reading = readingOf(await count, quota);
      if (reading.exceeded !== null) await this.delay.wait(client);
      return reading;
    } catch (error) {
      throw upstreamUnavailable(error);
    }
  }

  private async countAddress(subject: string, quota: Quota): Promise<Counted> {
    const usage = await this.deps.counters.addresses.count(subject, this.deps.moment(), quota);
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

/** What the middleware of requests uses of `Limits`. */
export type Meter = Pick<Limits, keyof Limits>;

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

/** Groups of an IPv6 address that name its network: a client has a whole /64 (RFC 6177). */
const NETWORK_GROUPS = 4;

/** The counter key of a client: its IPv4 address, or its IPv6 /64 network. */
export function clientByAddress(address: string): string {
  const [plain] = address.toLowerCase().split('%');
  if (!IPv6.isValid(plain)) return plain === '' ? 'unknown' : plain;
  const parsed = IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
