import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { dependencies, devDependencies } from '../../package.json';
import type { ClientOperation, ClientSurface } from './surface';

const SOURCES = join(__dirname, 'typescript');
const BANNER = '/* Generated from openapi.yaml by `npm run generate`. Do not edit. */\n';

/** What the sources import from the folder that they are compiled into. */
const OUTPUT = '../../../generated/clients/typescript/';

/** The files of the TypeScript client, by their names in its folder. */
export async function buildTypescriptClient(surface: ClientSurface): Promise<Record<string, string>> {
  const { version, document, operations } = surface;
  // The generator resolves what it is given in place. Who sends a body may leave out what has a default.
  const types = astToString(await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false }));
  const compiled = ['perennial', 'webhooks', 'retries', 'settings', 'errors'].flatMap((name) =>
    Object.entries(compile(name)),
  );
  return {
    'package.json': `${JSON.stringify(manifest(version), null, 2)}\n`,
    'schema.d.ts': `${BANNER}\n${types}`,
    'schema.js': `${BANNER}export {};\n`,
    'operations.js': operationTable(version, operations),
    'operations.d.ts': operationTypes(operations),
    ...Object.fromEntries(compiled),
  };
}

function manifest(version: string) {
  return {
    name: 'perennial-client',
    version,
    description: 'Client of the Seasonal Pattern Screening API, typed by its contract.',
    license: 'MIT',
    type: 'module',
    main: './perennial.js',
    types: './perennial.d.ts',
    exports: {
      '.': { types: './perennial.d.ts', default: './perennial.js' },
      './webhooks': { types: './webhooks.d.ts', default: './webhooks.js' },
    },
    sideEffects: false,
    files: ['*.js', '*.d.ts', 'README.md'],
    engines: { node: '>=20.3' },
    dependencies: {
      'openapi-fetch': devDependencies['openapi-fetch'],
      standardwebhooks: dependencies.standardwebhooks,
    },
  };
}

/** JavaScript and declarations of a source. @throws Error when its declarations need what another file says */
function compile(name: string): Record<string, string> {
  const fileName = `${name}.ts`;
  const source = readFileSync(join(SOURCES, fileName), 'utf8').replaceAll(OUTPUT, './');
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, isolatedDeclarations: true };
  const declared = ts.transpileDeclaration(source, { fileName, compilerOptions, reportDiagnostics: true });
  for (const { messageText } of declared.diagnostics ?? []) {
    throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  }
  const { outputText } = ts.transpileModule(source, { fileName, compilerOptions });
  return { [`${name}.js`]: BANNER + outputText, [`${name}.d.ts`]: BANNER + declared.outputText };
}

function operationTable(version: string, operations: readonly ClientOperation[]): string {
  const lines = operations.map(({ id, method, path, repeatable, parameters, answers }) => {
    const places = Object.fromEntries(parameters.map(({ name, in: place }) => [name, place]));
    if ('body' in places) throw new Error(`${id}: 'body' is what clients call the body`);
    return `  ${id}: ${JSON.stringify({ id, method, path, repeatable, places, accept: [...answers.keys()] })},\n`;
  });
  const pages = JSON.stringify(Object.fromEntries(pageEntries(operations)), null, 2);
  return `${BANNER}export const VERSION = ${JSON.stringify(version)};\nexport const OPERATIONS = {\n${lines.join('')}};\nexport const PAGES = ${pages};\n`;
}

/** What is read page by page, by the name of the method that does. */
function pageEntries(operations: readonly ClientOperation[]) {
  return operations.flatMap(({ id, pages }) => {
    return pages === null ? [] : [[`iterate${pages.subject}`, { operation: id, rows: pages.rows }] as const];
  });
}

function operationTypes(operations: readonly ClientOperation[]): string {
  const lines = operations.map((operation) => `${docOf(operation)}  ${operation.id}: operations['${operation.id}'];\n`);
  const pages = pageEntries(operations).map(([name, { operation, rows }]) => {
    return `  ${name}: { readonly operation: '${operation}'; readonly rows: '${rows}' };\n`;
  });
  return `${BANNER}import type { operations } from './schema.js';

/** Of the contract that this client was made from. */
export declare const VERSION: string;

export interface OperationEntry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Whether asking twice does no more than asking once. */
  readonly repeatable: boolean;
  /** Where each argument is sent. */
  readonly places: Readonly<Record<string, 'path' | 'query' | 'header'>>;
  /** Media types of the answer, the default one first. */
  readonly accept: readonly string[];
}

export declare const OPERATIONS: Readonly<Record<keyof Operations, OperationEntry>>;

export interface Operations {
${lines.join('')}}

export interface PageEntry {
  readonly operation: string;
  /** The member of a page that holds its rows. */
  readonly rows: string;
}

export declare const PAGES: Readonly<Record<string, PageEntry>>;

/** Lists that come in pages. */
export interface Pages {
${pages.join('')}}
`;
}

function docOf({ summary, description, deprecated, method, path }: ClientOperation): string {
  const text = [`${summary}: \`${method} ${path}\`.`, '', ...description.trim().split('\n')];
  if (deprecated) text.push('', '@deprecated');
  const lines = text.map((line) => `   *${line === '' ? '' : ` ${line.replaceAll('*/', '*\\/')}`}\n`);
  return `  /**\n${lines.join('')}   */\n`;
}
