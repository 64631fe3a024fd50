import type { Knex } from 'knex';
import { isPostgres } from './dialect';

/** Background jobs on SQLite (src/queue/sqliteQueue.ts). On PostgreSQL pg-boss has its own tables. */
export async function createJobs(knex: Knex): Promise<void> {
  if (isPostgres(knex)) return;
  await knex.schema.createTable('job', (table) => {
    table.increments('id');
    table.string('queue').notNullable();
    table.string('key').notNullable();
    table.integer('account');
    // JSON.
    table.text('payload').notNullable();
    // 'waiting', 'active', 'done', 'failed' or 'cancelled'.
    table.string('state').notNullable();
    // The highest starts first.
    table.integer('priority').notNullable();
    // By the clock of the machine, as is lease_until.
    table.bigInteger('run_at').notNullable();
    table.integer('attempts').notNullable();
    table.string('lease_owner');
    table.bigInteger('lease_until');
    table.text('error');
    // A second job of the same occurrence is not written.
    table.string('occurrence').unique();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('finished_at');
    table.index(['queue', 'state', 'priority']);
    table.index(['state', 'run_at']);
  });
  await knex.raw("CREATE UNIQUE INDEX job_waiting ON job (queue, key) WHERE state = 'waiting'");
}
