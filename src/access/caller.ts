import { z } from 'zod';
import { type ApiError, unauthorized } from '../errors';
import { text } from '../seedFile';
import type { Role } from '../storage/accounts';
import type { KeyScope } from '../storage/apiKeys';

/** A row of the tier table (seeds/tiers.json, SPEC 8). */
export const TIER = z.object({
  /** As stored with an account: free, dev, pro, business, demo, navigator, ... */
  id: text(),
  name: text(),
  perMinute: z.int().min(1).max(1e6),
  perDay: z.int().min(1).max(1e9),
  /** Most rows one answer may hold. */
  maxResults: z.int().min(1).max(1e5),
  /** Model predictions a day; null = unlimited. */
  mlPerDay: z.int().min(0).max(1e9).nullable(),
  /** Different searches an hour whose null distribution may be computed (METHOD 9). */
  searchesPerHour: z.int().min(0).max(1e6),
  // Most of each that an account may have, exports for each UTC day. An operator's table that was written before one of these
  // fields existed lacks it, and allows none.
  savedScans: z.int().min(0).max(1e6).default(0),
  exportsPerDay: z.int().min(0).max(1e4).default(0),
  webhooks: z.int().min(0).max(1e4).default(0),
  calendarLinks: z.int().min(0).max(1e4).default(0),
  tableLinks: z.int().min(0).max(1e4).default(0),
  /** Ids of the markets in scope. */
  markets: z.array(text()).readonly(),
  /** Position on the price list, so that a refusal can name the cheapest tier that would do; null = not purchasable. */
  order: z.int().min(0).max(100).nullable(),
});
export type Tier = Readonly<z.infer<typeof TIER>>;

/**
 * The credential that an operation requires, by its `security`: a key, or a session in its place; none, for the pages of this
 * server before sign-in; a session; an operator's session; or a secret address.
 */
export type Access = 'key' | 'page' | 'session' | 'operator' | 'address';

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

/** Work that a request neither waits for nor fails with, such as noting the last use of a key. */
export class BackgroundWork {
  private readonly pending = new Set<Promise<void>>();

  /** @param onError gets the error of the work */
  add(work: Promise<unknown>, onError: (error: unknown) => void): void {
    const done = work.then(() => {}, onError).finally(() => this.pending.delete(done));
    this.pending.add(done);
  }

  /** Resolves when all work added so far has ended: for shutdown and tests. */
  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }
}
