import { type Clock, calendarDay, lastFinalDay } from '../clock';
import type { Market } from '../core/calendar/market';
import { canonicalTicker, tickerKey } from '../core/calendar/ticker';
import { type Adjustment, priceSource } from '../core/window/priceSource';
import { type Merge, mergeBars } from '../ingest/merge';
import { PriceFileParser } from '../ingest/parser';
import { type PriceFile, tickerInFileName } from '../ingest/priceFiles';
import {
  countRows,
  type FileReading,
  type IngestContext,
  type ParsedSeries,
  type Refusal,
  refuseBars,
} from '../ingest/readings';
import { LineLengths, MAX_LINE_BYTES } from '../ingest/rowScanner';
import { withoutBarsUnderWay } from '../ingest/seriesFaults';
import { isSortedBySymbol } from '../ingest/symbolOrder';
import type { PriceStore } from '../storage/prices';
import { type Concern, concernsAbout } from './importConcerns';
import { type FileReport, qualityPart } from './importReport';
import type { ImportTarget, JoinedPrices } from './importTarget';
import type { StoredSymbols } from './storedSymbols';

export interface ImportOptions {
  readonly paths: readonly string[];
  readonly market: Market;
  /** Ticker of a file without one; selects one symbol of a file of several. */
  readonly symbol?: string;
  readonly name?: string;
  /** Provider of the prices; when absent, the one whose layout the file has, or the file. */
  readonly source?: string;
  /** What the closes are adjusted for; when absent, what the layout says. */
  readonly adjustment?: Adjustment;
  readonly unadjusted?: boolean;
  /** New prices replace the whole history of their symbol. */
  readonly replace?: boolean;
  /** Writes nothing; the report says what would be stored. */
  readonly dryRun?: boolean;
  /** Skips the confirmation of concerns. */
  readonly yes?: boolean;
}

export interface ImportDeps {
  readonly prices: PriceStore;
  readonly clock: Clock;
  /** Asks the user to confirm; absent in a non-interactive run. */
  ask?(question: string): Promise<boolean>;
  /** Bytes read, bytes in total, and the current file. */
  onProgress?(done: number, total: number, path: string): void;
  /** The same for the rehearsal, which writes nothing. */
  onRehearsal?(done: number, total: number, path: string): void;
}

/** Rows held until the rest of their folder is read, to compare last bars; 28 bytes each. */
const MAX_ROWS_HELD = 4_000_000;

/** A series read but not stored yet. */
interface Held {
  readonly report: FileReport;
  readonly format: string;
  readonly source: string;
  readonly series: ParsedSeries;
}

/** A series merged with the stored one. */
interface Joined {
  readonly series: ParsedSeries;
  /** Null if no row is left. */
  readonly merge: Merge | null;
  /** Null if nothing of it is to be stored. */
  readonly prices: JoinedPrices | null;
}

/** Reads files in order and stores their prices; each import has its own importer. */
export class Importer {
  private readonly reports: FileReport[] = [];
  private held: Held[] = [];
  private rowsHeld = 0;
  private bytesDone = 0;
  /** Concerns that need confirmation, in the order of the files. */
  readonly concerns: Concern[] = [];

  constructor(
    private readonly deps: Pick<ImportDeps, 'clock' | 'onProgress'> & { readonly markets: readonly Market[] },
    private readonly options: ImportOptions,
    private readonly files: readonly PriceFile[],
    private readonly before: StoredSymbols,
    private readonly target: ImportTarget,
  ) {}

  async run(): Promise<FileReport[]> {
    let folder: string | null = null;
    for (const file of this.files) {
      if (file.folder !== folder || this.rowsHeld > MAX_ROWS_HELD) await this.storeHeld();
      folder = file.folder;
      await this.readFile(file);
    }
    await this.storeHeld();
    return this.reports;
  }

  /** Files of one symbol are held until their folder is read; long files are stored as they are read. */
  private async readFile(file: PriceFile): Promise<void> {
    const report: FileReport = {
      path: file.path,
      format: null,
      rowsIn: 0,
      rowsStored: 0,
      series: [],
      refused: [],
      flags: [],
    };
    this.reports.push(report);
    const parser = new PriceFileParser(ingestContext(file, this.deps.clock, this.options), await canStream(file));
    const total = this.files.reduce((sum, { size }) => sum + size, 0);
    const onBytes = (count: number) => {
      this.bytesDone += count;
      this.deps.onProgress?.(this.bytesDone, total, file.path);
    };
    const last: ParsedSeries[] = [];
    try {
      for await (const chunk of chunksOf(file, onBytes)) {
        for (const series of parser.push(chunk))
          await this.storeSeries(report, this.sourceOf(file, parser.reading()), series);
      }
      last.push(...parser.end());
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      last.push(...parser.abort({ reason: error.reason, detail: error.message }));
    }
    const reading = parser.reading();
    const { format, refused } = reading;
    const source = this.sourceOf(file, reading);
    report.format = format;
    this.refuse(report, refused);
    if (last.length === 1 && report.series.length === 0)
      this.hold({ report, format: format!, source, series: last[0] });
    else for (const series of last) await this.storeSeries(report, source, series);
  }

  private refuse(report: FileReport, refused: readonly Refusal[]): void {
    report.refused.push(...refused);
    report.rowsIn += countRows(refused);
    if (refused.length > 0) {
      this.target.report(qualityPart({ file: report.path, rowsIn: countRows(refused), refused, flags: [] }));
    }
  }

