import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { contractOf, type JsonObject } from '../src/openapi/document';
import { buildClients } from './clients/clients';
import { buildKernel } from './kernelModule';
import { markdownReference } from './markdownReference';
import { buildToolSchemas } from './mcpTools';
import { buildPageInputs } from './pageInputs';
import { llmsText } from './reference/llmsText';
import { publishContract } from './reference/published';
import { buildSettingsGuide } from './settingsGuide';

export const ROOT = join(__dirname, '..');
export const CONTRACT = join(ROOT, 'openapi.yaml');

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
 * The types of the contract, and `DefaultedParameters`: which parameters a handler always sees because the contract
 * has a default for them.
 */
export async function buildTypes(): Promise<string> {
  const text = readFileSync(CONTRACT, 'utf8');
  const types = astToString(await openapiTypescript(text));
  return `${BANNER}${types}\n${defaultedParameters(parse(text) as Document)}`;
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

/** openapi.yaml parsed; what its aliases stand for is there each time. */
export function readDocument(): JsonObject {
  return JSON.parse(JSON.stringify(parse(readFileSync(CONTRACT, 'utf8'))));
}

/** Every generated file by its path from the project's folder. @param kernel whether the kernel is compiled in any case */
export async function buildAll(kernel = { compile: false }): Promise<Record<string, string>> {
  const document = readDocument();
  const published = publishContract(readFileSync(CONTRACT, 'utf8'), document);
  const contract = contractOf(published.document);
  return {
    'generated/openapi.d.ts': await buildTypes(),
    'generated/openapi.json': `${JSON.stringify(published.document)}\n`,
    'generated/openapi.yaml': published.yaml,
    'generated/mcpTools.json': buildToolSchemas(document),
    'generated/pages.json': buildPageInputs(contract),
    'generated/reference.html': buildReference(published.yaml),
    'generated/reference.md': markdownReference(contract),
    'generated/llms.txt': llmsText(contract),
    ...(await buildClients(document)),
    ...buildSettingsGuide(),
    'src/core/kernel/kernelModule.ts': buildKernel(kernel),
  };
}

/** The reference as one HTML file that loads nothing from anywhere. */
export function buildReference(published: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  try {
    const input = join(folder, 'openapi.yaml');
    writeFileSync(input, published);
    const output = join(folder, 'reference.html');
    const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
    const options = [
      '--inlineBundle',
      '--output',
      output,
      '--title',
      'Perennial API reference',
      '--config',
      join(__dirname, 'redocly.yaml'),
    ];
    execFileSync(process.execPath, [cli, 'build-docs', input, ...options], { stdio: 'pipe', cwd: ROOT });
    // The bundle would fetch its maker's logo.
    return readFileSync(output, 'utf8').replace(/https:\/\/cdn\.redoc\.ly\/redoc\/logo[\w-]*\.svg/g, 'data:,');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
