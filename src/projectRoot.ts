import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** The project's folder: the nearest one above this file with a package.json. This file may be in src/ or dist/src/. */
export const PROJECT_ROOT = folderWith('package.json', __dirname);

/**
 * The folder in which relative paths of settings start: the project's own; for an installed package the working folder, since npm
 * replaces everything inside node_modules. A package that is linked to a checkout counts as the checkout.
 */
export const SETTINGS_ROOT = PROJECT_ROOT.split(sep).includes('node_modules') ? process.cwd() : PROJECT_ROOT;

function folderWith(name: string, folder: string): string {
  if (existsSync(join(folder, name))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`there is no ${name} in any folder above ${__dirname}`);
  return folderWith(name, parent);
}

/** The version of this program, by Semantic Versioning. The contract has a version of its own, `info.version`. */
export const VERSION: string = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')).version;
