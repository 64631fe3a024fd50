/** TODO(house 3): names of before. */
export { type LegacyPostgres as PostgresDatabase, openPostgres } from '../postgres';
export const WORK = { most: 5, waitMs: 10_000, statementMs: 300_000 };
