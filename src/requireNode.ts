/**
 * Ends a process on a Node that is too old, in one line: SQLite's binding needs Node-API 10 and crashes without a word on a Node that
 * lacks it (22.13 and older, 23.5 and older). The first import of each program.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './projectRoot';

const { engines } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'));
/** `^22.14 || >=24` */
const [, ltsMajor, ltsMinor, nextMajor] = /^\^(\d+)\.(\d+) \|\| >=(\d+)$/.exec(engines.node)!.map(Number);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < nextMajor && (major !== ltsMajor || minor < ltsMinor)) {
  const needed = `Node ${ltsMajor} from ${ltsMajor}.${ltsMinor} on, or Node ${nextMajor} or newer`;
  process.stderr.write(`Perennial needs ${needed}; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
