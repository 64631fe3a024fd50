import type BetterSqlite3 from 'better-sqlite3';

/** What opens SQLite files: the two versions of the binding have the same interface as far as it is used here. */
export type Binding = typeof BetterSqlite3;

/** better-sqlite3 13: runs on Node 22 and later; npm leaves this optional dependency out on Node 20. */
const NEWER = 'better-sqlite3-next';
/** better-sqlite3 12: runs on Node 20 and 22, and ends the process on Node 24. */
const OLDER = 'better-sqlite3';

/**
 * The SQLite binding of this process, chosen at run time because no one version runs on every Node that is supported.
 * Everything that opens SQLite, Knex included, takes it from here. Its errors are told by their code: each version has a
 * class of its own.
 *
 * @throws Error when no version that runs here can be loaded, with the reason of the last
 */
export const Sqlite: Binding = loadFirst(versionsFor(Number.parseInt(process.versions.node, 10)));

/** @param node Node's major version */
function versionsFor(node: number): string[] {
  if (node < 22) return [OLDER];
  return node < 24 ? [NEWER, OLDER] : [NEWER];
}

function loadFirst([name, ...others]: readonly string[]): Binding {
  try {
    const binding: Binding = require(name);
    // The compiled part is loaded with the first database.
    new binding(':memory:').close();
    return binding;
  } catch (cause) {
    if (others.length > 0) return loadFirst(others);
    const node = process.versions.node;
    throw new Error(`SQLite's binding cannot be loaded on Node ${node}: run npm ci with this Node`, { cause });
  }
}
