/**
 * Writes what is derived from openapi.yaml into generated/, and the closures of exchanges into the core.
 * `npm run contract:check` makes the same and fails when the committed files differ.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, ROOT } from './contract';

async function main(): Promise<void> {
  for (const [path, text] of Object.entries(await buildAll())) writeFileSync(join(ROOT, path), text);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
