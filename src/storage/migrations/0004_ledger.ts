import type { Knex } from 'knex';
import { isPostgres } from './dialect';

/**
 * The record of the daily pick: append-only. `body` is the RFC 8785 text that is hashed. The card of a pick stands
 * beside its record and is held by the hash in it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`CREATE TABLE ledger_record (
    seq INTEGER PRIMARY KEY,
    -- One record a session, one outcome a pick.
    unique_key TEXT NOT NULL UNIQUE,
    prev_hash TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL
  )`);
  await knex.raw(`CREATE TABLE ledger_card (
    seq INTEGER PRIMARY KEY REFERENCES ledger_record (seq),
    card TEXT NOT NULL
  )`);
  if (isPostgres(knex)) await guardPostgres(knex);
  else await guardSqlite(knex);
}

async function guardSqlite(knex: Knex): Promise<void> {
  for (const table of ['ledger_record', 'ledger_card']) {
    for (const event of ['UPDATE', 'DELETE']) {
      await knex.raw(`CREATE TRIGGER ${table}_no_${event.toLowerCase()} BEFORE ${event} ON ${table}
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END`);
    }
  }
  // INSERT OR REPLACE deletes without asking the triggers above: whatever is not the next link is refused first.
  await knex.raw(`CREATE TRIGGER ledger_record_next BEFORE INSERT ON ledger_record
    WHEN NEW.seq IS NOT (SELECT COALESCE(MAX(seq), 0) + 1 FROM ledger_record)
      OR NEW.prev_hash IS NOT COALESCE((SELECT hash FROM ledger_record ORDER BY seq DESC LIMIT 1), '${'0'.repeat(64)}')
      OR EXISTS (SELECT 1 FROM ledger_record WHERE unique_key = NEW.unique_key OR hash = NEW.hash)
    BEGIN SELECT RAISE(ABORT, 'the ledger takes only the next link of its chain'); END`);
  await knex.raw(`CREATE TRIGGER ledger_card_new BEFORE INSERT ON ledger_card
    WHEN EXISTS (SELECT 1 FROM ledger_card WHERE seq = NEW.seq)
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END`);
}

async function guardPostgres(knex: Knex): Promise<void> {
  await knex.raw(`CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the ledger is append-only';
    END $$`);
  for (const table of ['ledger_record', 'ledger_card']) {
    const refuse = 'EXECUTE FUNCTION ledger_is_append_only()';
    await knex.raw(`CREATE TRIGGER ${table}_no_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW ${refuse}`);
    await knex.raw(`CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table} ${refuse}`);
  }
  await knex.raw(`CREATE FUNCTION ledger_takes_next() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE
      last_seq integer;
      last_hash text;
    BEGIN
      SELECT seq, hash INTO last_seq, last_hash FROM ledger_record ORDER BY seq DESC LIMIT 1;
      IF NEW.seq IS DISTINCT FROM COALESCE(last_seq, 0) + 1
        OR NEW.prev_hash IS DISTINCT FROM COALESCE(last_hash, '${'0'.repeat(64)}') THEN
        RAISE EXCEPTION 'the ledger takes only the next link of its chain';
      END IF;
      RETURN NEW;
    END $$`);
  await knex.raw(`CREATE TRIGGER ledger_record_next BEFORE INSERT ON ledger_record
    FOR EACH ROW EXECUTE FUNCTION ledger_takes_next()`);
}
