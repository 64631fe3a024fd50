import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { rangeNotSatisfiable, scanBusy } from '../errors';
import type { FileAnswer, KeptFile } from '../fileAnswer';

/** Stored files of one account that are read at once. */
const MOST_OF_ACCOUNT = 4;
/** Stored files of all accounts: each holds what reads it, and a connection. */
const MOST = 64;
/** How long a client may take nothing of a stored file, milliseconds. */
const STALL_MS = 60_000;

/** Accounts whose stored files are being read, once for each. */
const reading: string[] = [];

/** Sends a text or a buffer that a handler returned in the place of JSON. */
export function sendText(response: Response, file: FileAnswer, body: string | Buffer): void {
  setHeaders(response, file);
  response.send(Buffer.from(body));
}

function setHeaders(response: Response, { contentType, fileName, lastModified, headers }: FileAnswer): void {
  response.set(headers);
  if (lastModified) response.set('Last-Modified', lastModified.toUTCString());
  if (fileName) response.attachment(fileName);
  // Last: attachment() takes a type from the name.
  response.set('Content-Type', contentType);
}

/** A stored file, and who reads it. */
export interface Download {
  readonly file: FileAnswer;
  readonly stored: KeptFile;
  readonly account: string;
}

/**
 * Sends a stored file or the part of it that is asked for (RFC 9110, 14), never compressed: its bytes are counted.
 *
 * @throws scanBusy when too many stored files are read already
 */
export async function sendStoredFile(
  request: Request,
  response: Response,
  { file, stored: { size, part }, account }: Download,
): Promise<void> {
  const { etag } = file;
  response.locals.isPart = true;
  if (etag !== undefined) response.set('ETag', etag);
  if (request.fresh) return void response.status(304).end();
  const range = response.locals.isHead ? null : rangeOf(request, size, etag);
  if (range === 'unsatisfiable') {
    response.set('Content-Range', `bytes */${size}`);
    throw rangeNotSatisfiable(`Range must be of bytes 0 to ${size - 1}.`);
  }
  const isSentNow = size > 0 && !response.locals.isHead;
  if (isSentNow) refuseTooMany(account);
  setHeaders(response, file);
  response.set('Accept-Ranges', 'bytes');
  const { start, end } = range ?? { start: 0, end: size - 1 };
  response.set('Content-Length', String(end - start + 1)).vary('Accept-Encoding');
  if (range !== null) response.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`);
  if (isSentNow) await stream(response, part(start, end), account);
  else response.end();
}

/**
 * The range that is asked for, both ends included. Null asks for the whole file: the header is missing or not valid, names
 * several ranges or the last bytes of more than there are (RFC 9110, 14.1.2), or If-Range names another version of the file,
 * which only a strong tag can compare (13.1.5).
 */
function rangeOf(request: Request, size: number, etag: string | undefined) {
  const ifRange = request.get('if-range');
  if (ifRange !== undefined && (ifRange !== etag || ifRange.startsWith('W/'))) return null;
  // req.range() takes a suffix that is longer than the file for one that cannot be satisfied.
  const [, suffix = 0] = /^bytes=-(\d+)$/.exec(request.get('range') ?? '') ?? [];
  if (Number(suffix) > size) return null;
  const ranges = request.range(size);
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0];
}

/** @throws scanBusy */
function refuseTooMany(account: string): void {
  const own = reading.filter((one) => one === account).length;
  if (own >= MOST_OF_ACCOUNT || reading.length >= MOST) throw scanBusy(5, 'too many files are being read');
}

/** As fast as the connection takes it, one piece at a time, and not in advance: each is a megabyte. */
async function stream(response: Response, pieces: AsyncIterable<Buffer>, account: string): Promise<void> {
  reading.push(account);
  response.setTimeout(STALL_MS, () => response.destroy());
  const source = Readable.from(pieces, { objectMode: false, highWaterMark: 1 });
  try {
    await pipeline(source, response);
  } catch (error) {
    // What the source throws is a fault; that the client has gone is not.
    if (source.errored !== null && source.errored === error && !isEarlyEnd(error)) throw error;
  } finally {
    reading.splice(reading.indexOf(account), 1);
  }
}

/** What a stream says when the other end of it went first. */
function isEarlyEnd(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
