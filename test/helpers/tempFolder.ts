import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder of its own, removed when the tests of the file are over. Call at the top level of a test file. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
