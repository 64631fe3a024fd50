import { IPv6 } from 'ipaddr.js';
import type { Caller } from './caller';

/** One budget of requests. */
export interface Budget {
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

/** Requests that are counted by client address: refused keys, pages without a key, and sign-ins. */
export type CountedAs = 'refused' | 'page' | 'sign-in';

export interface MeterOptions {
  /** False only reads the budgets; nothing is then exceeded. */
  readonly counted?: boolean;
  readonly kind?: CountedAs;
  /** Whether the request is for the account console, which does not count against the plan. */
  readonly console?: boolean;
  /** The reading of a request that was counted against the plan: that count is taken back, and nothing new is counted. */
  readonly takeBack?: RateReading;
}

/**
 * Counts one request against its account, or against the client's address when there is none (SPEC 8.2), separately for
 * each kind. Null means that nothing is metered.
 */
export type Meter = (caller: Caller | null, address: string, options?: MeterOptions) => Promise<RateReading | null>;

/** Meters nothing. */
export const unmetered: Meter = async () => null;

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
