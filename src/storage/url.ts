import { resolve } from 'node:path';

export const IN_MEMORY = ':memory:';

/**
 * The absolute path, or `:memory:`, of the SQLite database in `DATABASE_URL`. Null for any other database.
 *
 * @param url a path, `sqlite:PATH`, `sqlite://PATH` or `:memory:`
 * @param base folder that relative paths start in
 */
export function databasePath(url: string, base: string): string | null {
  const path = url.replace(/^sqlite:(\/\/)?/, '');
  if (path === IN_MEMORY) return path;
  return path === '' || /^[a-z][a-z0-9+.-]+:/i.test(path) ? null : resolve(base, path);
}

/** Whether `DATABASE_URL` names a PostgreSQL database. */
export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);
}

/** A URL for display: without the password and the parameters, which may contain one. */
export function shownUrl(url: string): string {
  return url.replace(/^([a-z]+:\/\/)([^/@:]*)(:.*)?@/, '$1$2@').replace(/\?.*$/, '');
}
