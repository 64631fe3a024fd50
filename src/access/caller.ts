import { type ApiError, unauthorized } from '../errors';
import type { Role } from '../storage/accounts';
import type { KeyScope } from '../storage/apiKeys';

/** A row of the tier table (seeds/tiers.json, SPEC 8). */
export interface Tier {
  /** As stored with an account: free, dev, pro, business, demo, navigator, ... */
  readonly id: string;
  readonly name: string;
  readonly perMinute: number;
  readonly perDay: number;
  /** Most rows one answer may hold. */
  readonly maxResults: number;
  /** Model predictions a day; null = unlimited. */
  readonly mlPerDay: number | null;
  /** Different searches an hour whose null distribution may be computed (METHOD 9). */
  readonly searchesPerHour: number;
  /** Scans that an account may keep. */
  readonly savedScans: number;
  /** Bulk exports that may be asked for a UTC day; 0 = none. */
  readonly exportsPerDay: number;
  /** Most webhooks of an account. */
  readonly webhooks: number;
  /** Most calendar links of an account. */
  readonly calendarLinks: number;
  /** Ids of the markets in scope. */
  readonly markets: readonly string[];
  /** Position on the price list, so that a refusal can name the cheapest tier that would do; null = not purchasable. */
  readonly order: number | null;
}

/** Who is let in. */
export interface Admission {
  readonly caller: Caller;
  /** The new text of the session's cookie; absent = it stays as it came. */
  readonly renewed?: string;
}

/** A session of the account console. */
export interface CallerSession {
  readonly id: string;
  readonly role: Role;
}

/** Who is asking. Handlers see this and never a key. */
export interface Caller {
  /** Null for the public demo token. */
  readonly accountId: number | null;
  /** What the account's plan grants, less what the key may not do: its markets, and predictions. */
  readonly tier: Tier;
  readonly demo: boolean;
  /** Of one who came with a key. */
  readonly key?: KeyScope;
  /** Of one who reads a calendar: the id of its link. */
  readonly calendarLink?: string;
  /** Of one who is signed in to the console. */
  readonly session?: CallerSession;
}

/** The account that asks. @throws `refusal` for a caller without one */
export function accountOf({ accountId }: Caller, refusal: () => ApiError = unauthorized): number {
  if (accountId === null) throw refusal();
  return accountId;
}

/** Why nobody comes in with a key, a sign-in or a link of an account that an operator has suspended. */
export const SUSPENDED = 'The account is suspended: ask the operator of this service.';
