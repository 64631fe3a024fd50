import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type AccountEvent, addEvent } from './accounts';
import {
  type Database,
  type EntityOf,
  firstOf,
  instant,
  jsonOrNull,
  millisOrNull,
  plain,
  RowMapper,
  type SqlValue,
} from './database';

const KEY = new RowMapper({
  /** The public part of the key. */
  id: plain<string>(),
  accountId: plain<number>(),
  name: plain<string>(),
  /** Keyed hash of the whole key, hexadecimal. */
  hash: plain<string>(),
  /** Last four characters of the secret, for display. */
  lastFour: plain<string>(),
  createdAt: instant(),
  /** Written at most once a minute. */
  lastUsedAt: instant<Date | null>(),
  /** The expiry it was created with, or the end of the overlap after a rotation; null = none. */
  expiresAt: instant<Date | null>(),
  revokedAt: instant<Date | null>(),
});

/** An API key without its secret. */
export type ApiKey = EntityOf<typeof KEY> & { readonly scope: KeyScope };

/** Restrictions of a key within its plan. */
export interface KeyScope {
  /** Market ids; null = every market of the plan. */
  readonly markets: readonly string[] | null;
  /** Whether it may spend no predictions. */
  readonly readOnly: boolean;
}

/** A key with its account, for lists and authentication. */
export interface OwnedKey extends ApiKey {
  readonly email: string;
  readonly tier: string;
  /** Whether the account is suspended. */
  readonly suspended: boolean;
}

/** @param ownEnd the expiry that the key, or the key it replaces, was created with */
const toRow = (key: ApiKey, ownEnd = millisOrNull(key.expiresAt)) => ({
  ...KEY.toRow(key),
  expires_at: ownEnd,
  /** A rotation shortens only `expires_at`. */
  own_end: ownEnd,
  markets: jsonOrNull(key.scope.markets),
  read_only: key.scope.readOnly,
});

interface OwnedRow extends Pick<OwnedKey, 'email' | 'tier' | 'suspended'> {
  readonly markets: string | null;
  readonly read_only: unknown;
}

function toOwned(row: OwnedRow): OwnedKey {
  const { markets, read_only, email, tier, suspended } = row;
  const scope = { markets: markets === null ? null : marketsIn(markets), readOnly: Boolean(read_only) };
  return { ...KEY.toEntity(row), scope, email, tier, suspended: Boolean(suspended) };
}

