import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { contractOf, parseContract } from '../src/http/contract';
import { DEFAULT_BASE_URL, publishContract } from '../src/http/publishedContract';
import { buildClients } from './clients/clients';
import { buildKernel } from './kernelModule';
import { markdownReference } from './markdownReference';
import { buildToolSchemas } from './mcpTools';
import { buildPageInputs } from './pageInputs';
import { buildValidators } from './validators';

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

/** openapi.yaml parsed, for a quick start of the server. */
export function buildParsed(): string {
  return `${JSON.stringify(parseContract(readFileSync(CONTRACT, 'utf8')))}\n`;
}

/** Every generated file by its path from the project's folder. @param kernel whether the kernel is compiled in any case */
export async function buildAll(kernel = { compile: false }): Promise<Record<string, string>> {
  return {
    'generated/openapi.d.ts': await buildTypes(),
    'generated/openapi.json': buildParsed(),
    ...(await buildValidators(contractOf(readFileSync(CONTRACT, 'utf8')))),
    'generated/mcpTools.json': buildToolSchemas(readFileSync(CONTRACT, 'utf8')),
    'generated/pages.json': buildPageInputs(contractOf(readFileSync(CONTRACT, 'utf8'))),
    'generated/reference.html': buildReference(),
    'generated/reference.md': buildMarkdown(),
    ...(await buildClients(contractOf(readFileSync(CONTRACT, 'utf8')).document)),
    'src/core/kernel/kernelModule.ts': buildKernel(kernel),
  };
}

/** The reference for programs that read. */
function buildMarkdown(): string {
  return markdownReference(contractOf(readFileSync(CONTRACT, 'utf8')), DEFAULT_BASE_URL);
}

/** The reference as one HTML file that loads nothing from anywhere. */
export function buildReference(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  try {
    const published = join(folder, 'openapi.yaml');
    writeFileSync(published, publishContract(contractOf(readFileSync(CONTRACT, 'utf8')), DEFAULT_BASE_URL).yaml);
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
    execFileSync(process.execPath, [cli, 'build-docs', published, ...options], { stdio: 'pipe', cwd: ROOT });
    // The bundle would fetch its maker's logo.
    return readFileSync(output, 'utf8').replace(/https:\/\/cdn\.redoc\.ly\/redoc\/logo[\w-]*\.svg/g, 'data:,');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
