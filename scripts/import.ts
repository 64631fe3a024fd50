import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Market } from '../src/core/calendar/market';
import type { Adjustment } from '../src/core/window/priceSource';
import { sendFollowUps } from '../src/jobs/dailyJobs';
import { importPrices } from '../src/jobs/import';
import { findingsCsv, formatReport } from '../src/jobs/importReport';
import type { Terminal } from './terminal/command';
import { MARKET_HELP, marketNamed } from './terminal/options';
import { createOutputFile } from './terminal/outputFile';
import { withProgress } from './terminal/progressBar';
import { withStorage } from './terminal/storage';

interface Options {
  readonly market: Market;
  readonly symbol?: string;
  readonly name?: string;
  readonly source?: string;
  readonly adjustment?: Adjustment;
  readonly unadjusted?: boolean;
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly report?: string;
}

/** Values of `--adjustment`. */
const ADJUSTMENTS: ReadonlyMap<string, Adjustment> = new Map([
  ['total-return', 'full'],
  ['splits', 'splits'],
  ['none', 'none'],
]);
/** Labels are stored in 255 characters, together with the adjustment. */
const LONGEST_SOURCE = 100;

/** `npx perennial import ...` The exit code is 1 when nothing was taken. */
export function importCommand(terminal: Terminal): Command {
  return new Command('import')
    .description(
      'Imports end-of-day prices from files, folders, .zip and .gz. Layouts are recognised by their content.',
    )
    .argument('<path...>', 'files, folders or archives')
    .requiredOption('--market <id>', MARKET_HELP, marketNamed)
    .option(
      '--symbol <ticker>',
      'ticker of a single file whose name does not tell; of a file of several, the one to take',
    )
    .option('--name <text>', 'name of the symbol, for a single file')
    .option(
      '--source <name>',
      'provider of the prices, shown in receipts (default: the one whose layout the file has, or the name of the file)',
      providerNamed,
    )
    .option(
      '--adjustment <kind>',
      `what the closes are adjusted for, shown in receipts: ${[...ADJUSTMENTS.keys()].join(', ')} (default: what the layout says)`,
      adjustmentNamed,
    )
    .option('--unadjusted', 'accept prices that are not adjusted for splits and dividends')
    .option('--replace', 'the new prices replace the whole history of their symbols')
    .option('--dry-run', 'write nothing: report what would be stored and refused')
    .option('--yes', 'do not ask for confirmation, even if stored history shrinks or the market looks wrong')
    .option('--report <file>', 'write every refused and flagged row to a csv file')
    .action((paths: string[], options: Options) => importFiles(paths, options, terminal));
}

/** @throws Error unless the text is one line of 1 to 100 characters */
function providerNamed(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= LONGEST_SOURCE && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) return name;
  throw new Error(
    `--source '${text}' is no name of a provider: accepted is one line of 1 to ${LONGEST_SOURCE} characters`,
  );
}

/** @throws Error naming the accepted kinds */
function adjustmentNamed(text: string): Adjustment {
  const adjustment = ADJUSTMENTS.get(text);
  if (adjustment !== undefined) return adjustment;
  throw new Error(`--adjustment '${text}' is none of ${[...ADJUSTMENTS.keys()].join(', ')}`);
}

async function importFiles(
  paths: string[],
  { report: file, ...options }: Options,
  { env, out, ask }: Terminal,
): Promise<void> {
  createOutputFile(file);
  await withStorage(env, async ({ storage: { prices, queue }, clock }) => {
    const report = await withProgress((progress) => {
      const onProgress = (done: number, total: number, path: string) => progress.update(done / total, path);
      const onRehearsal = (done: number, total: number) => progress.update(done / total, 'looking at the files first');
      const askAside = (question: string) => {
        progress.stop();
        return ask!(question);
      };
      const deps = { prices, clock, ask: ask && askAside, onProgress, onRehearsal };
      return importPrices(deps, { paths, ...options });
    });
    if (file !== undefined) writeFileSync(file, findingsCsv(report.files));
    out(`${formatReport(report)}\n`);
    if (report.rowsStored > 0 && !options.dryRun) await sendFollowUps(queue);
    if (report.rowsStored === 0) throw new Error('nothing was taken');
  });
}
