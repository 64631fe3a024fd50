import { endianness } from 'node:os';
import type { Day } from '../core/calendar/dates';
import type { Bars, Closes } from '../core/window/bars';

// Typed arrays have the byte order of the machine. Of the platforms of Node, only s390x and AIX are big-endian.
if (endianness() !== 'LE') throw new Error('stored prices are little-endian, but this machine is big-endian');

export interface SeriesMeta {
  /** Label shown in `receipts.source`. */
  readonly source: string;
  readonly importedAt: Date;
  /** Whether the sandbox generated the prices. */
  readonly simulated: boolean;
}

/** A stored series without its prices. */
export interface StoredSeries extends SeriesMeta {
  /** Content hash. */
  readonly hash: string;
  readonly rows: number;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** Bytes of one bar in each column set: close f64 + day i32; high f64 + low f64. */
export const BYTES_PER_BAR = { close: 12, range: 16 } as const;

export type ColumnSet = keyof typeof BYTES_PER_BAR;

/** Closes, then days: in this order every element is aligned to its size. */
export function encodeCloses({ day, close }: Closes): Buffer {
  const n = day.length;
  const bytes = new ArrayBuffer(n * BYTES_PER_BAR.close);
  new Float64Array(bytes, 0, n).set(close);
  new Int32Array(bytes, n * 8, n).set(day);
  return Buffer.from(bytes);
}

/** Highs, then lows; NaN = unknown. */
export function encodeRange({ high, low }: Pick<Bars, 'high' | 'low'>): Buffer {
  const n = high.length;
  const values = new Float64Array(2 * n);
  values.set(high, 0);
  values.set(low, n);
  return Buffer.from(values.buffer);
}

/** @param blob exactly `n * 12` bytes, already verified */
export function decodeCloses(blob: Buffer, n: number): Closes {
  const { buffer, byteOffset } = aligned(blob);
  return { close: new Float64Array(buffer, byteOffset, n), day: new Int32Array(buffer, byteOffset + n * 8, n) };
}

/** @param blob exactly `n * 16` bytes, already verified */
export function decodeRange(blob: Buffer, n: number): Pick<Bars, 'high' | 'low'> {
  const { buffer, byteOffset } = aligned(blob);
  return { high: new Float64Array(buffer, byteOffset, n), low: new Float64Array(buffer, byteOffset + n * 8, n) };
}

/** Every column of a series; null when a blob is missing or has another length than `n` bars. Hashes are not verified. */
export function decodeBars(closes: unknown, range: unknown, n: number): Bars | null {
  if (!Buffer.isBuffer(closes) || closes.length !== n * BYTES_PER_BAR.close) return null;
  if (!Buffer.isBuffer(range) || range.length !== n * BYTES_PER_BAR.range) return null;
  return { ...decodeCloses(closes, n), ...decodeRange(range, n) };
}

/** The bytes at a multiple of 8, as Float64Array requires; a copy when the blob starts at another offset. */
function aligned(blob: Buffer): { buffer: ArrayBuffer; byteOffset: number } {
  if (blob.byteOffset % 8 === 0 && blob.buffer instanceof ArrayBuffer)
    return blob as typeof blob & { buffer: ArrayBuffer };
  const copy = new Uint8Array(blob);
  return { buffer: copy.buffer, byteOffset: 0 };
}
