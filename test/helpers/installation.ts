import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const SHIPPED = ['package.json', 'tsconfig.json', 'openapi.yaml', 'generated', 'seeds', 'src', 'scripts'];

/** Lays the project into an empty folder as `npm ci --omit=dev` would: its files, and no development dependency. */
export function installWithoutDev(folder: string): void {
  for (const name of SHIPPED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    const isOuter = path.lastIndexOf('node_modules/') === 0;
    // What is optional may be missing, for want of a platform or a newer Node.
    if (dev || !isOuter || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
}
