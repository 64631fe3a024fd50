import { Command } from 'commander';
import type { Market } from '../src/core/calendar/market';
import { formatSymbolsReport, importSymbols } from '../src/jobs/symbols';
import type { Terminal } from './terminal/command';
import { MARKET_HELP, marketNamed } from './terminal/marketOption';
import { withStorage } from './terminal/storage';

interface Options {
  readonly market: Market;
  readonly universe?: string;
  readonly replace?: boolean;
}

/** `npx perennial symbols ...` */
export function symbolsCommand(terminal: Terminal): Command {
  return new Command('symbols')
    .description(
      'Puts the symbols of a csv (Symbol, Name, ... in any order) into a market, and takes over their names.',
    )
    .argument('<file>', 'csv with a header')
    .requiredOption('--market <id>', MARKET_HELP, marketNamed)
    .option('--universe <name>', 'only lines with this value in the column market, universe or index')
    .option('--replace', 'members the list does not name leave the market')
    .action((path: string, options: Options) => takeSymbols(path, options, terminal));
}

async function takeSymbols(path: string, options: Options, { env, out }: Terminal): Promise<void> {
  await withStorage(env, async ({ storage }) => {
    const report = await importSymbols(storage.prices, { path, ...options });
    out(`${formatSymbolsReport(report, options.market)}\n`);
  });
}
