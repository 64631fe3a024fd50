/**
 * Writes what is derived from openapi.yaml: `generated/openapi.d.ts` and `generated/reference.html`.
 * `npm run contract:check` does the same into memory and fails when the committed files differ.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildReference, buildTypes, GENERATED } from './contract';

async function main(): Promise<void> {
  writeFileSync(join(GENERATED, 'openapi.d.ts'), await buildTypes());
  writeFileSync(join(GENERATED, 'reference.html'), buildReference());
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
