import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(__dirname, '../../../shared/data');

/** Absolute path of the real price files, which are not part of the project; null if they are absent. */
export const realData: string | null = existsSync(join(folder, 'eod')) ? folder : null;

/** A suite over the real price files; skipped with a message if they are absent. */
export function describeWithRealData(name: string, suite: (folder: string) => void): void {
  if (realData !== null) describe(name, () => suite(folder));
  else describe(name, () => test.skip(`skipped: no real price files at ${folder}`, () => {}));
}
