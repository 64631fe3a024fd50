import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder, from src/ as from dist/src/: the nearest one above with a package.json. */
export const PROJECT_ROOT = folderOf('package.json', __dirname);

function folderOf(name: string, folder: string): string {
  if (existsSync(join(folder, name))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`there is no ${name} in any folder above ${__dirname}`);
  return folderOf(name, above);
}
