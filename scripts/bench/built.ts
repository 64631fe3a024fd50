import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './server';
import type { Row } from './table';

/**
 * A measurement in a process of its own, built as the service is: what runs sources compiles as it loads.
 *
 * @param name of a file of this folder that exports `run`
 */
export async function runBuilt(name: string): Promise<Row[]> {
  const compiler = require.resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(ROOT, 'scripts/bench')], { stdio: 'inherit' });
  const module = join(ROOT, 'dist/scripts/bench', name);
  const program = `require(${JSON.stringify(module)}).run().then((rows) => process.send(rows))`;
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const rows: Promise<Row[]> = once(child, 'message').then(([sent]) => sent);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`measuring ${name} ended with ${code}`);
  return rows;
}
