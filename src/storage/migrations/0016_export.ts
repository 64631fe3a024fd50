import type { Knex } from 'knex';

/**
 * Bulk exports: a job with what was asked and how far it is, and its file in blocks, so that whichever process is asked
 * can serve any part of it. Requests and failures are JSON.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('export_job', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('state').notNullable().index();
    table.text('request').notNullable();
    table.bigInteger('created_at').notNullable();
    // Of the process that is at it; it counts as gone after `held_until` in any case.
    table.string('holder');
    table.bigInteger('held_until');
    table.integer('attempts').notNullable();
    table.string('data_version');
    table.string('stage');
    table.integer('done').notNullable();
    table.integer('total').notNullable();
    table.bigInteger('finished_at');
    table.bigInteger('expires_at');
    table.text('failures').notNullable();
    table.string('note');
    table.integer('row_count');
    table.bigInteger('size');
    table.string('sha256');
  });
  await knex.schema.createTable('export_block', (table) => {
    table.string('job_id').notNullable().references('export_job.id').onDelete('CASCADE');
    table.integer('seq').notNullable();
    table.binary('content').notNullable();
    table.primary(['job_id', 'seq']);
  });
}
