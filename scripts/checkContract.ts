/** Fails when a file under generated/ is not what openapi.yaml makes today. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, GENERATED } from './contract';

async function main(): Promise<void> {
  for (const [name, text] of Object.entries(await buildAll())) {
    if (readFileSync(join(GENERATED, name), 'utf8') === text) continue;
    console.error(`generated/${name} does not match openapi.yaml: run \`npm run generate\` and commit the result`);
    process.exitCode = 1;
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
