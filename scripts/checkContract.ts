/**
 * Fails when a generated file is not what its sources make today. With `--compile`, as CI has it, the WebAssembly module is
 * compiled even where its sources are those that it names.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CLIENTS } from './clients/clients';
import { buildAll, ROOT } from './contract';

async function main(): Promise<void> {
  const files = await buildAll({ compile: process.argv.includes('--compile') });
  for (const [path, text] of Object.entries(files)) {
    if (existsSync(join(ROOT, path)) && readFileSync(join(ROOT, path), 'utf8') === text) continue;
    fail(`${path} is not what is generated today: run \`npm run generate\` and commit the result`);
  }
  for (const path of clientFiles()) {
    if (!(path in files)) fail(`${path} is not what is generated today: it is not generated any more`);
  }
}

/** What lies among the clients, by paths from the project's folder; what Python compiles for itself is nobody's. */
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
