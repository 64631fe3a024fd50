import type { Knex } from 'knex';
import { admission, COUNT_ACCOUNT, COUNTED } from './postgresMetering';

/** What lets nobody in, and counts no request, of an account that is suspended; programs of an earlier version use what was there. */
export async function refuseSuspended(knex: Knex): Promise<void> {
  await knex.raw(ADMIT_ACTIVE_KEY);
  await knex.raw(ADMIT_ACTIVE_SIGN_IN);
}

const ADMIT_ACTIVE_KEY = admission({
  name: 'admit_active_key',
  columns: `id text, account_id integer, name text, hash text, last_four text, created_at bigint, last_used_at bigint,
    expires_at bigint, revoked_at bigint, markets text, read_only boolean, email text, tier text, suspended boolean`,
  look: `SELECT k.id, k.account_id, k.name, k.hash, k.last_four, k.created_at, k.last_used_at, k.expires_at, k.revoked_at,
        k.markets, k.read_only, a.email, a.tier, a.suspended_at IS NOT NULL, k.account_id, a.tier,
        k.hash = presented AND k.revoked_at IS NULL AND a.suspended_at IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > admit_active_key.now_ms)
      INTO id, account_id, name, hash, last_four, created_at, last_used_at, expires_at, revoked_at,
        markets, read_only, email, tier, suspended, who, its_tier, fits
      FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = its_id;`,
});

const ADMIT_ACTIVE_SIGN_IN = `CREATE FUNCTION admit_active_sign_in(
    by_issuer text, by_subject text, said_ms bigint, ahead_ms bigint, quotas jsonb
  ) RETURNS TABLE (who integer, its_tier text, suspended boolean, ${COUNTED}) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  BEGIN
    now_ms := instant_of(said_ms, ahead_ms);
    SELECT a.id, a.tier, a.suspended_at IS NOT NULL INTO who, its_tier, suspended
      FROM oauth_identity i JOIN account a ON a.id = i.account_id WHERE i.issuer = by_issuer AND i.subject = by_subject;
    IF NOT FOUND THEN RETURN; END IF;
    IF NOT suspended THEN
      ${COUNT_ACCOUNT}
    END IF;
    RETURN NEXT;
  END $$`;
