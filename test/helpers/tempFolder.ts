import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder, removed after the tests of the file. Call at the top level of a test file. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
