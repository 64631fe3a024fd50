import { Command, Option } from 'commander';
import type { Market } from '../src/core/calendar/market';
import { type ChangeOptions, type RenameOptions, removeSymbols, renameSymbol } from '../src/jobs/symbolChanges';
import { symbolCsv, symbolFacts } from '../src/jobs/symbolFacts';
import { formatSymbolsReport, importSymbols } from '../src/jobs/symbols';
import { loadMarkets } from '../src/seeds';
import { type HistoryOptions, historyText } from './symbols/historyText';
import { factsText, listText } from './symbols/symbolText';
import type { Terminal } from './terminal/command';
import { MARKET_HELP, marketNamed } from './terminal/marketOption';
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
    .option('--market <id>', 'of one market only', marketNamed)
    .action(({ market }: { market?: Market }) =>
      inStorage(async ({ storage }) => listText(await storage.prices.index(), market)),
    );
  symbols
    .command('show')
    .description('one symbol: span, source, gaps, what looks odd, restatements')
    .argument('<symbol>')
    .action((ticker: string) =>
      inStorage(async ({ storage }) => factsText(await symbolFacts(storage.prices, loadMarkets(), ticker))),
    );
  symbols
    .command('history')
    .description('what changed prices, when and from where: of all, or of one symbol')
    .argument('[symbol]')
    .option('--version <hash>', 'which run made a data version: its first 6 digits or more')
    .option('--at <instant>', 'which data version was in force then, such as 2026-11-20T15:00:00Z')
    .option('--limit <n>', 'newest entries shown', '20')
    .action((ticker: string | undefined, options: HistoryOptions) =>
      inStorage(({ storage }) => historyText(storage.prices, ticker, options)),
    );
  symbols
    .command('export')
    .description("one symbol's prices as csv, as an import reads them")
    .argument('<symbol>')
    .action((ticker: string) => inStorage(({ storage }) => symbolCsv(storage.prices, ticker)));
  changeCommands(symbols, terminal);
  return symbols;
}

/** Imports a list of members; also the default command of `symbols`. */
function membersCommand(symbols: Command, { env, out }: Terminal): void {
  symbols
    .command('members', { isDefault: true })
    .description('puts the symbols of a csv (Symbol, Name, ... in any order) into a market, and takes over their names')
    .argument('<file>', 'csv with a header')
    .requiredOption('--market <id>', MARKET_HELP, marketNamed)
    .option('--universe <name>', 'only lines with this value in the column market, universe or index')
    .option('--replace', 'members the list does not name leave the market')
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
    .description('takes symbols away with their prices; undo brings them back')
    .argument('<symbol...>')
    .option('--dry-run', 'write nothing: say what would be removed')
    .option('--yes', 'ask nothing')
    .action((tickers: string[], options: ChangeOptions) => change((deps) => removeSymbols(deps, tickers, options)));
  symbols
    .command('rename')
    .description('gives a symbol its new ticker; prices, markets and picks stay with it, and the old ticker means it')
    .argument('<old>')
    .argument('<new>')
    .addOption(
      new Option('--keep <which>', 'whose prices stand where both are symbols and do not fit together').choices([
        'old',
        'new',
      ]),
    )
    .option('--dry-run', 'write nothing: say what would be done')
    .option('--yes', 'ask nothing, also when the new ticker is a symbol with prices already')
    .action((from: string, to: string, options: RenameOptions) =>
      change((deps) => renameSymbol(deps, from, to, options)),
    );
}
