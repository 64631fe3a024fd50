import { createHash } from 'node:crypto';
import { EXPORT_LIMITS } from '../../services/exports/request';

const BLOCK_BYTES = EXPORT_LIMITS.blockBytes;

/** The file exceeds its size limit. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}

/** Writes a file in blocks of equal size (the last may be shorter), and computes its size and hash. */
export class BlockFile {
  private readonly hash = createHash('sha256');
  private waiting: Uint8Array[] = [];
  private held = 0;
  private seq = 0;
  private size = 0;

  /**
   * @param put stores the next block
   * @param mostBytes size limit of the file
   */
  constructor(
    private readonly put: (seq: number, content: Buffer) => Promise<void>,
    private readonly mostBytes: number,
  ) {}

  /** @throws FileTooLargeError */
  async add(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    this.size += bytes.length;
    if (this.size > this.mostBytes) throw new FileTooLargeError(`more than ${this.mostBytes} bytes`);
    this.hash.update(bytes);
    this.waiting.push(bytes);
    this.held += bytes.length;
    while (this.held >= BLOCK_BYTES) await this.cut(BLOCK_BYTES);
  }

  /** Writes the last block. @returns the file's size in bytes and its SHA-256 in hexadecimal */
  async end(): Promise<{ readonly size: number; readonly sha256: string }> {
    if (this.held > 0) await this.cut(this.held);
    return { size: this.size, sha256: this.hash.digest('hex') };
  }

  private async cut(length: number): Promise<void> {
    const all = Buffer.concat(this.waiting);
    const rest = all.subarray(length);
    this.waiting = rest.length > 0 ? [rest] : [];
    this.held = rest.length;
    await this.put(this.seq++, all.subarray(0, length));
  }
}
