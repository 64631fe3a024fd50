import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
/** Beside package.json. */
const { files: SHIPPED }: { files: string[] } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Installs the project into an empty folder as its package has it: built, and without development dependencies. */
export function installWithoutDev(folder: string): void {
  for (const name of ['package.json', ...SHIPPED]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  linkPackages(folder, ({ dev }) => !dev);
}

/** Links packages of this installation into a folder, selected by their entries in the lock file. */
export function linkPackages(folder: string, chosen: (one: { dev?: boolean; optional?: boolean }) => boolean): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [path, one] of Object.entries<{ dev?: boolean; optional?: boolean }>(packages)) {
    const isOuter = path.lastIndexOf('node_modules/') === 0;
    // Optional packages for other platforms are missing.
    if (!chosen(one) || !isOuter || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
}
