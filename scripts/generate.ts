/**
 * `npm run generate` writes what is derived from openapi.yaml into generated/, the WebAssembly module of the kernel into the
 * core, and the tables of settings into seeds/guides/configuration.md and .env.example.
 *
 * `npm run contract:check` (`--check`) fails when a committed file differs from what its sources produce. With `--compile`, as in
 * CI, the WebAssembly module is compiled even if its sources have not changed.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { contractOf, type JsonObject } from '../src/openapi/document';
import { buildClients, CLIENTS } from './clients/clients';
import { buildKernel } from './kernelModule';
import { markdownReference } from './markdownReference';
import { buildToolSchemas } from './mcpTools';
import { buildApps, buildWidgets } from './openbb';
import { buildPageInputs } from './pageInputs';
import { bundleContract, runRedocly } from './reference/bundle';
import { llmsText } from './reference/llmsText';
import { publishContract } from './reference/published';
import { buildSettingsGuide } from './settingsGuide';

const ROOT = join(__dirname, '..');

async function main(options: readonly string[]): Promise<void> {
  const files = await buildAll({ compile: options.includes('--compile') });
  if (options.includes('--check')) compare(files);
  else write(files);
}

function write(files: Readonly<Record<string, string>>): void {
  rmSync(join(ROOT, CLIENTS), { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
}

function compare(files: Readonly<Record<string, string>>): void {
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

/** Every generated file by its path from the project's folder. @param kernel compile the kernel in any case */
async function buildAll(kernel: { compile: boolean }): Promise<Record<string, string>> {
  const document = bundleContract();
  const published = publishContract(document);
  const contract = contractOf(published.document);
  return {
    'generated/openapi.d.ts': await buildTypes(document),
    'generated/openapi.json': `${JSON.stringify(published.document)}\n`,
    'generated/openapi.yaml': published.yaml,
    'generated/mcpTools.json': buildToolSchemas(document),
    'generated/pages.json': buildPageInputs(contract),
    'generated/reference.html': buildReference(published.yaml),
    'generated/reference.md': markdownReference(contract),
    'generated/llms.txt': llmsText(contract),
    'generated/widgets.json': buildWidgets(contract),
    'generated/apps.json': buildApps(),
    ...(await buildClients(document)),
    ...buildSettingsGuide(),
    'src/core/kernel/kernelModule.ts': buildKernel(kernel),
  };
}

const BANNER = '/* Generated from openapi.yaml by `npm run generate`. Do not edit. */\n\n';

/**
 * The types of the contract, and `DefaultedParameters`: the parameters that a handler always receives because they have a
 * default.
 */
async function buildTypes(document: JsonObject): Promise<string> {
  const types = astToString(await openapiTypescript(JSON.stringify(document)));
  const lines = contractOf(document).operations.map(({ id, parameters, headers }) => {
    const names = [...parameters, ...headers].filter(({ schema }) => schema.default !== undefined);
    return `    ${id}: ${names.map(({ name }) => JSON.stringify(name)).join(' | ') || 'never'};`;
  });
  return `${BANNER}${types}\n/** Parameters that have a default: a handler always receives them. */\nexport interface DefaultedParameters {\n${lines.join('\n')}\n}\n`;
}

/** The reference as one HTML file that loads no other resource. */
function buildReference(published: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  try {
    const input = join(folder, 'openapi.yaml');
    writeFileSync(input, published);
    const output = join(folder, 'reference.html');
    const title = 'Perennial API reference';
    runRedocly('build-docs', input, '--inlineBundle', '--output', output, '--title', title);
    // The bundle would load the logo of Redocly.
    return readFileSync(output, 'utf8').replace(/https:\/\/cdn\.redoc\.ly\/redoc\/logo[\w-]*\.svg/g, 'data:,');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
