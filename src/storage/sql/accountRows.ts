import type { Account, ApiKey, OwnedKey, Role } from '../accounts';

/** Accounts and keys as both databases keep them: instants are epoch milliseconds. */
export interface AccountRow {
  readonly id: number;
  readonly email: string;
  readonly tier: string;
  readonly role: Role;
  readonly created_at: number;
  readonly suspended_at: number | null;
}

export interface KeyRow {
  readonly id: string;
  readonly account_id: number;
  readonly name: string;
  readonly hash: string;
  readonly last_four: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  /** JSON. */
  readonly markets: string | null;
  /** 0 and 1 in SQLite. */
  readonly read_only: boolean | number;
}

export type OwnedRow = KeyRow & {
  readonly email: string;
  readonly tier: string;
  /** 0 and 1 in SQLite. */
  readonly suspended: boolean | number;
};

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  tier: row.tier,
  role: row.role,
  createdAt: new Date(row.created_at),
  suspendedAt: row.suspended_at === null ? null : new Date(row.suspended_at),
});

const toDate = (time: number | null) => (time === null ? null : new Date(time));

/** What cannot be read lets nobody into any market. */
function marketsIn(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

export const toOwned = (row: OwnedRow): OwnedKey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  hash: row.hash,
  lastFour: row.last_four,
  createdAt: new Date(row.created_at),
  lastUsedAt: toDate(row.last_used_at),
  expiresAt: toDate(row.expires_at),
  revokedAt: toDate(row.revoked_at),
  scope: { markets: row.markets === null ? null : marketsIn(row.markets), readOnly: Boolean(row.read_only) },
  email: row.email,
  tier: row.tier,
  suspended: Boolean(row.suspended),
});

export const toKeyRow = (key: ApiKey): KeyRow => ({
  id: key.id,
  account_id: key.accountId,
  name: key.name,
  hash: key.hash,
  last_four: key.lastFour,
  created_at: key.createdAt.getTime(),
  last_used_at: key.lastUsedAt?.getTime() ?? null,
  expires_at: key.expiresAt?.getTime() ?? null,
  revoked_at: key.revokedAt?.getTime() ?? null,
  markets: key.scope.markets === null ? null : JSON.stringify(key.scope.markets),
  read_only: key.scope.readOnly,
});
