import { availableParallelism } from 'node:os';
import { Argument, Command } from 'commander';
import { runAsProcess, runCommand, type Terminal } from '../terminal/command';
import { compareRows } from './compare';
import { run as growth } from './growth';
import { run as http } from './http';
import { run as importing } from './import';
import { run as kernel } from './kernel';
import { run as luck } from './luck';
import { run as mcp } from './mcp';
import { run as memory } from './memory';
import { run as metering } from './metering';
import { benchTable, type Row } from './table';

const BENCHES: Record<string, () => Promise<Row[]>> = {
  kernel,
  growth,
  compare: compareRows,
  import: importing,
  http,
  luck,
  memory,
  mcp,
  metering,
};

/** `npm run bench -- ...` @returns the exit code */
function runBench(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('bench')
    .description('Measures the service. Absolute times differ between machines: read ratios.')
    .addArgument(new Argument('[names...]', 'what to measure (default: all)').choices(Object.keys(BENCHES)))
    .action((names: string[]) => measure(names, terminal));
  return runCommand(program, argv, terminal);
}

async function measure(names: readonly string[], { out }: Terminal): Promise<void> {
  out(`Node ${process.version}, ${availableParallelism()} cores\n`);
  for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
    out(`\n${name}\n${benchTable(await BENCHES[name]())}`);
  }
}

void runAsProcess(runBench);
