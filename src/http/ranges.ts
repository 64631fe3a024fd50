import express from 'express';
import type { Exchange } from './exchange';
import { sendOnce } from './sending';

/** Bytes of a file, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a file that is asked for (RFC 9110, 14.2), as Express reads it. Null asks for all: there is no such header,
 * it cannot be read or names several parts, or what the client has (If-Range) is of another file, or not known to be of
 * this one.
 *
 * @param size of the file, bytes @param etag of the file; only a strong one says that two are the same
 */
export function byteRange(
  { request: { headers }, isHead }: Exchange,
  size: number,
  etag: string | undefined,
): ByteRange | 'unsatisfiable' | null {
  const { range, 'if-range': had } = headers;
  if (range === undefined || isHead) return null;
  if (had !== undefined && (had !== etag || had.startsWith('W/'))) return null;
  const asked = express.request.range.call({ get: () => range } as never, size);
  if (asked === -1) return 'unsatisfiable';
  if (!Array.isArray(asked) || asked.type !== 'bytes' || asked.length !== 1) return null;
  return asked[0];
}

/** 416: the file has no such bytes. */
export function refuseRange(exchange: Exchange, size: number): void {
  const message = `Range must be of bytes 0 to ${size - 1}.`;
  const body = Buffer.from(JSON.stringify({ error: { code: 'invalid_request', message } }));
  sendOnce(exchange, 416, ['Cache-Control', 'no-store', 'Content-Range', `bytes */${size}`], body);
}
