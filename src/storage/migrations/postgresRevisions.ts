import type { Knex } from 'knex';

/**
 * Revisions of models (row 2 of `revision`) and of null distributions (row 3), where SQLite has its own count of all changes;
 * and who listens is told of every revision with the transaction that moves it, by the schema it is in.
 */
export async function tellRevisions(knex: Knex): Promise<void> {
  await knex('revision').insert([2, 3].map((id) => ({ id, value: 0 })));
  await knex.raw(`CREATE FUNCTION count_change_in() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE revision SET value = value + 1, changed_by = pg_current_xact_id()
        WHERE id = TG_ARGV[0]::integer AND changed_by IS DISTINCT FROM pg_current_xact_id();
      RETURN NULL;
    END $$`);
  const count = (row: number) => `EXECUTE FUNCTION count_change_in(${row})`;
  for (const table of ['model', 'input_trial']) {
    await knex.raw(
      `CREATE TRIGGER ${table}_changed AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW ${count(2)}`,
    );
  }
  // One that is claimed and not computed is nobody's news.
  await knex.raw(`CREATE TRIGGER null_distribution_stored AFTER INSERT OR UPDATE ON null_distribution
    FOR EACH ROW WHEN (NEW.content IS NOT NULL) ${count(3)}`);
  await knex.raw(`CREATE TRIGGER null_distribution_gone AFTER DELETE ON null_distribution
    FOR EACH ROW WHEN (OLD.content IS NOT NULL) ${count(3)}`);
  await knex.raw(`CREATE FUNCTION tell_revision() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      PERFORM pg_notify('perennial', current_schema());
      RETURN NULL;
    END $$`);
  for (const table of ['revision', 'feed_revision']) {
    await knex.raw(
      `CREATE TRIGGER ${table}_told AFTER UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION tell_revision()`,
    );
  }
}
