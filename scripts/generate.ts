/**
 * Writes what is derived from openapi.yaml into generated/. `npm run contract:check` makes the same and fails when the
 * committed files differ.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, GENERATED } from './contract';

async function main(): Promise<void> {
  for (const [name, text] of Object.entries(await buildAll())) writeFileSync(join(GENERATED, name), text);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
