import { canonicalTicker } from '../core/calendar/ticker';
import { type Layout, recognise } from './recognise';
import { fieldEquals, fieldText, type Row, RowScanner } from './rowScanner';

/** Bytes by which a file is recognised: some hundred rows. */
const HEAD_BYTES = 65_536;
const NEWLINE = 10;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Collects the first bytes of a file until they are enough to recognise its layout. */
export class FileHead {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  /** @returns whether the bytes are enough */
  push(chunk: Buffer): boolean {
    this.chunks.push(chunk);
    this.size += chunk.length;
    return this.size >= HEAD_BYTES;
  }

  /** All bytes so far, without a byte order mark. */
  bytes(): Buffer {
    const bytes = Buffer.concat(this.chunks);
    return bytes.subarray(0, 3).equals(BOM) ? bytes.subarray(3) : bytes;
  }
}

/** The complete lines of bytes that end anywhere; all of them if there is no line end. */
export function completeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  return end === 0 ? bytes : bytes.subarray(0, end);
}

/**
 * Whether the rows of each symbol follow each other in the whole file: a series is then complete when the next one begins. False
 * for a file without a column of symbols.
 *
 * @throws the errors of the chunks
 */
export async function isSortedBySymbol(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  const order = new SymbolOrder();
  for await (const chunk of chunks) if (order.push(chunk) === false) return false;
  return order.end();
}

/** The ticker of a symbol field. Stooq writes AAPL.US. */
export function tickerInRow(text: string): string | null {
  return canonicalTicker(text.replace(/\.us$/i, ''));
}

class SymbolOrder {
  private readonly head = new FileHead();
  private layout: Layout | null = null;
  private scanner: RowScanner | null = null;
  private readonly seen = new Set<string>();
  /** The field of the last row, which is compared first. */
  private last = Buffer.alloc(0);
  private current = '';
  private sorted = true;

  /** @returns false once the order is known not to be that of symbols */
  push(chunk: Buffer): boolean {
    if (this.scanner) this.scanner.push(chunk, this.onRow);
    else if (this.head.push(chunk)) this.begin(false);
    return this.sorted;
  }

  end(): boolean {
    if (!this.scanner) this.begin(true);
    this.scanner?.end(this.onRow);
    return this.sorted;
  }

  private begin(complete: boolean): void {
    const bytes = this.head.bytes();
    const layout = recognise(complete ? bytes : completeLines(bytes));
    if (layout.format === null || layout.sets[0].columns.symbol < 0) {
      this.sorted = false;
      return;
    }
    this.layout = layout;
    this.scanner = new RowScanner(layout.delimiter);
    this.scanner.push(bytes, this.onRow);
  }

  private readonly onRow = (row: Row): void => {
    const { headerLines, sets } = this.layout!;
    const column = sets[0].columns.symbol;
    if (row.line <= headerLines || row.fields <= column) return;
    if (fieldEquals(row, column, this.last)) return;
    this.last = Buffer.from(row.bytes.subarray(row.start[column], row.end[column]));
    const symbol = tickerInRow(fieldText(row, column));
    if (symbol === null || symbol === this.current) return;
    if (this.seen.has(symbol)) this.sorted = false;
    this.seen.add(symbol);
    this.current = symbol;
  };
}
