/**
 * Writes what is derived from openapi.yaml into generated/, the WebAssembly module of the kernel into the core, and the tables
 * of settings into seeds/guides/configuration.md and .env.example.
 * `npm run contract:check` makes the same and fails when the committed files differ.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CLIENTS } from './clients/clients';
import { buildAll, ROOT } from './contract';

async function main(): Promise<void> {
  const files = await buildAll();
  rmSync(join(ROOT, CLIENTS), { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
