import { canonicalTicker } from '../core/calendar/ticker';
import { type PriceFile, priceFiles } from '../ingest/priceFiles';
import { type ImportDeps, ImportError, Importer, type ImportOptions } from './importer';
import type { FileReport, ImportReport } from './importReport';
import { waitingBars } from './waitingBars';

/**
 * Imports price files into a market: reads, checks, joins with the stored prices and stores, one transaction a symbol, so
 * that a process that dies leaves each symbol as it was or as it should be. The same file twice changes nothing.
 *
 * @throws ImportError when the options make no sense; Error when a path cannot be read
 */
export async function importPrices(deps: ImportDeps, options: ImportOptions): Promise<ImportReport> {
  const began = performance.now();
  const files = await filesToImport(options);
  const importer = new Importer(deps, options, files);
  const reports = await importer.run();
  const sum = (count: (report: FileReport) => number) => reports.reduce((total, report) => total + count(report), 0);
  return {
    files: reports,
    rowsIn: sum((report) => report.rowsIn),
    rowsStored: sum((report) => report.rowsStored),
    waiting: await waitingBars(deps.prices, options.market.id),
    seconds: (performance.now() - began) / 1000,
  };
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
