import { Command } from 'commander';
import type { Market } from '../src/core/calendar/market';
import { formatSymbolsReport, importSymbols } from '../src/jobs/symbols';
import { runAsProcess, runCommand, type Terminal } from './terminal/command';
import { MARKET_HELP, marketNamed } from './terminal/marketOption';
import { withStorage } from './terminal/storage';

interface Options {
  readonly market: Market;
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
    .requiredOption('--market <id>', MARKET_HELP, marketNamed)
    .option('--universe <name>', 'only lines with this value in the column market, universe or index')
    .option('--replace', 'members the list does not name leave the market')
    .action((path: string, options: Options) => takeSymbols(path, options, terminal));
  return runCommand(program, argv, terminal);
}

async function takeSymbols(path: string, options: Options, { env, out }: Terminal): Promise<void> {
  await withStorage(env, async ({ storage }) => {
    const report = await importSymbols(storage.prices, { path, ...options });
    out(`${formatSymbolsReport(report, options.market)}\n`);
  });
}

if (require.main === module) void runAsProcess(runSymbols);
