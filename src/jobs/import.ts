import { randomUUID } from 'node:crypto';
import { canonicalTicker } from '../core/calendar/ticker';
import { type PriceFile, priceFiles } from '../ingest/priceFiles';
import { loadMarkets } from '../seeds';
import type { PriceRun } from '../storage/priceHistory';
import { CONCERNS, type Concern, waitingBars } from './importConcerns';
import { type ImportDeps, Importer, type ImportOptions } from './importer';
import type { FileReport, ImportReport } from './importReport';
import { type ImportTarget, Rehearsal, StoredPrices } from './importTarget';
import { notATicker, StoredSymbols } from './storedSymbols';

/**
 * Imports price files into a market: reads and checks them, merges them with the stored prices, and writes one transaction for
 * each symbol, so that a crash leaves every symbol in its old or its new state. Importing a file again changes nothing.
 *
 * Unless `yes` is set, a rehearsal reads the files first, without a write. If it raises concerns, such as a loss of stored
 * history, the user must confirm; a non-interactive run then imports nothing. The prices before the last import are kept for
 * an undo (jobs/symbols.ts).
 *
 * @throws Error if the options conflict, the import is not confirmed, or a path cannot be read
 */
export async function importPrices(deps: ImportDeps, options: ImportOptions): Promise<ImportReport> {
  const began = performance.now();
  requireAdjusted(options);
  const files = await filesToImport(options);
  if (!options.yes && !options.dryRun) requireRepeatable(files);
  const { prices, clock, ask } = deps;
  const before = new StoredSymbols(await prices.index());
  const markets = loadMarkets();
  const read = async (target: ImportTarget, onProgress: ImportDeps['onProgress']) => {
    const importer = new Importer({ clock, markets, onProgress }, options, files, before, target);
    return { reports: await importer.run(), concerns: importer.concerns };
  };
  const rehearsed = options.yes && !options.dryRun ? null : await read(new Rehearsal(prices, before), deps.onRehearsal);
  if (rehearsed && !options.dryRun) await requireConsent(rehearsed, before, ask);
  const run = { id: randomUUID(), kind: 'import', marketId: options.market.id, label: labelOf(options) } as const;
  const stored = async () => {
    const target = new StoredPrices(prices, clock, run, before);
    try {
      const outcome = await read(target, deps.onProgress);
      await target.finish();
      return outcome;
    } catch (error) {
      throw target.stored === 0 ? error : partlyStored(error, target.stored);
    }
  };
  const done = rehearsed && options.dryRun ? rehearsed : await stored();
  const sum = (count: (report: FileReport) => number) =>
    done.reports.reduce((total, report) => total + count(report), 0);
  const rowsStored = sum((report) => report.rowsStored);
  return {
    files: done.reports,
    rowsIn: sum((report) => report.rowsIn),
    rowsStored,
    waiting: options.dryRun ? null : await waitingBars(prices, options.market.id),
    seconds: (performance.now() - began) / 1000,
    dryRun: options.dryRun ?? false,
    concerns: done.concerns,
    simulatedGone: rowsStored > 0 ? before.simulated : 0,
  };
}

function partlyStored(cause: unknown, symbols: number): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  const rest = 'the same import again completes it, and npm run undo takes it back';
  return new Error(`${why}\nit ended early, with ${symbols} symbols stored: ${rest}`, { cause });
}

interface Rehearsed {
  readonly reports: readonly FileReport[];
  readonly concerns: readonly Concern[];
}

/** Most concerns listed in the question to the user. */
const MOST_SHOWN = 10;

/**
 * Asks for confirmation if there are concerns. The end of the sandbox alone is asked about only in an interactive run, since the
 * sandbox can be generated again.
 *
 * @throws Error if the import is not confirmed, or a non-interactive run has concerns
 */
async function requireConsent({ reports, concerns }: Rehearsed, before: StoredSymbols, ask: ImportDeps['ask']) {
  const endsSandbox = before.simulated > 0 && reports.some(({ rowsStored }) => rowsStored > 0);
  if (concerns.length === 0 && !(endsSandbox && ask)) return;
  const lines = concerns
    .slice(0, MOST_SHOWN)
    .map(({ kind, symbol, detail }) => `  ${symbol}: ${CONCERNS[kind]}: ${detail}`);
  if (concerns.length > MOST_SHOWN) lines.push(`  ... and ${concerns.length - MOST_SHOWN} more`);
  if (endsSandbox) lines.push(`  the sandbox ends: its ${before.simulated} simulated symbols go`);
  const list = lines.join('\n');
  if (!ask) {
    throw new Error(
      `nothing was imported: it may not be intended:\n${list}\nrepeat it with --yes to do it, or with --dry-run to see all`,
    );
  }
  if (!(await ask(`${list}\nImport anyway?`))) throw new Error('nothing was imported');
}

/** A rehearsal would leave nothing of a pipe to import. @throws Error */
function requireRepeatable(files: readonly PriceFile[]): void {
  const pipe = files.find(({ isRepeatable }) => !isRepeatable);
  if (pipe === undefined) return;
  throw new Error(
    `${pipe.path} can be read once only, and an import without --yes reads it twice: add --yes, or import a file`,
  );
}

/** Numbers assume prices adjusted for splits and dividends: others are stored only if the user accepts them. @throws Error */
function requireAdjusted({ adjustment, unadjusted = false }: ImportOptions): void {
  if (unadjusted || (adjustment !== 'splits' && adjustment !== 'none')) return;
  throw new Error(
    `--adjustment ${adjustment} means prices that are not adjusted for splits and dividends: add --unadjusted to accept them`,
  );
}

const LONGEST_LABEL = 200;

function labelOf({ paths }: ImportOptions): PriceRun['label'] {
  const label = paths.join(', ');
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL)}...`;
}

async function filesToImport({ paths, symbol, name }: ImportOptions): Promise<PriceFile[]> {
  if (symbol !== undefined && canonicalTicker(symbol) === null) {
    throw new Error(`--symbol ${notATicker(symbol)}`);
  }
  const files = await priceFiles(paths);
  if (files.length === 0) throw new Error(`no files in ${paths.join(', ')}`);
  if (files.length > 1 && (symbol !== undefined || name !== undefined)) {
    const option = symbol !== undefined ? '--symbol' : '--name';
    throw new Error(`${option} is for a single file, got ${files.length} files`);
  }
  return files;
}
