import { Command, Option } from 'commander';
import type { Market } from '../src/core/calendar/market';
import { type ChangeOptions, type RenameOptions, removeSymbols, renameSymbol } from '../src/jobs/symbolChanges';
import { symbolCsv, symbolFacts } from '../src/jobs/symbolFacts';
import { formatSymbolsReport, importSymbols } from '../src/jobs/symbols';
import { loadMarkets } from '../src/seeds';
import { type HistoryOptions, historyText } from './symbols/historyText';
import { factsText, listText } from './symbols/symbolText';
import type { Terminal } from './terminal/command';
import { MARKET_HELP, marketNamed } from './terminal/options';
import { type CommandContext, withStorage } from './terminal/storage';

interface MembersOptions {
  readonly market: Market;
  readonly universe?: string;
  readonly replace?: boolean;
}

/** `npx perennial symbols ...` */
export function symbolsCommand(terminal: Terminal): Command {
  const symbols = new Command('symbols').description(
    'The symbols of the database: members of markets, prices, history.',
  );
  membersCommand(symbols, terminal);
  const inStorage = (work: (context: CommandContext) => Promise<string>) =>
    withStorage(terminal.env, async (context) => terminal.out(await work(context)));
  symbols
    .command('list')
    .description('every symbol with the span and source of its prices')
    .option('--market <id>', 'only symbols of one market', marketNamed)
    .action(({ market }: { market?: Market }) =>
      inStorage(async ({ storage }) => listText(await storage.prices.index(), market)),
    );
  symbols
    .command('show')
    .description('one symbol: span, source, gaps, findings, restatements')
    .argument('<symbol>')
    .action((ticker: string) =>
      inStorage(async ({ storage }) => factsText(await symbolFacts(storage.prices, loadMarkets(), ticker))),
    );
  symbols
    .command('history')
    .description('the history of changes of all prices, or of one symbol')
    .argument('[symbol]')
    .option('--version <hash>', 'the run that created a data version, by its first 6 digits or more')
    .option('--at <instant>', 'the data version in force at that time, such as 2026-11-20T15:00:00Z')
    .option('--limit <n>', 'newest entries shown', '20')
    .action((ticker: string | undefined, options: HistoryOptions) =>
      inStorage(({ storage }) => historyText(storage.prices, ticker, options)),
    );
  symbols
    .command('export')
    .description("one symbol's prices as CSV, in a format that an import reads")
    .argument('<symbol>')
    .action((ticker: string) => inStorage(({ storage }) => symbolCsv(storage.prices, ticker)));
  changeCommands(symbols, terminal);
  return symbols;
}

/** Imports a list of members; also the default command of `symbols`. */
function membersCommand(symbols: Command, { env, out }: Terminal): void {
  symbols
    .command('members', { isDefault: true })
    .description('adds the symbols of a CSV (columns Symbol, Name, ... in any order) to a market, with their names')
    .argument('<file>', 'csv with a header')
    .requiredOption('--market <id>', MARKET_HELP, marketNamed)
    .option('--universe <name>', 'only lines with this value in the column market, universe or index')
    .option('--replace', 'remove members that are not in the list from the market')
    .action((path: string, options: MembersOptions) =>
      withStorage(env, async ({ storage, clock }) => {
        const report = await importSymbols(storage.prices, clock, { path, ...options });
        out(`${formatSymbolsReport(report, options.market)}\n`);
      }),
    );
}

function changeCommands(symbols: Command, { env, out, ask }: Terminal): void {
  const change = (work: (deps: Parameters<typeof removeSymbols>[0]) => Promise<readonly string[]>) =>
    withStorage(env, async ({ storage: { prices, records, feeds }, clock }) => {
      out(`${(await work({ prices, records, feeds, clock, ask })).join('\n')}\n`);
    });
  symbols
    .command('remove')
    .description('deletes symbols and their prices; undo restores them')
    .argument('<symbol...>')
    .option('--dry-run', 'write nothing, only show what would be removed')
    .option('--yes', 'do not ask for confirmation')
    .action((tickers: string[], options: ChangeOptions) => change((deps) => removeSymbols(deps, tickers, options)));
  symbols
    .command('rename')
    .description('changes the ticker of a symbol; prices, markets and picks stay, and the old ticker still finds it')
    .argument('<old>')
    .argument('<new>')
    .addOption(
      new Option(
        '--keep <which>',
        'whose prices are kept if both tickers have prices that do not fit together',
      ).choices(['old', 'new']),
    )
    .option('--dry-run', 'write nothing, only show what would be changed')
    .option('--yes', 'do not ask for confirmation, even when the new ticker has prices already')
    .action((from: string, to: string, options: RenameOptions) =>
      change((deps) => renameSymbol(deps, from, to, options)),
    );
}
