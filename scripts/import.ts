import { writeFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { clockStartingAt, systemClock } from '../src/clock';
import { readConfig } from '../src/config';
import { importPrices } from '../src/jobs/import';
import { ImportError } from '../src/jobs/importer';
import { findingsCsv, formatReport } from '../src/jobs/importReport';
import { marketNamed } from '../src/jobs/marketNamed';
import { loadMarkets } from '../src/seeds';
import { closeDatabase, openDatabase } from '../src/storage/sqlite/database';
import { processTerminal, runCommand, type Terminal } from './terminal';

interface Options {
  readonly market: string;
  readonly symbol?: string;
  readonly name?: string;
  readonly source?: string;
  readonly unadjusted?: boolean;
  readonly replace?: boolean;
  readonly report?: string;
}

/** `npm run import -- ...` @returns the exit code: 1 when nothing was taken */
export function runImport(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('import')
    .description(
      'Imports end-of-day prices from files, folders, .zip and .gz. Layouts are recognised by their content.',
    )
    .argument('<path...>', 'files, folders or archives')
    .requiredOption('--market <id>', "market the symbols belong to: '0' to '16', its name or an alias")
    .option(
      '--symbol <ticker>',
      'ticker of a single file whose name does not tell; of a file of several, the one to take',
    )
    .option('--name <text>', 'name of the symbol, for a single file')
    .option('--source <label>', "where the prices come from, shown in receipts (default: the layout's name)")
    .option('--unadjusted', 'take prices that are not adjusted for splits and dividends')
    .option('--replace', 'the new prices stand for the whole history of their symbols')
    .option('--report <file>', 'write every refused and flagged row to a csv file')
    .action((paths: string[], options: Options) => importFiles(paths, options, terminal));
  return runCommand(program, argv, terminal);
}

async function importFiles(
  paths: string[],
  { market, report: file, ...options }: Options,
  terminal: Terminal,
): Promise<void> {
  const config = readConfig(terminal.env);
  const clock = config.now === null ? systemClock() : clockStartingAt(config.now);
  const work = { paths, market: marketNamed(loadMarkets(), market), ...options };
  const database = await openDatabase(config.databaseUrl);
  const progress = progressBar();
  try {
    const report = await importPrices({ database, clock, onProgress: progress.update }, work);
    progress.stop();
    if (file !== undefined) writeFileSync(file, findingsCsv(report.files));
    terminal.out(`${formatReport(report)}\n`);
    if (report.rowsStored === 0) throw new ImportError('nothing was taken');
  } finally {
    progress.stop();
    await closeDatabase(database);
  }
}

/** A bar on a terminal; nothing where the output goes to a file or a log. */
function progressBar(): { update(done: number, total: number, path: string): void; stop(): void } {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar({ format: '{bar} {percentage}% {path}', clearOnComplete: true, hideCursor: true });
  let started = false;
  return {
    update(done, total, path) {
      if (!started) bar.start(total, 0, { path });
      started = true;
      bar.update(done, { path });
    },
    stop: () => bar.stop(),
  };
}

if (require.main === module) {
  void runImport(process.argv.slice(2), processTerminal()).then((code) => {
    process.exitCode = code;
  });
}
