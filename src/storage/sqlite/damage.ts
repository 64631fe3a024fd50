import { DamagedDataError } from '../errors';
import { type Database, REMEDY } from './database';

/** What says which symbols and series there are. Without one of them no price can be found, whatever else is whole. */
const LISTS = ['symbol', 'membership', 'price_series', 'revision'] as const;

/** The fault of a database whose lists cannot be read, naming those that are damaged. @param cause what SQLite said */
export function damagedLists({ reader, file }: Database, cause: Error): DamagedDataError {
  const damaged = LISTS.filter((table) => !isWhole(reader, table)).join(', ');
  return new DamagedDataError(
    `the database ${file ?? 'in memory'} is damaged (${cause.message}), in the tables: ${damaged || 'unknown'}. ${REMEDY}`,
    { cause },
  );
}

/** Whether a table and its indexes can be read through; the lists are small. */
function isWhole(reader: Database['reader'], table: string): boolean {
  try {
    return reader.prepare<[], string>(`PRAGMA integrity_check('${table}')`).pluck().get() === 'ok';
  } catch {
    return false;
  }
}
