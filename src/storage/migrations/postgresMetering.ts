import type { Knex } from 'knex';

/** Tables of counted requests, by the ending of their functions. */
const COUNTERS = { account: 'account_usage', address: 'address_usage', provider: 'provider_usage' };

/**
 * Requests and predictions, counted in one round trip each: several statements that a function runs see what others have
 * committed between them, and nobody comes between its locks and its end. The rules are those of src/storage/sqlite
 * (requestCounter.ts, predictionCharges.ts), and one suite of tests holds both to them.
 */
export async function createMetering(knex: Knex): Promise<void> {
  const counting = Object.entries(COUNTERS).flatMap(([kind, table]) => [usageOf(kind, table), count(kind, table)]);
  const functions = [INSTANT, ...counting, ADMIT_KEY, ADMIT_SIGNED_IN, CHARGEABLE, USED_ITEMS, RESERVE, SETTLE];
  for (const text of functions) await knex.raw(text);
}

/**
 * The instant of a moment (src/storage/rows.ts), epoch milliseconds: by the clock of the database, so that machines whose
 * clocks differ open a window together; as it was said where `ahead_ms` is null.
 */
const INSTANT = `CREATE FUNCTION instant_of(said_ms bigint, ahead_ms bigint) RETURNS bigint LANGUAGE sql AS $$
    SELECT coalesce(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ahead_ms, said_ms)
  $$`;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const USAGE = 'minute integer, minute_count integer, day integer, day_count integer';
const OUT_USAGE = USAGE.replaceAll(/\b(minute|day)/g, 'OUT $1');

const IN_FORCE = (window: string) => `greatest(at_${window}, least(u.${window}, at_${window} + 1))`;
const USED = (window: string) => `CASE WHEN at_${window} > u.${window} THEN 0 ELSE u.${window}_count END`;

/** What was used of the windows in force. A window brought back is stored, or the next would run ahead of the clock for ever. */
function usageOf(kind: string, table: string): string {
  return `CREATE FUNCTION usage_of_${kind}(who text, now_ms bigint, ${OUT_USAGE}) LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      at_minute integer := now_ms / ${MINUTE_MS};
      at_day integer := now_ms / ${DAY_MS};
    BEGIN
      SELECT ${IN_FORCE('minute')}, ${USED('minute')}, ${IN_FORCE('day')}, ${USED('day')}
        INTO minute, minute_count, day, day_count
        FROM ${table} u WHERE subject = who;
      IF NOT FOUND THEN
        minute := at_minute; minute_count := 0; day := at_day; day_count := 0;
      ELSIF usage_of_${kind}.minute > at_minute OR usage_of_${kind}.day > at_day THEN
        UPDATE ${table} SET minute = least(minute, at_minute + 1), day = least(day, at_day + 1)
          WHERE subject = who AND (minute > at_minute + 1 OR day > at_day + 1);
      END IF;
    END $$`;
}

/** Counts a request unless a window is full. One statement checks and counts both: no other request comes between. */
function count(kind: string, table: string): string {
  return `CREATE FUNCTION count_${kind}(
      who text, now_ms bigint, per_minute integer, per_day integer, ${OUT_USAGE}, OUT allowed boolean
    ) LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      at_minute integer := now_ms / ${MINUTE_MS};
      at_day integer := now_ms / ${DAY_MS};
    BEGIN
      LOOP
        INSERT INTO ${table} AS u (subject, minute, minute_count, day, day_count) VALUES (who, at_minute, 1, at_day, 1)
          ON CONFLICT (subject) DO UPDATE SET
            minute = ${IN_FORCE('minute')}, minute_count = ${USED('minute')} + 1,
            day = ${IN_FORCE('day')}, day_count = ${USED('day')} + 1
          WHERE ${USED('minute')} < per_minute AND ${USED('day')} < per_day
          RETURNING u.minute, u.minute_count, u.day, u.day_count INTO minute, minute_count, day, day_count;
        allowed := FOUND;
        IF allowed THEN RETURN; END IF;
        SELECT f.minute, f.minute_count, f.day, f.day_count INTO minute, minute_count, day, day_count
          FROM usage_of_${kind}(who, now_ms) f;
        -- Otherwise another process made room between the two statements.
        IF count_${kind}.minute_count >= per_minute OR count_${kind}.day_count >= per_day THEN RETURN; END IF;
      END LOOP;
    END $$`;
}

export const COUNTED = `now_ms bigint, ${USAGE}, allowed boolean`;

/** Counts a request of account \`who\` on \`its_tier\` into the columns of COUNTED: \`quotas\` is {tier: [minute, day]}, '' = any other. */
export const COUNT_ACCOUNT = `SELECT c.minute, c.minute_count, c.day, c.day_count, c.allowed
        INTO minute, minute_count, day, day_count, allowed
        FROM (SELECT coalesce(quotas -> its_tier, quotas -> '') AS quota) q,
          count_account(who::text, now_ms, (q.quota ->> 0)::integer, (q.quota ->> 1)::integer) c;`;

/** A function that looks up who presents a hash, and counts their request where it fits. */
interface Admitting {
  readonly name: string;
  readonly columns: string;
  /** Reads the row of `its_id` into the columns, the account into `who` and `its_tier`, and into `fits` whether `presented` lets it in. */
  readonly look: string;
}

export function admission({ name, columns, look }: Admitting): string {
  return `CREATE FUNCTION ${name}(its_id text, presented text, said_ms bigint, ahead_ms bigint, quotas jsonb)
  RETURNS TABLE (${columns}, ${COUNTED}) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    who integer;
    its_tier text;
    fits boolean;
  BEGIN
    now_ms := instant_of(said_ms, ahead_ms);
    ${look}
    IF NOT FOUND THEN RETURN; END IF;
    IF fits THEN
      ${COUNT_ACCOUNT}
    END IF;
    RETURN NEXT;
  END $$`;
}

