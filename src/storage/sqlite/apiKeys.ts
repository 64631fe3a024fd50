import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import { type Database, inWriteTransaction } from './database';

/** A key as it is known after its creation. The secret is not among what is known. */
export interface ApiKey {
  /** Public part of the key. */
  readonly id: string;
  readonly accountId: number;
  readonly name: string;
  /** Keyed hash of the whole key, hexadecimal. */
  readonly hash: string;
  /** Last four characters of the secret, for display. */
  readonly lastFour: string;
  readonly createdAt: Date;
  /** Coarse: written at most once a minute. */
  readonly lastUsedAt: Date | null;
  /** End of a rotation's overlap; null = none. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A key with its account, for lists and authentication. */
export interface OwnedKey extends ApiKey {
  readonly email: string;
  readonly tier: string;
}

interface KeyRow {
  id: string;
  account_id: number;
  name: string;
  hash: string;
  last_four: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
}

type OwnedRow = KeyRow & { email: string; tier: string };

const toDate = (time: number | null) => (time === null ? null : new Date(time));

const toOwned = (row: OwnedRow): OwnedKey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  hash: row.hash,
  lastFour: row.last_four,
  createdAt: new Date(row.created_at),
  lastUsedAt: toDate(row.last_used_at),
  expiresAt: toDate(row.expires_at),
  revokedAt: toDate(row.revoked_at),
  email: row.email,
  tier: row.tier,
});

const toRow = (key: ApiKey): KeyRow => ({
  id: key.id,
  account_id: key.accountId,
  name: key.name,
  hash: key.hash,
  last_four: key.lastFour,
  created_at: key.createdAt.getTime(),
  last_used_at: key.lastUsedAt?.getTime() ?? null,
  expires_at: key.expiresAt?.getTime() ?? null,
  revoked_at: key.revokedAt?.getTime() ?? null,
});

/** API keys. */
export class ApiKeyRepository {
  private readonly knex: Knex;
  private readonly byId: BetterSqlite3.Statement<[string], OwnedRow>;

  constructor(database: Database) {
    this.knex = database.knex;
    // Asked on every request, so that a revocation by any process counts on the very next one; 5 microseconds.
    this.byId = database.reader.prepare(
      'SELECT k.*, a.email, a.tier FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = ?',
    );
  }

  find(id: string): OwnedKey | null {
    const row = this.byId.get(id);
    return row ? toOwned(row) : null;
  }

  /** By account, oldest first. @param email of one account; undefined = all */
  async list(email?: string): Promise<OwnedKey[]> {
    const query = this.knex('api_key as k').join('account as a', 'a.id', 'k.account_id');
    if (email !== undefined) query.where('a.email', email);
    const rows: OwnedRow[] = await query
      // Keys of one millisecond come as they were made: ids are random.
      .orderBy(['a.email', 'k.created_at', 'k.rowid'])
      .select('k.*', 'a.email', 'a.tier');
    return rows.map(toOwned);
  }

  async insert(key: ApiKey): Promise<void> {
    await inWriteTransaction(this.knex, (trx) => trx('api_key').insert(toRow(key)));
  }

  /** Adds the successor and sets the end of the key it replaces, both or neither. */
  async replace(oldId: string, expiresAt: Date, successor: ApiKey): Promise<void> {
    await inWriteTransaction(this.knex, async (trx) => {
      await trx('api_key').insert(toRow(successor));
      await trx('api_key').where({ id: oldId }).update({ expires_at: expiresAt.getTime() });
    });
  }

  /** The first revocation counts; a later one leaves its time. */
  async revoke(id: string, at: Date): Promise<void> {
    await inWriteTransaction(this.knex, (trx) =>
      trx('api_key').where({ id }).whereNull('revoked_at').update({ revoked_at: at.getTime() }),
    );
  }

  async touch(id: string, at: Date): Promise<void> {
    await inWriteTransaction(this.knex, (trx) => trx('api_key').where({ id }).update({ last_used_at: at.getTime() }));
  }
}
