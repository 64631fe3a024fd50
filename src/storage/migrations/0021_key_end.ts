import type { Knex } from 'knex';

/**
 * The end that a key was made with, beside the one that a rotation may have set before it: what takes its place ends then.
 * Of keys that were rotated before this column was there nobody knows it any more; they count as made without one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('api_key', (table) => {
    // Null = none.
    table.bigInteger('own_end');
  });
  await knex('api_key')
    .whereNotExists(
      knex('account_event')
        .select('account_event.id')
        .where('kind', 'key_rotated')
        .whereRaw("subject LIKE 'prn_' || api_key.id || '_%'"),
    )
    .update({ own_end: knex.ref('expires_at') });
}
