import { resolve } from 'node:path';

export const IN_MEMORY = ':memory:';

/**
 * The SQLite database that `DATABASE_URL` names, as an absolute path or `:memory:`: a path, `sqlite:PATH`,
 * `sqlite://PATH` or `:memory:`. Null for anything else.
 *
 * @param base folder that relative paths begin in
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

/** A URL as it may be shown: without password and parameters, which may hold one. */
export function shownUrl(url: string): string {
  return url.replace(/^([a-z]+:\/\/)([^/@:]*)(:.*)?@/, '$1$2@').replace(/\?.*$/, '');
}
