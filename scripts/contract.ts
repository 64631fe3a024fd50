import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { contractOf, type JsonObject } from '../src/openapi/document';
import { buildClients } from './clients/clients';
import { buildKernel } from './kernelModule';
import { markdownReference } from './markdownReference';
import { buildToolSchemas } from './mcpTools';
import { buildApps, buildWidgets } from './openbb';
import { buildPageInputs } from './pageInputs';
import { bundleContract, runRedocly } from './reference/bundle';
import { llmsText } from './reference/llmsText';
import { publishContract } from './reference/published';
import { buildSettingsGuide } from './settingsGuide';

export const ROOT = join(__dirname, '..');

const BANNER = '/* Generated from openapi.yaml by `npm run generate`. Do not edit. */\n\n';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly schema: { readonly $ref?: string; readonly default?: unknown };
}

interface Document {
  readonly paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
  readonly components: Record<string, Record<string, unknown>>;
}

/**
 * The types of the contract, and `DefaultedParameters`: the parameters that a handler always receives because they have a
 * default.
 */
async function buildTypes(document: JsonObject): Promise<string> {
  const types = astToString(await openapiTypescript(JSON.stringify(document)));
  return `${BANNER}${types}\n${defaultedParameters(document as Document)}`;
}

function defaultedParameters(document: Document): string {
  const resolve = <T extends { $ref?: string }>(node: T): T => {
    if (node.$ref === undefined) return node;
    const [, , kind, name] = node.$ref.split('/');
    return resolve(document.components[kind][name] as T);
  };
  const lines = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, parameters = [] }) => {
      const names = parameters.map(resolve).filter((parameter) => resolve(parameter.schema).default !== undefined);
      return `    ${operationId}: ${names.map(({ name }) => JSON.stringify(name)).join(' | ') || 'never'};`;
    });
  return `/** Parameters that have a default: a handler always receives them. */\nexport interface DefaultedParameters {\n${lines.join('\n')}\n}\n`;
}

/** Every generated file by its path from the project's folder. @param kernel compile the kernel in any case */
export async function buildAll(kernel = { compile: false }): Promise<Record<string, string>> {
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
