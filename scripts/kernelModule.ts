import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

/**
 * The memory is made by whoever runs the functions, and laid out there: neither a heap nor constants of the module's own.
 * The maker's name is left out, so that only the sources decide about the bytes.
 */
const OPTIONS = [
  ['-O3', '--converge', '--noAssert'],
  ['--enable', 'simd'],
  ['--runtime', 'stub'],
  ['--importMemory', '--noExportMemory'],
].flat();

/** The text of src/core/kernel/kernelModule.ts. @throws Error with what the compiler says */
export function buildKernel(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  try {
    const output = join(folder, 'kernel.wasm');
    const compiler = join(ROOT, 'node_modules/assemblyscript/bin/asc.js');
    const source = 'src/core/kernel/wasm/kernel.ts';
    execFileSync(process.execPath, [compiler, source, ...OPTIONS, '--outFile', output], { stdio: 'pipe', cwd: ROOT });
    const lines =
      readFileSync(output)
        .toString('base64')
        .match(/.{1,110}/g) ?? [];
    return `${HEADER}\nexport const KERNEL_BASE64 =\n${lines.map((line) => `  '${line}'`).join(' +\n')};\n`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HEADER = `/* Generated from src/core/kernel/wasm by \`npm run generate\`. Do not edit. */

/** The WebAssembly module of the kernel: see src/core/kernel/simd.ts. */`;
