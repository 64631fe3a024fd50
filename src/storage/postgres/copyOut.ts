import { type PoolClient, Query } from 'pg';

/** What a copy begins with: its signature, flags, and how much of the header is to come (PostgreSQL, "COPY", Binary Format). */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const HEADER_BYTES = SIGNATURE.length + 8;
/** In the place of the number of fields: no row follows. */
const END = -1;

/** Fields of a row in their binary form; null where the value is. They are another row's once the function returns. */
export type BinaryRow = readonly (Buffer | null)[];

/**
 * Has the rows of a query sent in binary form, one by one. The driver makes text of everything else that it is sent, which
 * costs more than all the rest of reading bytes.
 *
 * @param query without parameters: COPY takes none
 */
export function copyOut(connection: PoolClient, query: string, take: (row: BinaryRow) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(
      new CopyOut(`COPY (${query}) TO STDOUT (FORMAT binary)`, take, (error) => {
        if (error) reject(error);
        else resolve();
      }),
    );
  });
}

/** The driver hands what is copied to the query at work, and its own queries drop it. */
class CopyOut extends Query {
  private fault: Error | null = null;

  constructor(
    text: string,
    private readonly take: (row: BinaryRow) => void,
    done: (error: Error | null) => void,
  ) {
    super(text, (error: Error | undefined, _: unknown) => done(error ?? this.fault));
  }

  /** A message is a row; the header comes with the first. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The connection has to be read to the end of the copy all the same.
    if (this.fault !== null) return;
    try {
      const row = chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? chunk.subarray(headerOf(chunk)) : chunk;
      if (row.length > 0 && row.readInt16BE(0) !== END) this.take(fieldsOf(row));
    } catch (error) {
      this.fault = error as Error;
    }
  }
}

function headerOf(chunk: Buffer): number {
  return HEADER_BYTES + chunk.readInt32BE(HEADER_BYTES - 4);
}

function fieldsOf(row: Buffer): BinaryRow {
  let at = 2;
  return Array.from({ length: row.readInt16BE(0) }, () => {
    const length = row.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return row.subarray(at - length, at);
  });
}
