/**
 * Fails when a generated file differs from what its sources produce. With `--compile`, as in CI, the WebAssembly module is
 * compiled even if its sources have not changed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CLIENTS } from './clients/clients';
import { buildAll, ROOT } from './contract';

async function main(): Promise<void> {
  const files = await buildAll({ compile: process.argv.includes('--compile') });
  for (const [path, text] of Object.entries(files)) {
    if (existsSync(join(ROOT, path)) && readFileSync(join(ROOT, path), 'utf8') === text) continue;
    fail(`${path} differs from what is generated: run \`npm run generate\` and commit the result`);
  }
  for (const path of clientFiles()) {
    if (!(path in files)) fail(`${path} is no longer generated: delete it`);
  }
}

/** The files in the folder of the clients, by their paths in the project, without Python's compiled files. */
function clientFiles(): string[] {
  const found = readdirSync(join(ROOT, CLIENTS), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && !/\b(__pycache__|node_modules)\b/.test(entry.parentPath))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
