import { join } from 'node:path';

const BINDING = join(__dirname, '../../src/storage/sqlite/binding');

/**
 * Arguments of a Node process that runs a script with `db`, a connection of its own to a SQLite file.
 *
 * @param body statements of JavaScript
 */
export function scriptOn(file: string, body: string): string[] {
  const open = `const db = new (require(${JSON.stringify(BINDING)}).Sqlite)(${JSON.stringify(file)});`;
  return ['--require', 'tsx/cjs', '-e', `${open}\n${body}`];
}
