import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, resolveRef } from '../../src/openapi/document';

const ROOT = join(__dirname, '../..');

/** openapi.yaml and the files it refers to as one document, with every example inlined. */
export function bundleContract(): JsonObject {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  try {
    const output = join(folder, 'openapi.json');
    runRedocly('bundle', 'openapi.yaml', '--output', output);
    return withExamplesInPlace(JSON.parse(readFileSync(output, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the installed Redocly with the project's configuration, without a check for updates. */
export function runRedocly(command: string, ...options: readonly string[]): void {
  const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const config = join(ROOT, 'scripts/redocly.yaml');
  execFileSync(process.execPath, [cli, command, ...options, '--config', config], {
    stdio: 'pipe',
    cwd: ROOT,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
}

/** Readers of the document take an example's value without following a reference. */
function withExamplesInPlace(document: JsonObject): JsonObject {
  const { examples: _, ...components } = document.components;
  return replaceExamples({ ...document, components });

  function replaceExamples<T>(node: T): T {
    if (Array.isArray(node)) return node.map(replaceExamples) as T;
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as JsonObject;
    if (typeof $ref === 'string' && $ref.startsWith('#/components/examples/')) {
      return resolveRef(document, node) as T;
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replaceExamples(value)])) as T;
  }
}