  private hold(held: Held): void {
    this.held.push(held);
    this.rowsHeld += held.series.bars.day.length;
  }

  private async storeHeld(): Promise<void> {
    const series = withoutBarsUnderWay(this.held);
    for (const [i, { report, source }] of this.held.entries()) await this.storeSeries(report, source, series[i], true);
    this.held = [];
    this.rowsHeld = 0;
  }

  private async storeSeries(report: FileReport, source: string, parsed: ParsedSeries, isHeld = false): Promise<void> {
    const { name, symbol: only } = this.options;
    if (name !== undefined && only === undefined && !isHeld) {
      throw new Error(`--name is for one symbol and '${report.path}' holds several: add --symbol`);
    }
    const outcome = await this.join(source, this.selected(parsed));
    report.rowsIn += outcome.series.rowsIn;
    report.rowsStored += outcome.series.bars.day.length;
    report.refused.push(...outcome.series.refused);
    report.flags.push(...outcome.series.flags);
    const { series, merge, prices } = outcome;
    const { symbol, bars } = series;
    const replacedSymbol = merge?.action === 'new' || merge?.action === 'replaced' ? symbol : null;
    this.target.report(qualityPart({ ...series, file: report.path, replacedSymbol }));
    if (prices !== null) await this.target.put([prices]);
    if (merge) report.series.push({ symbol, action: merge.action, rows: bars.day.length, detail: merge.detail });
  }

  /** The series; its bars are refused if `--symbol` selects another symbol. */
  private selected(series: ParsedSeries): ParsedSeries {
    const { symbol } = this.options;
    if (symbol === undefined || tickerKey(symbol) === tickerKey(series.symbol)) return series;
    return refuseBars(series, 'other_symbol', `--symbol ${symbol}`);
  }

  private async join(source: string, series: ParsedSeries): Promise<Joined> {
    if (series.bars.day.length === 0) return { series, merge: null, prices: null };
    const { market, name, replace = false } = this.options;
    const { symbol } = series;
    const stored = await this.target.bars(symbol);
    const merge = mergeBars(stored, series.bars, { replace, gapLimit: market.gapLimit });
    if (merge.action === 'conflict') {
      return { series: refuseBars(series, 'conflict', merge.detail), merge, prices: null };
    }
    const { bars } = merge;
    const before = this.before.find(symbol);
    const renamedTo = this.before.renamed(symbol)?.symbol.symbol;
    const intended = { symbol, bars, stored, before, renamedTo };
    this.concerns.push(...concernsAbout(intended, market, this.deps.markets));
    const prices = {
      symbol,
      name,
      marketId: market.id,
      bars,
      source,
      isUnchanged: merge.action === 'unchanged',
      isSourceExplicit: this.options.source !== undefined || this.options.adjustment !== undefined,
    };
    return { series, merge, prices };
  }

  /** Label of the prices of a file: what the user states, then what the layout says. */
  private sourceOf(file: PriceFile, { provider, adjustment: known }: FileReading): string {
    const { source = provider ?? fileLabel(file), adjustment, unadjusted = false } = this.options;
    return priceSource(source, adjustment ?? known, unadjusted && adjustment === undefined);
  }
}

/** Longest name of a file in a label, which is stored in 255 characters. */
const LONGEST_NAME = 100;

function fileLabel({ name }: PriceFile): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return `file ${line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME)}...`}`;
}

function ingestContext(file: PriceFile, clock: Clock, { market, symbol, unadjusted }: ImportOptions): IngestContext {
  const { calendar } = market;
  return {
    ...market,
    symbol: symbol === undefined ? tickerInFileName(file.name) : canonicalTicker(symbol),
    unadjusted: unadjusted ?? false,
    today: calendarDay(calendar, clock.now()),
    lastFinalDay: clock.lastFinalDay(calendar),
    lastFinalDayOfFile: file.writtenAt === null ? null : lastFinalDay(calendar, file.writtenAt),
  };
}

/** Whether the series of a file can be stored one after the other. Those of a pipe, which is read once, are kept until its end. */
async function canStream(file: PriceFile): Promise<boolean> {
  try {
    return file.isRepeatable && (await isSortedBySymbol(chunksOf(file, () => {})));
  } catch (error) {
    // The parser reads the same part of the file, and reports the error.
    if (error instanceof UnreadableFileError) return true;
    throw error;
  }
}

/** A file that cannot be read further, as opposed to a fault of this program or its database. */
class UnreadableFileError extends Error {
  constructor(
    readonly reason: 'damaged' | 'not_recognised',
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}

/**
 * The bytes of a file. One without line ends is not read to its end: it can have any size.
 *
 * @throws UnreadableFileError
 */
async function* chunksOf(file: PriceFile, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  const lines = new LineLengths();
  try {
    for await (const chunk of await file.open(onBytes)) {
      if (lines.push(chunk) > MAX_LINE_BYTES)
        throw new UnreadableFileError('not_recognised', `a line of more than ${MAX_LINE_BYTES >> 20} MB`);
      yield chunk;
    }
  } catch (error) {
    throw isDamage(error) ? new UnreadableFileError('damaged', (error as Error).message, { cause: error }) : error;
  }
}

function isDamage(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const message = error instanceof Error ? error.message : '';
  return (
    code.startsWith('Z_') ||
    code === 'EIO' ||
    code === 'EACCES' ||
    /invalid|unexpected end|incorrect header|crc|not enough bytes/i.test(message)
  );
}
