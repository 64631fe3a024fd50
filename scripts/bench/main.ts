import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { runAsProcess, runCommand, type Terminal } from '../terminal/command';
import { runBuilt } from './built';
import { run as change } from './change';
import { run as exporting } from './export';
import { run as fairness } from './fairness';
import { run as feeds } from './feeds';
import { run as http } from './http';
import { run as importing } from './import';
import { run as luck } from './luck';
import { run as memory } from './memory';
import { withMeasured } from './readme';
import { run as replicas } from './replicas';
import { ROOT } from './server';
import { benchTable, type Row } from './table';

const BENCHES: Record<string, () => Promise<Row[]>> = {
  kernel: () => runBuilt('kernel'),
  import: importing,
  feeds,
  change,
  http,
  luck,
  memory,
  fairness,
  export: exporting,
  // Last: it needs a PostgreSQL server.
  replicas,
};

/** `npm run bench -- ...` @returns the exit code; a figure over its budget is said and fails nothing */
function runBench(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('bench')
    .description('Measures the service. Absolute times differ between machines: read ratios.')
    .addArgument(new Argument('[names...]', 'what to measure (default: all)').choices(Object.keys(BENCHES)))
    .option('--readme', 'put the figures that have a budget into README.md')
    .action((names: string[], { readme = false }: { readme?: boolean }) => measure(names, readme, terminal));
  return runCommand(program, argv, terminal);
}

async function measure(names: readonly string[], readme: boolean, { out }: Terminal): Promise<void> {
  const machine = `Node ${process.version}, ${availableParallelism()} cores`;
  out(`${machine}\n`);
  for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
    // What others do on the machine, before this adds to it.
    const load = loadavg()[0].toFixed(1);
    const rows = await BENCHES[name]();
    out(`\n${name}\n${benchTable(rows)}`);
    if (!readme) continue;
    const today = new Date().toISOString().slice(0, 10);
    const circumstances = `\`npm run bench -- ${name}\`, ${today}, ${machine}, load ${load} before it began`;
    const file = join(ROOT, 'README.md');
    writeFileSync(file, withMeasured(readFileSync(file, 'utf8'), { name, rows, circumstances }));
  }
}

void runAsProcess(runBench);
