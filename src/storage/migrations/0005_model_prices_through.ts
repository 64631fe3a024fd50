import type { Knex } from 'knex';
import { fromIso } from '../../core/calendar/dates';

const CUT = ' through ';

/**
 * The day that a model's prices were seen through where it was not the last one stored, a day number; it stood behind the
 * data version, as `HASH through YYYY-MM-DD`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('model', (table) => void table.integer('prices_through'));
  const cut: { version: string; data_version: string }[] = await knex('model')
    .where('data_version', 'like', `%${CUT}%`)
    .select('version', 'data_version');
  for (const { version, data_version } of cut) {
    const [hash, through] = data_version.split(CUT);
    await knex('model')
      .where({ version })
      .update({ data_version: hash, prices_through: fromIso(through) });
  }
}
