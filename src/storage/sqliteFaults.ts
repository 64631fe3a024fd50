/** Whether SQLite could not read its own pages: they were overwritten, or the disk lost them. */
export function isUnreadable(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|IOERR|NOTADB)/.test(errorCode(error));
}

/** Whether another connection is writing. */
export function isBusy(error: unknown): boolean {
  return errorCode(error).startsWith('SQLITE_BUSY');
}

function errorCode(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}
