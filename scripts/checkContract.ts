/** Fails when a generated file is not what openapi.yaml, or for closures the package of holidays, makes today. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, ROOT } from './contract';

async function main(): Promise<void> {
  for (const [path, text] of Object.entries(await buildAll())) {
    if (readFileSync(join(ROOT, path), 'utf8') === text) continue;
    console.error(`${path} is not what is generated today: run \`npm run generate\` and commit the result`);
    process.exitCode = 1;
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
