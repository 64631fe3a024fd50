import { FileDates } from './fileDates';
import { judgeSeries, refuseAll } from './quality';
import { RawSeries } from './rawSeries';
import { type FileReading, Findings, type IngestContext, type ParsedSeries, type RefusalReason } from './readings';
import { type ColumnSet, type Layout, type NoLayout, recognise } from './recognise';
import { fieldEquals, fieldText, type Row, RowScanner } from './rowScanner';
import { completeLines, FileHead, tickerInRow } from './symbolOrder';

/**
 * Parses one price file of any known layout, in chunks, into checked bars. It uses no files, no clock and no database.
 *
 * Of a file sorted by symbol (`isSortedBySymbol`), each series is returned when the next one begins, so that memory does not grow
 * with the file. Otherwise all series are returned at the end.
 */
export class PriceFileParser {
  private readonly head = new FileHead();
  private layout: Layout | NoLayout | null = null;
  private scanner: RowScanner | null = null;
  private readonly dates = new FileDates();
  private readonly fileRefused = new Findings<RefusalReason>(null);
  private readonly open = new Map<string, RawSeries>();
  private readonly done: ParsedSeries[] = [];
  /** Series of a sorted file that have been returned. */
  private readonly finished = new Set<string>();
  private current: { readonly text: Buffer; readonly series: RawSeries | null } | null = null;
  private rows = 0;

  constructor(
    private readonly context: IngestContext,
    private readonly sortedBySymbol = false,
  ) {}

  /** Parses the next chunk. @returns the series completed by it */
  push(chunk: Buffer): ParsedSeries[] {
    if (this.scanner) this.scanner.push(chunk, this.onRow);
    else if (this.head.push(chunk)) this.begin(false);
    return this.done.splice(0);
  }

  /** Ends the file. @returns the remaining series */
  end(): ParsedSeries[] {
    if (!this.scanner) this.begin(true);
    this.scanner!.end(this.onRow);
    for (const raw of this.open.values()) this.finish(raw);
    this.open.clear();
    const isEmpty = this.layout!.format !== null && this.rows === 0;
    if (isEmpty) this.refuseFile('no_rows', '');
    return this.done.splice(0);
  }

  /** Ends a file that cannot be read further. @returns the incomplete series, refused */
  abort(fault: { readonly reason: RefusalReason; readonly detail: string }): ParsedSeries[] {
    const series = [...this.open.values()].map((raw) => refuseAll(raw, fault));
    this.open.clear();
    this.refuseFile(fault.reason, fault.detail);
    return series;
  }

  /** The layout and refused rows so far; complete after `end`. */
  reading(): FileReading {
    const refused = this.fileRefused.list;
    if (!this.layout || this.layout.format === null) return { format: null, provider: null, adjustment: null, refused };
    const { format, provider, adjustment } = this.layout;
    return { format, provider, adjustment, refused };
  }

  private begin(complete: boolean): void {
    const bytes = this.head.bytes();
    this.layout = recognise(complete ? bytes : completeLines(bytes));
    if (this.layout.format === null && this.layout.reason === 'empty_file') this.refuseFile('empty_file', '');
    this.scanner = new RowScanner(this.layout.delimiter);
    this.scanner.push(bytes, this.onRow);
  }

  private readonly onRow = (row: Row): void => {
    const layout = this.layout!;
    if (row.line <= layout.headerLines) return;
    this.rows += 1;
    if (layout.format === null) this.fileRefused.add(layout.reason, row.line, null, layout.detail);
    else if (layout.adjustment === 'none' && !this.context.unadjusted) {
      const detail = `${layout.format}; --unadjusted takes it as it is`;
      this.fileRefused.add('unadjusted', row.line, null, detail);
    } else if (!fits(row, layout.fields)) {
      this.fileRefused.add('ragged', row.line, null, `${row.fields} fields, expected ${layout.fields}`);
    } else for (const set of layout.sets) this.addTo(set, row);
  };

  private addTo({ symbol, columns }: ColumnSet, row: Row): void {
    if (columns.period >= 0 && !/^(d|1d|day|daily)$/i.test(fieldText(row, columns.period))) {
      this.fileRefused.add('not_daily', row.line, null, `period ${fieldText(row, columns.period)}`);
      return;
    }
    const series =
      columns.symbol >= 0 ? this.seriesOfRow(row, columns.symbol) : this.seriesOf(symbol ?? this.context.symbol);
    if (series) series.add(row, columns);
    else {
      const text = columns.symbol >= 0 ? `'${fieldText(row, columns.symbol)}'` : 'name it with --symbol';
      this.fileRefused.add('bad_symbol', row.line, null, text);
    }
  }

  /** The series of a row with a symbol. The last symbol is compared first, since the rows of a symbol mostly follow each other. */
  private seriesOfRow(row: Row, column: number): RawSeries | null {
    if (this.current && fieldEquals(row, column, this.current.text)) return this.current.series;
    const text = Buffer.from(row.bytes.subarray(row.start[column], row.end[column]));
    const ticker = tickerInRow(fieldText(row, column));
    const before = this.current?.series;
    if (before && this.sortedBySymbol && ticker !== null && ticker !== before.symbol) {
      this.finish(before);
      this.open.delete(before.symbol);
      this.finished.add(before.symbol);
    }
    this.current = { text, series: this.seriesOf(ticker) };
    return this.current.series;
  }

  private seriesOf(symbol: string | null): RawSeries | null {
    if (symbol === null) return null;
    const known = this.open.get(symbol);
    if (known) return known;
    if (this.finished.has(symbol)) throw new Error(`the file changed while it was read: ${symbol} came twice`);
    const series = new RawSeries(symbol, this.dates, this.layout!.delimiter);
    this.open.set(symbol, series);
    return series;
  }

  private finish(raw: RawSeries): void {
    if (raw.rowsIn > 0) this.done.push(judgeSeries(raw, this.context, this.dates));
  }

  /** Reports a refused file that has no rows to refuse. */
  private refuseFile(kind: RefusalReason, detail: string): void {
    const nowhere = { firstDay: null, lastDay: null, firstLine: 1, lastLine: 1 };
    this.fileRefused.list.push({ kind, symbol: null, rows: 0, ...nowhere, detail });
  }
}

/** Parses a file in memory. */
export function parsePrices(text: string | Buffer, context: IngestContext): FileReading & { series: ParsedSeries[] } {
  const parser = new PriceFileParser(context);
  const series = [...parser.push(Buffer.from(text)), ...parser.end()];
  return { ...parser.reading(), series };
}

/** Whether a row has as many fields as the header. Additional empty fields are a trailing delimiter. */
function fits(row: Row, expected: number): boolean {
  if (row.fields === expected) return true;
  if (row.fields < expected) return false;
  for (let field = expected; field < row.fields; field++) if (row.end[field] > row.start[field]) return false;
  return true;
}
