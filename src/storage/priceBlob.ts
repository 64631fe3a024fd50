import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import type { Day } from '../core/calendar/dates';
import type { Closes } from '../core/detection/columns';
import type { Bars } from '../core/window/bars';

// Typed-array views show the bytes as they lie. Every platform Node is built for but s390x and AIX is little-endian.
if (endianness() !== 'LE') throw new Error('stored prices are little-endian; this machine is not');

export interface SeriesMeta {
  /** Label shown in `receipts.source`. */
  readonly source: string;
  readonly importedAt: Date;
  /** Invented by the sandbox. */
  readonly simulated: boolean;
}

/** What is known of a symbol's prices without reading them. */
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

/** Closes first, days behind them: every element then lies on a multiple of its size. */
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

/** The bytes at an offset Float64Array accepts: as they are when they lie so, else a copy. */
function aligned(blob: Buffer): { buffer: ArrayBuffer; byteOffset: number } {
  if (blob.byteOffset % 8 === 0 && blob.buffer instanceof ArrayBuffer)
    return blob as typeof blob & { buffer: ArrayBuffer };
  const copy = new Uint8Array(blob);
  return { buffer: copy.buffer, byteOffset: 0 };
}

/**
 * Content hash of a blob. SHA-256 costs 0.5 ms a megabyte where the processor helps, which is as fast as SHA-1 and
 * faster than MD5; a CRC would be thrice as fast, but this hash also recognises identical content.
 */
export function contentHash(...parts: (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