/** When a key ends or has ended. */
interface EndRow {
  readonly own_end: number | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

/** Unreadable JSON allows no market. */
function marketsIn(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

const OWNED = `${KEY.columnsOf('k')}, k.markets, k.read_only, a.email, a.tier, a.suspended_at IS NOT NULL AS suspended`;
const OWNED_KEYS = `SELECT ${OWNED} FROM api_key k JOIN account a ON a.id = k.account_id`;
/**
 * Read on every request. This build of SQLite plans a statement again when a bound value may change its plan, which takes
 * 24 us with a plain join and 5 us with the subquery.
 */
const BY_ID = `SELECT ${OWNED} FROM (SELECT * FROM api_key WHERE id = ? LIMIT 1) k JOIN account a ON a.id = k.account_id`;

/** API keys. All keys of an account share its tier (SPEC 5.4). */
export class KeyStore {
  private readonly uses: KeyUses;

  constructor(private readonly database: Database) {
    this.uses = new KeyUses(database);
  }

  /** Reads the row on every call, so that a revocation by any process applies to the next request. */
  async find(id: string): Promise<OwnedKey | null> {
    return firstOf(await this.database.query<OwnedRow>(BY_ID, id), toOwned);
  }

  /** By account, then oldest first. @param email of one account; undefined = all accounts */
  list(email?: string): Promise<OwnedKey[]> {
    return email === undefined ? this.where('TRUE') : this.where('a.email = ?', email);
  }

  /** Oldest first. */
  ofAccount(accountId: number): Promise<OwnedKey[]> {
    return this.where('k.account_id = ?', accountId);
  }

  /**
   * Stores a key. Of the keys of its account that ended, only the latest `MOST_ENDED_KEYS` are kept, here and in `replace`.
   *
   * @param event recorded in the same transaction, as in every method that takes one
   * @param most active keys that the account may have
   * @returns false when it already has that many
   */
  insert(key: ApiKey, event?: AccountEvent, most?: number): Promise<boolean> {
    return this.database.change('accounts', async (trx) => {
      if (most !== undefined && (await activeKeys(trx, key.accountId, key.createdAt)) >= most) return false;
      await removeOldest(trx, key.accountId, key.createdAt);
      await trx('api_key').insert(toRow(key));
      await addEvent(trx, event);
      return true;
    });
  }

  /**
   * Sets the expiry of a key and adds its successor in one transaction. The successor gets the expiry that the replaced key
   * was created with; `successor.expiresAt` is ignored.
   *
   * @param most active keys that the account may have
   * @returns `full` when both keys would be active and the account already has `most` active keys; `ended` when the old key is
   *   revoked or expired, as by a rotation at the same time
   */
  replace(
    oldId: string,
    expiresAt: Date,
    successor: ApiKey,
    event?: AccountEvent,
    most?: number,
  ): Promise<'replaced' | 'full' | 'ended'> {
    return this.database.change('accounts', async (trx) => {
      const { accountId, createdAt: now } = successor;
      const overlaps = expiresAt > now;
      const old: EndRow | undefined = await trx('api_key')
        .where({ id: oldId })
        .first('own_end', 'expires_at', 'revoked_at');
      const isActive = old && old.revoked_at === null && (old.expires_at === null || old.expires_at > now.getTime());
      if (!isActive) return 'ended';
      if (overlaps && most !== undefined && (await activeKeys(trx, accountId, now)) >= most) return 'full';
      await removeOldest(trx, accountId, now);
      await trx('api_key').insert(toRow(successor, old.own_end));
      // Revoked too if it ends now: by the clock of another process, that moment may still lie ahead.
      const ended = overlaps ? {} : { revoked_at: now.getTime() };
      await trx('api_key')
        .where({ id: oldId })
        .update({ expires_at: expiresAt.getTime(), ...ended });
      await addEvent(trx, event);
      return 'replaced';
    });
  }

  /** Does nothing, and records no event, when the key is revoked already. */
  revoke(id: string, at: Date, event?: AccountEvent): Promise<void> {
    return this.database.change('accounts', async (trx) => {
      const revoked = await trx('api_key').where({ id }).whereNull('revoked_at').update({ revoked_at: at.getTime() });
      if (revoked > 0) await addEvent(trx, event);
    });
  }

  /** Stores when a key was used. Resolves once that is stored, up to 200 ms later. */
  touch(id: string, at: Date): Promise<void> {
    return this.uses.add(id, at);
  }

  private async where(
    condition: 'TRUE' | 'a.email = ?' | 'k.account_id = ?',
    ...parameters: readonly SqlValue[]
  ): Promise<OwnedKey[]> {
    // Ids are random: `made` orders keys of the same millisecond.
    const sql = `${OWNED_KEYS} WHERE ${condition} ORDER BY a.email, k.created_at, k.made`;
    return (await this.database.query<OwnedRow>(sql, ...parameters)).map(toOwned);
  }
}

async function activeKeys(trx: Knex, accountId: number, now: Date): Promise<number> {
  const [{ count }] = await trx('api_key')
    .where({ account_id: accountId })
    .whereNull('revoked_at')
    .where((active) => active.whereNull('expires_at').orWhere('expires_at', '>', now.getTime()))
    .count({ count: '*' });
  return Number(count);
}

/** Revoked and expired keys that an account keeps: without a limit it could grow the list of its keys by thousands a day. */
export const MOST_ENDED_KEYS = 100;

/** Removes the ended keys of an account except the latest. Its events still name them. */
async function removeOldest(trx: Knex, accountId: number, now: Date): Promise<void> {
  const ended = () =>
    trx('api_key')
      .where({ account_id: accountId })
      .where((over) => over.whereNotNull('revoked_at').orWhere('expires_at', '<=', now.getTime()));
  const oldestKept = await ended()
    .orderBy('made', 'desc')
    .offset(MOST_ENDED_KEYS - 1)
    .first('made');
  if (oldestKept !== undefined) await ended().where('made', '<', oldestKept.made).delete();
}

const WRITE_SPACING_MS = 200;

/** Collects key uses for 200 ms and writes them in one transaction, because each commit empties the readers' page cache. */
class KeyUses {
  /** Uses not written yet: epoch milliseconds by key. */
  private waiting = new Map<string, number>();
  private writing: Promise<void> | null = null;
  /** Milliseconds of a monotonic clock. */
  private lastWrite = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Database) {}

  /** Resolves when the use is stored. */
  add(id: string, at: Date): Promise<void> {
    this.waiting.set(id, at.getTime());
    this.writing ??= this.write();
    return this.writing;
  }

  private async write(): Promise<void> {
    await sleep(Math.max(0, this.lastWrite + WRITE_SPACING_MS - performance.now()));
    const uses = this.waiting;
    this.waiting = new Map();
    // Uses that arrive from here on belong to the next write.
    this.writing = null;
    this.lastWrite = performance.now();
    await this.database.change('accounts', async (trx) => {
      for (const [id, at] of uses) await trx('api_key').where({ id }).update({ last_used_at: at });
    });
  }
}
