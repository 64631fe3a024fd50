import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { runAsProcess, runCommand, type Terminal } from '../terminal/command';
import { run as change } from './change';
import { run as exporting } from './export';
import { run as fairness } from './fairness';
import { run as feeds } from './feeds';
import { run as http } from './http';
import { run as importing } from './import';
import { run as memory } from './memory';
import { GUIDE, withMeasured } from './readme';
import { run as replicas } from './replicas';
import { ROOT } from './server';
import { run as significance } from './significance';
import { benchTable, type Row } from './table';

const BENCHES: Record<string, () => Promise<Row[]>> = {
  kernel: () => runBuilt('kernel'),
  import: importing,
  feeds,
  change,
  http,
  significance,
  memory,
  fairness,
  export: exporting,
  // Last: it needs a PostgreSQL server.
  replicas,
};

/** `npm run bench -- ...` @returns the exit code: 0 also when a figure exceeds its budget */
function runBench(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('bench')
    .description('Measures the service. Absolute times differ between machines: read ratios.')
    .addArgument(new Argument('[names...]', 'what to measure (default: all)').choices(Object.keys(BENCHES)))
    .option('--readme', 'put the figures that have a budget into the performance guide')
    .action((names: string[], { readme = false }: { readme?: boolean }) => measure(names, readme, terminal));
  return runCommand(program, argv, terminal);
}

async function measure(names: readonly string[], readme: boolean, { out }: Terminal): Promise<void> {
  const machine = `Node ${process.version}, ${availableParallelism()} cores`;
  out(`${machine}\n`);
  for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
    // The load of the machine before the benchmark adds to it.
    const load = loadavg()[0].toFixed(1);
    const rows = await BENCHES[name]();
    out(`\n${name}\n${benchTable(rows)}`);
    if (!readme) continue;
    const today = new Date().toISOString().slice(0, 10);
    const circumstances = `\`npm run bench -- ${name}\`, ${today}, ${machine}, load ${load} before it began`;
    const file = join(ROOT, GUIDE);
    writeFileSync(file, withMeasured(readFileSync(file, 'utf8'), { name, rows, circumstances }));
  }
}

/**
 * Runs a benchmark from its build in a separate process: running from sources would compile while it measures.
 *
 * @param name of a file in this folder that exports `run`
 */
async function runBuilt(name: string): Promise<Row[]> {
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

void runAsProcess(runBench);
