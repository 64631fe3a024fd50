import { builtProgram } from './built';

const BINDING = builtProgram('src/storage/sqlite/binding.ts');

/**
 * Arguments of a Node process that runs a script with `db`, a connection of its own to a SQLite file.
 *
 * @param body statements of JavaScript
 */
export function scriptOn(file: string, body: string): string[] {
  const open = `const db = new (require(${JSON.stringify(BINDING)}).Sqlite)(${JSON.stringify(file)});`;
  return ['-e', `${open}\n${body}`];
}
