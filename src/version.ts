import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './projectRoot';

/** The version of this program, by Semantic Versioning. The contract has a version of its own, `info.version`. */
export const VERSION: string = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')).version;
