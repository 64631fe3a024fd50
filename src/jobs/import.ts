import { randomUUID } from 'node:crypto';
import { canonicalTicker } from '../core/calendar/ticker';
import { type PriceFile, priceFiles } from '../ingest/priceFiles';
import { loadMarkets } from '../seeds';
import type { PriceRun } from '../storage/priceHistory';
import { CONCERNS, type Concern } from './importConcerns';
import { type ImportDeps, ImportError, Importer, type ImportOptions } from './importer';
import type { FileReport, ImportReport } from './importReport';
import { type ImportTarget, Rehearsal, StoredBefore, StoredPrices } from './importTarget';
import { waitingBars } from './waitingBars';

/**
 * Imports price files into a market: reads, checks, joins with the stored prices and stores, one transaction a symbol, so
 * that a process that dies leaves each symbol as it was or as it should be. The same file twice changes nothing.
 *
 * Unless `yes` says otherwise the files are read once before, without a write: when stored history would shrink or the
 * market looks wrong, whoever can be asked is asked, and nothing is done where nobody can. What was there before the last
 * import is kept (jobs/undo.ts).
 *
 * @throws ImportError when the options make no sense, or the import was not wanted; Error when a path cannot be read
 */
export async function importPrices(deps: ImportDeps, options: ImportOptions): Promise<ImportReport> {
  const began = performance.now();
  const files = await filesToImport(options);
  const { prices, clock, ask } = deps;
  const before = new StoredBefore(await prices.index());
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
    const outcome = await read(target, deps.onProgress);
    await target.finish();
    return outcome;
  };
  const done = rehearsed && options.dryRun ? rehearsed : await stored();
  const sum = (count: (report: FileReport) => number) => done.reports.reduce((total, one) => total + count(one), 0);
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

interface Rehearsed {
  readonly reports: readonly FileReport[];
  readonly concerns: readonly Concern[];
}

/** Concerns shown in a question. */
const MOST_SHOWN = 10;

/**
 * The end of the sandbox is asked about where somebody can be asked, and no reason to refuse: it can always be made again.
 *
 * @throws ImportError when the import is not wanted, or may not be and nobody can be asked
 */
async function requireConsent({ reports, concerns }: Rehearsed, before: StoredBefore, ask: ImportDeps['ask']) {
  const endsSandbox = before.simulated > 0 && reports.some(({ rowsStored }) => rowsStored > 0);
  if (concerns.length === 0 && !(endsSandbox && ask)) return;
  const lines = concerns
    .slice(0, MOST_SHOWN)
    .map(({ kind, symbol, detail }) => `  ${symbol}: ${CONCERNS[kind]}: ${detail}`);
  if (concerns.length > MOST_SHOWN) lines.push(`  ... and ${concerns.length - MOST_SHOWN} more`);
  if (endsSandbox) lines.push(`  the sandbox ends: its ${before.simulated} simulated symbols go`);
  const list = lines.join('\n');
  if (!ask) {
    throw new ImportError(
      `nothing was imported, since it may not be what is meant:\n${list}\nrepeat it with --yes to do it, or with --dry-run to see all`,
    );
  }
  if (!(await ask(`${list}\nImport all the same?`))) throw new ImportError('nothing was imported');
}

const LONGEST_LABEL = 200;

function labelOf({ paths }: ImportOptions): PriceRun['label'] {
  const label = paths.join(', ');
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL)}...`;
}

async function filesToImport({ paths, symbol, name }: ImportOptions): Promise<PriceFile[]> {
  if (symbol !== undefined && canonicalTicker(symbol) === null) {
    throw new ImportError(`--symbol '${symbol}' is not a ticker: letters, digits and . - = _ & ^, at most 32`);
  }
  const files = await priceFiles(paths);
  if (files.length === 0) throw new ImportError(`no files in ${paths.join(', ')}`);
  if (files.length > 1 && (symbol !== undefined || name !== undefined)) {
    const option = symbol !== undefined ? '--symbol' : '--name';
    throw new ImportError(`${option} is for a single file, got ${files.length} files`);
  }
  return files;
}
