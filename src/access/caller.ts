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
  /** Bulk exports that an account may request per UTC day; 0 = none. */
  readonly exportsPerDay: number;
  /** Most webhooks of an account. */
  readonly webhooks: number;
  /** Most calendar links of an account. */
  readonly calendarLinks: number;
  /** Most table links of an account. */
  readonly tableLinks: number;
  /** Ids of the markets in scope. */
  readonly markets: readonly string[];
  /** Position on the price list, so that a refusal can name the cheapest tier that would do; null = not purchasable. */
  readonly order: number | null;
}

/** The result of authentication. */
export interface Admission {
  readonly caller: Caller;
  /** New value of the session cookie; absent = unchanged. */
  readonly renewed?: string;
}

/** A session of the account console. */
export interface CallerSession {
  readonly id: string;
  readonly role: Role;
}

/** The authenticated caller. Handlers see this and never a key. */
export interface Caller {
  /** Null for the public demo token. */
  readonly accountId: number | null;
  /** The account's plan, restricted to the key's markets and without predictions if the key is read-only. */
  readonly tier: Tier;
  readonly demo: boolean;
  /** Scope of the key, if the caller sent one. */
  readonly key?: KeyScope;
  /** Id of the calendar or table link, for readers by a secret address. */
  readonly link?: string;
  /** The session, for callers signed in to the console. */
  readonly session?: CallerSession;
}

/** The caller's account. @throws `refusal` for a caller without an account */
export function accountOf({ accountId }: Caller, refusal: () => ApiError = unauthorized): number {
  if (accountId === null) throw refusal();
  return accountId;
}

/** The refusal of every credential of a suspended account. */
export const SUSPENDED = 'The account is suspended: ask the operator of this service.';
