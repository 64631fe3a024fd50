import type { Knex } from 'knex';

/** Tables of counted requests, by the ending of their functions. */
const COUNTERS = { account: 'account_usage', address: 'address_usage', provider: 'provider_usage' };

/**
 * Requests and predictions, counted in one round trip each: several statements that a function runs see what others have
 * committed between them, and nobody comes between its locks and its end. The rules are those of src/storage/sqlite
 * (requestCounter.ts, predictionCharges.ts), and one suite of tests holds both to them.
 */
export async function createMetering(knex: Knex): Promise<void> {
  for (const [kind, table] of Object.entries(COUNTERS)) {
    await knex.raw(usageFunction(kind, table));
    await knex.raw(countFunction(kind, table));
  }
  await knex.raw(CHARGEABLE);
  await knex.raw(RESERVE);
  await knex.raw(SETTLE);
}

const IN_FORCE = (window: string) => `greatest(at_${window}, least(u.${window}, at_${window} + 1))`;
const USED = (window: string) => `CASE WHEN at_${window} > u.${window} THEN 0 ELSE u.${window}_count END`;

const USAGE = 'OUT minute integer, OUT minute_count integer, OUT day integer, OUT day_count integer';

/** What was used of the windows in force. A window brought back is stored, or the next would run ahead of the clock for ever. */
function usageFunction(kind: string, table: string): string {
  return `CREATE FUNCTION usage_of_${kind}(who text, at_minute integer, at_day integer, ${USAGE})
    LANGUAGE plpgsql AS $$
    #variable_conflict use_column
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
function countFunction(kind: string, table: string): string {
  return `CREATE FUNCTION count_${kind}(
      who text, at_minute integer, at_day integer, per_minute integer, per_day integer, ${USAGE}, OUT allowed boolean
    ) LANGUAGE plpgsql AS $$
    #variable_conflict use_column
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
          FROM usage_of_${kind}(who, at_minute, at_day) f;
        -- Otherwise another process made room between the two statements.
        IF count_${kind}.minute_count >= per_minute OR count_${kind}.day_count >= per_day THEN RETURN; END IF;
      END LOOP;
    END $$`;
}

/** Of the wanted items, in their order, those charged already and those there is room for. */
const CHARGEABLE = `CREATE FUNCTION chargeable_predictions(who text, on_day integer, at_ms bigint, most integer, wanted text[])
  RETURNS text[] LANGUAGE sql AS $$
    WITH counting AS (
      SELECT DISTINCT item FROM ml_charge
      WHERE subject = who AND day = on_day AND (expires_at IS NULL OR expires_at > at_ms)
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
    who text, today integer, at_ms bigint, most integer, wanted text[], keeper text, until_ms bigint,
    OUT granted text[], OUT charged_day integer
  ) LANGUAGE plpgsql AS $$
  DECLARE
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
    granted := chargeable_predictions(who, charged_day, at_ms, most, wanted);
    INSERT INTO ml_charge SELECT who, charged_day, item, keeper, until_ms FROM unnest(granted) AS item
      ON CONFLICT (subject, day, item, holder) DO UPDATE SET expires_at = EXCLUDED.expires_at;
  END $$`;

/** Charges what was delivered, under no holder and for good, and lets go what else the holder has. */
const SETTLE = `CREATE FUNCTION settle_predictions(
    who text, on_day integer, at_ms bigint, most integer, delivered text[], keeper text, OUT charged text[]
  ) LANGUAGE plpgsql AS $$
  BEGIN
    ${LOCK_SUBJECT};
    charged := chargeable_predictions(who, on_day, at_ms, most, delivered);
    INSERT INTO ml_charge SELECT who, on_day, item, '', NULL FROM unnest(charged) AS item
      ON CONFLICT (subject, day, item, holder) DO UPDATE SET expires_at = NULL;
    DELETE FROM ml_charge WHERE subject = who AND holder = keeper;
  END $$`;
