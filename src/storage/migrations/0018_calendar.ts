import type { Knex } from 'knex';

/** Addresses at which calendars are read, and what stands in the calendars of saved scans: entries as JSON. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('calendar_link', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('name').notNullable();
    table.string('hash').notNullable().unique();
    table.string('last_four').notNullable();
    // Null = of the daily pick.
    table.string('saved_scan_id').references('saved_scan.id').onDelete('CASCADE').index();
    // Null = every market of the plan.
    table.text('markets');
    table.integer('alarm_minutes');
    table.integer('days_ahead');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_read_at');
  });
  await knex.schema.createTable('saved_scan_calendar', (table) => {
    table.string('saved_scan_id').primary().references('saved_scan.id').onDelete('CASCADE');
    table.text('entries').notNullable();
  });
}
