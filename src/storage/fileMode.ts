import { closeSync, openSync } from 'node:fs';

/** Databases hold key hashes, e-mail addresses and webhook secrets: only their owner may read them. */
export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_FOLDER = 0o700;

/**
 * Creates an empty file that only its owner may read, for SQLite to open: it gives its -wal and -shm files the same mode. A file
 * that exists keeps its content and its mode.
 */
export function createForOwner(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
