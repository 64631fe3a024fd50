import type { Knex } from 'knex';
import { admission } from './postgresMetering';
import { KEPT_DAYS } from './usage';

/** What looks sessions and narrowed keys up, and counts their request with it; and the days of requests that are over. */
export async function createConsole(knex: Knex): Promise<void> {
  await knex.raw(ADMIT_SCOPED_KEY);
  await knex.raw(ADMIT_SESSION);
  await knex.raw(`CREATE TABLE account_day (
    subject TEXT NOT NULL, day INTEGER NOT NULL, requests INTEGER NOT NULL, PRIMARY KEY (subject, day)
  )`);
  await knex.raw(`CREATE FUNCTION keep_account_day() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      INSERT INTO account_day VALUES (OLD.subject, OLD.day, OLD.day_count)
        ON CONFLICT (subject, day) DO UPDATE SET requests = greatest(account_day.requests, EXCLUDED.requests);
      DELETE FROM account_day WHERE subject = OLD.subject AND day < NEW.day - ${KEPT_DAYS};
      RETURN NULL;
    END $$`);
  await knex.raw(`CREATE TRIGGER account_day_over AFTER UPDATE OF day ON account_usage
    FOR EACH ROW WHEN (NEW.day > OLD.day) EXECUTE FUNCTION keep_account_day()`);
}

/** As `admit_key`, which programs of an earlier version go on to use, with the scope of the key. */
const ADMIT_SCOPED_KEY = admission({
  name: 'admit_scoped_key',
  columns: `id text, account_id integer, name text, hash text, last_four text, created_at bigint, last_used_at bigint,
    expires_at bigint, revoked_at bigint, markets text, read_only boolean, email text, tier text`,
  look: `SELECT k.id, k.account_id, k.name, k.hash, k.last_four, k.created_at, k.last_used_at, k.expires_at, k.revoked_at,
        k.markets, k.read_only, a.email, a.tier, k.account_id, a.tier,
        k.hash = presented AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > admit_scoped_key.now_ms)
      INTO id, account_id, name, hash, last_four, created_at, last_used_at, expires_at, revoked_at,
        markets, read_only, email, tier, who, its_tier, fits
      FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = its_id;`,
});

const ADMIT_SESSION = admission({
  name: 'admit_session',
  columns: `id text, account_id integer, hash text, previous_hash text, previous_until bigint, method text, agent text,
    created_at bigint, last_used_at bigint, rotated_at bigint, ends_at bigint, latest_end bigint,
    email text, tier text, role text`,
  look: `SELECT s.id, s.account_id, s.hash, s.previous_hash, s.previous_until, s.method, s.agent,
        s.created_at, s.last_used_at, s.rotated_at, s.ends_at, s.latest_end, a.email, a.tier, a.role, s.account_id, a.tier,
        s.ends_at > admit_session.now_ms AND (s.hash = presented OR (s.previous_hash = presented
          AND (s.previous_until IS NULL OR s.previous_until > admit_session.now_ms)))
      INTO id, account_id, hash, previous_hash, previous_until, method, agent,
        created_at, last_used_at, rotated_at, ends_at, latest_end, email, tier, role, who, its_tier, fits
      FROM session s JOIN account a ON a.id = s.account_id WHERE s.id = its_id;`,
});
