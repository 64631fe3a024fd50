import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { rangeNotSatisfiable, scanBusy } from '../errors';
import type { FileParts, KeptFile } from '../fileAnswer';

/** Concurrent downloads of stored files, per account and in total. */
const MAX_PER_ACCOUNT = 4;
const MAX_DOWNLOADS = 64;
/** A client that reads nothing of a stored file for this long is disconnected, milliseconds. */
const STALL_MS = 60_000;

/** The accounts of the downloads under way, once for each download. */
const downloads: string[] = [];

/** Sends a text or buffer that a handler returned instead of JSON. */
export function sendText(response: Response, file: FileParts, body: string | Buffer): void {
  setHeaders(response, file);
  response.send(Buffer.from(body));
}

function setHeaders(response: Response, { contentType, fileName, lastModified, headers = {} }: FileParts): void {
  response.set(headers);
  if (lastModified) response.set('Last-Modified', lastModified.toUTCString());
  if (fileName) response.attachment(fileName);
  // Last, since attachment() sets a type by the file name.
  response.set('Content-Type', contentType);
}

/** A stored file, and the account that downloads it. */
export interface Download {
  readonly file: FileParts;
  readonly stored: KeptFile;
  readonly account: string;
}

/**
 * Sends a stored file or the requested range of it (RFC 9110, 14), uncompressed.
 *
 * @throws scanBusy if there are too many downloads
 */
export async function sendStoredFile(
  request: Request,
  response: Response,
  { file, stored: { size, part }, account }: Download,
): Promise<void> {
  const { etag } = file;
  response.locals.isStoredFile = true;
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
 * The requested range, both ends included. Null = the whole file: it is empty, the Range header is missing, invalid or not of
 * bytes, names several ranges or a suffix longer than the file (RFC 9110, 14.1.2), or If-Range is not the strong tag of this
 * file (13.1.5).
 */
function rangeOf(request: Request, size: number, etag: string | undefined) {
  const ifRange = request.get('if-range');
  if (ifRange !== undefined && (ifRange !== etag || ifRange.startsWith('W/'))) return null;
  const header = request.get('range') ?? '';
  // request.range() takes any unit for bytes, and reports a suffix longer than the file as unsatisfiable.
  if (size === 0 || !/^bytes=/i.test(header)) return null;
  const [, suffix = 0] = /^bytes=-(\d+)$/i.exec(header) ?? [];
  if (Number(suffix) > size) return null;
  const ranges = request.range(size);
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.length !== 1) return null;
  return ranges[0];
}

/** @throws scanBusy */
function refuseTooMany(account: string): void {
  const ofAccount = downloads.filter((other) => other === account).length;
  if (ofAccount >= MAX_PER_ACCOUNT || downloads.length >= MAX_DOWNLOADS) throw scanBusy(5, 'too many downloads');
}

/** Reads one piece (a megabyte) at a time, when the connection can take it. */
async function stream(response: Response, pieces: AsyncIterable<Buffer>, account: string): Promise<void> {
  downloads.push(account);
  response.setTimeout(STALL_MS, () => response.destroy());
  // The middlewares and pipeline() together add more listeners than the 10 above which Node warns of a leak.
  response.setMaxListeners(20);
  const source = Readable.from(pieces, { objectMode: false, highWaterMark: 1 });
  try {
    await pipeline(source, response);
  } catch (error) {
    // An error of the source is a fault; a client that disconnects is not.
    if (source.errored !== null && source.errored === error && !isEarlyEnd(error)) throw error;
  } finally {
    downloads.splice(downloads.indexOf(account), 1);
  }
}

/** Whether a stream was closed by its other end. */
function isEarlyEnd(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
