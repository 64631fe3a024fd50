import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Jest's `globalSetup`: dist/ is built before the first test, so that no two of them do it side by side. */
export default function build(): void {
  const { ensureBuilt } = require('../../scripts/build.cjs') as { ensureBuilt(): void };
  ensureBuilt();
}

/** Path of a program as it is built; tests start that one: it is what runs, and reading it takes a tenth of the time. */
export function builtProgram(source: string): string {
  return join(ROOT, 'dist', source.replace(/\.ts$/, '.js'));
}
