import type { Knex } from 'knex';
import { DatabaseUnavailableError, UnusableDatabaseError } from './errors';
import { isCheckedTable, TABLES } from './movedTables';

const CHECKED = TABLES.filter(({ name, counters }) => isCheckedTable(name) && !counters).map(({ name }) => name);

/** Reads every row of the small tables, in one statement. @throws UnusableDatabaseError naming those that cannot be read */
export async function requireReadable(knex: Knex): Promise<void> {
  if (await areReadable(knex, CHECKED)) return;
  const damaged: string[] = [];
  for (const table of CHECKED) if (!(await areReadable(knex, [table]))) damaged.push(table);
  throw new UnusableDatabaseError(
    `it is damaged, in the tables: ${damaged.join(', ')}; stop the service and restore a backup (seeds/guides/operating.md, "Backup")`,
  );
}

async function areReadable(knex: Knex, tables: readonly string[]): Promise<boolean> {
  try {
    // Counting whole rows reads the table, where count(*) may read an index only.
    await knex.raw(tables.map((table) => `SELECT count(${table}) FROM ${table}`).join(' UNION ALL '));
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError && error.reason === 'database_damaged') return false;
    throw error;
  }
}
