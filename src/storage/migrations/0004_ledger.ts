import type { Knex } from 'knex';

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