/** A key with its account; its request is counted where the hash fits and the key is neither revoked nor expired. */
const ADMIT_KEY = admission({
  name: 'admit_key',
  columns: `id text, account_id integer, name text, hash text, last_four text, created_at bigint, last_used_at bigint,
    expires_at bigint, revoked_at bigint, email text, tier text`,
  look: `SELECT k.id, k.account_id, k.name, k.hash, k.last_four, k.created_at, k.last_used_at, k.expires_at, k.revoked_at,
        a.email, a.tier, k.account_id, a.tier,
        k.hash = presented AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > admit_key.now_ms)
      INTO id, account_id, name, hash, last_four, created_at, last_used_at, expires_at, revoked_at,
        email, tier, who, its_tier, fits
      FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = its_id;`,
});

/** The account somebody signs in to, and its request counted. */
const ADMIT_SIGNED_IN = `CREATE FUNCTION admit_signed_in(
    by_issuer text, by_subject text, said_ms bigint, ahead_ms bigint, quotas jsonb
  ) RETURNS TABLE (who integer, its_tier text, ${COUNTED}) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  BEGIN
    now_ms := instant_of(said_ms, ahead_ms);
    SELECT a.id, a.tier INTO who, its_tier
      FROM oauth_identity i JOIN account a ON a.id = i.account_id WHERE i.issuer = by_issuer AND i.subject = by_subject;
    IF NOT FOUND THEN RETURN; END IF;
    ${COUNT_ACCOUNT}
    RETURN NEXT;
  END $$`;

/** Different items that count on a day. */
const USED_ITEMS = `CREATE FUNCTION used_predictions(who text, now_ms bigint) RETURNS bigint LANGUAGE sql AS $$
    -- The rows of a day too far ahead are moved when something is reserved; until then they count where they are.
    SELECT count(DISTINCT item) FROM ml_charge
    WHERE subject = who AND (expires_at IS NULL OR expires_at > now_ms)
      AND day = (SELECT greatest((now_ms / ${DAY_MS})::integer, max(day)) FROM ml_charge WHERE subject = who)
  $$`;

/** Of the wanted items, in their order, those charged already and those there is room for. */
const CHARGEABLE = `CREATE FUNCTION chargeable_predictions(who text, on_day integer, now_ms bigint, most integer, wanted text[])
  RETURNS text[] LANGUAGE sql AS $$
    WITH counting AS (
      SELECT DISTINCT item FROM ml_charge
      WHERE subject = who AND day = on_day AND (expires_at IS NULL OR expires_at > now_ms)
    ), asked AS (
      SELECT item, min(place) AS place FROM unnest(wanted) WITH ORDINALITY AS w(item, place) GROUP BY item
    ), judged AS (
      SELECT item, place, charged.item IS NOT NULL AS is_charged,
        count(*) FILTER (WHERE charged.item IS NULL) OVER (ORDER BY place) AS new_ones
      FROM asked LEFT JOIN counting AS charged USING (item)
    )
    SELECT coalesce(array_agg(item ORDER BY place), '{}') FROM judged
    WHERE is_charged OR new_ones <= most - (SELECT count(*) FROM counting)
  $$`;

/** One at a time for a subject. */
const LOCK_SUBJECT = "PERFORM pg_advisory_xact_lock(hashtext('ml_charge'), hashtext(current_schema() || ' ' || who))";

/** Holds what is chargeable, on a day never earlier than what is stored, which is never further ahead than tomorrow. */
const RESERVE = `CREATE FUNCTION reserve_predictions(
    who text, now_ms bigint, most integer, wanted text[], keeper text, lasts_ms bigint,
    OUT granted text[], OUT charged_day integer
  ) LANGUAGE plpgsql AS $$
  DECLARE
    today integer := now_ms / ${DAY_MS};
    latest integer;
  BEGIN
    ${LOCK_SUBJECT};
    SELECT coalesce(max(day), today) INTO latest FROM ml_charge WHERE subject = who;
    IF latest > today + 1 THEN
      INSERT INTO ml_charge SELECT DISTINCT ON (item, holder) subject, today + 1, item, holder, expires_at
        FROM ml_charge WHERE subject = who AND day > today + 1 ORDER BY item, holder, day DESC
        ON CONFLICT (subject, day, item, holder) DO UPDATE SET expires_at = EXCLUDED.expires_at;
      DELETE FROM ml_charge WHERE subject = who AND day > today + 1;
    END IF;
    charged_day := greatest(today, least(latest, today + 1));
    granted := chargeable_predictions(who, charged_day, now_ms, most, wanted);
    INSERT INTO ml_charge SELECT who, charged_day, item, keeper, now_ms + lasts_ms FROM unnest(granted) AS item
      ON CONFLICT (subject, day, item, holder) DO UPDATE SET expires_at = EXCLUDED.expires_at;
  END $$`;

/** Charges what was delivered, under no holder and for good, and lets go what else the holder has. */
const SETTLE = `CREATE FUNCTION settle_predictions(
    who text, on_day integer, now_ms bigint, most integer, delivered text[], keeper text, OUT charged text[]
  ) LANGUAGE plpgsql AS $$
  BEGIN
    ${LOCK_SUBJECT};
    charged := chargeable_predictions(who, on_day, now_ms, most, delivered);
    INSERT INTO ml_charge SELECT who, on_day, item, '', NULL FROM unnest(charged) AS item
      ON CONFLICT (subject, day, item, holder) DO UPDATE SET expires_at = NULL;
    DELETE FROM ml_charge WHERE subject = who AND holder = keeper;
  END $$`;
