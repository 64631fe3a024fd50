import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { ROOT } from './server';
import type { Row } from './table';

/** Beside what the service is built as: packages are found from there, and none of its files is replaced. */
const FOLDER = join(ROOT, 'dist', 'bench');

/**
 * A measurement in a process of its own, built as the service is. From sources each use of what another file exports is
 * looked up again, which costs the kernel 8 %.
 *
 * @param name of a file of this folder that exports `run`
 */
export async function runBuilt(name: string): Promise<Row[]> {
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: `scripts/bench/${name}.ts`, out: name },
      { in: 'src/engine/worker.ts', out: 'worker' },
    ],
    outdir: FOLDER,
    ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20', packages: 'external' },
    logLevel: 'error',
  });
  const program = `require(${JSON.stringify(join(FOLDER, name))}).run().then((rows) => process.send(rows))`;
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const rows: Promise<Row[]> = once(child, 'message').then(([sent]) => sent);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`measuring ${name} ended with ${code}`);
  return rows;
}
