import type { Moment } from '../counters';
import type { PostgresDatabase } from './database';

/**
 * A moment as the functions of the database take it (`instant_of`): what this clock shows, and how far the one to go by runs
 * ahead of the database's. With the setting NOW that clock showed NOW when the process started, by whatever its machine's was.
 */
export function saidBy({ clockAhead }: PostgresDatabase, { now, ahead }: Moment): [said: number, ahead: number | null] {
  return [now, ahead === null || ahead === 0 ? ahead : ahead - clockAhead];
}
