import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const SOURCES = 'src/core/kernel/wasm';
const MODULE = 'src/core/kernel/kernelModule.ts';

/** Not a dependency of the project: it takes 100 MB and is needed only to change the kernel's sources. */
const COMPILER = 'assemblyscript@0.28.20';

/**
 * The caller of the functions creates and lays out the memory: the module has no heap and no constants of its own.
 * The name of the compiler is left out, so that the bytes depend only on the sources.
 */
const OPTIONS = [
  ['-O3', '--converge', '--noAssert'],
  ['--enable', 'simd'],
  ['--runtime', 'stub'],
  ['--importMemory', '--noExportMemory'],
].flat();

/**
 * The text of src/core/kernel/kernelModule.ts: the committed text if its hash of sources, compiler and options is current.
 *
 * @param compile compile in any case, which verifies that the committed module was compiled from its sources
 * @throws Error with the message of npm or the compiler
 */
export function buildKernel({ compile }: { readonly compile: boolean }): string {
  const header = headerOf(hashOfSources());
  const committed = readFileSync(join(ROOT, MODULE), 'utf8');
  return !compile && committed.startsWith(header) ? committed : header + compiledKernel();
}

/** Installs the compiler into a temporary folder and runs it. */
function compiledKernel(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  const options = { stdio: 'pipe', cwd: ROOT } as const;
  try {
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, COMPILER];
    // On Windows npm is a script of the shell.
    execFileSync('npm', install, { ...options, shell: process.platform === 'win32' });
    const compiler = join(folder, 'node_modules/assemblyscript/bin/asc.js');
    const output = join(folder, 'kernel.wasm');
    execFileSync(process.execPath, [compiler, `${SOURCES}/kernel.ts`, ...OPTIONS, '--outFile', output], options);
    const lines =
      readFileSync(output)
        .toString('base64')
        .match(/.{1,110}/g) ?? [];
    return `export const KERNEL_BASE64 =\n${lines.map((line) => `  '${line}'`).join(' +\n')};\n`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Hash of the sources, the compiler and its options. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(JSON.stringify([COMPILER, ...OPTIONS]));
  for (const name of readdirSync(join(ROOT, SOURCES)).sort()) {
    hash.update(`\0${name}\0`).update(readFileSync(join(ROOT, SOURCES, name)));
  }
  return hash.digest('hex');
}

function headerOf(hash: string): string {
  return `/* Generated from src/core/kernel/wasm by \`npm run generate\`. Do not edit. sha256 of the sources: ${hash} */

/** The WebAssembly module of the kernel: see src/core/kernel/kernel.ts. */
`;
}
