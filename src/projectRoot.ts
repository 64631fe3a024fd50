import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder: the nearest one above this file with a package.json. This file may be in src/ or dist/src/. */
export const PROJECT_ROOT = folderWith('package.json', __dirname);

function folderWith(name: string, folder: string): string {
  if (existsSync(join(folder, name))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`there is no ${name} in any folder above ${__dirname}`);
  return folderWith(name, parent);
}
