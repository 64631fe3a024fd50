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
