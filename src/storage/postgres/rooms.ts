export type { LegacyPostgres as PostgresRooms } from '../postgres';
