import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Jest's `globalSetup`: tests start what is built. */
export default function build(): void {
  const { prepare } = require('../../scripts/prepare.cjs') as { prepare(): void };
  prepare();
}

/** Path of a program as it is built. */
export function builtProgram(source: string): string {
  return join(ROOT, 'dist', source.replace(/\.ts$/, '.js'));
}
