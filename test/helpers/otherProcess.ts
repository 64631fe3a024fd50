/**
 * Arguments of a Node process that runs a script with `db`, a connection of its own to a SQLite file.
 *
 * @param body statements of JavaScript
 */
export function scriptOn(file: string, body: string): string[] {
  const binding = JSON.stringify(require.resolve('better-sqlite3'));
  return ['-e', `const db = new (require(${binding}))(${JSON.stringify(file)});\n${body}`];
}
