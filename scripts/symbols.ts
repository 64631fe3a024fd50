import { Command } from 'commander';
import { readConfig } from '../src/config';
import { marketNamed } from '../src/jobs/marketNamed';
import { formatSymbolsReport, importSymbols } from '../src/jobs/symbols';
import { loadMarkets } from '../src/seeds';
import { closeDatabase, openDatabase } from '../src/storage/sqlite/database';
import { processTerminal, runCommand, type Terminal } from './terminal';

interface Options {
  readonly market: string;
  readonly universe?: string;
  readonly replace?: boolean;
}

/** `npm run symbols -- ...` @returns the exit code */
export function runSymbols(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('symbols')
    .description(
      'Puts the symbols of a csv (Symbol, Name, ... in any order) into a market, and takes over their names.',
    )
    .argument('<file>', 'csv with a header')
    .requiredOption('--market <id>', "'0' to '16', its name or an alias")
    .option('--universe <name>', 'only lines with this value in the column market, universe or index')
    .option('--replace', 'members the list does not name leave the market')
    .action((path: string, options: Options) => takeSymbols(path, options, terminal));
  return runCommand(program, argv, terminal);
}

async function takeSymbols(path: string, options: Options, terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.env);
  const market = marketNamed(loadMarkets(), options.market);
  const database = await openDatabase(config.databaseUrl);
  try {
    const report = await importSymbols(database, { ...options, path, market });
    terminal.out(`${formatSymbolsReport(report, market)}\n`);
  } finally {
    await closeDatabase(database);
  }
}

if (require.main === module) {
  void runSymbols(process.argv.slice(2), processTerminal()).then((code) => {
    process.exitCode = code;
  });
}
