/**
 * Ends a process on a Node that is too old, in one line: its first error would be the trace of a package that does not load. The
 * first import of each program.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './projectRoot';

const { engines } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'));
/** `22.12` */
const LEAST: string = engines.node.replace('>=', '');

const [major, minor] = process.versions.node.split('.').map(Number);
const [leastMajor, leastMinor] = LEAST.split('.').map(Number);
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  process.stderr.write(`Perennial needs Node ${LEAST} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
