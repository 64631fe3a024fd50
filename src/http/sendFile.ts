import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { rangeNotSatisfiable, scanBusy } from '../errors';
import type { FileAnswer, KeptFile } from '../fileAnswer';
import { etagOf } from './keptAnswers';

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
  const bytes = Buffer.from(body);
  // What its headers say is part of what a client has.
  const etag = file.etag ?? etagOf(Buffer.concat([bytes, Buffer.from(Object.values(file.headers).join('\n'))]));
  response.set('ETag', etag).send(bytes);
}

function setHeaders(response: Response, { contentType, fileName, lastModified, headers }: FileAnswer): void {
  response.set({ ...headers, 'Content-Type': contentType });
  if (lastModified) response.set('Last-Modified', lastModified.toUTCString());
  // Nothing in a name of these characters ends the header, or is a folder.
  if (fileName) {
    response.set('Content-Disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`);
  }
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
 * The part that is asked for, both ends included. Null asks for all: there is no such header, it cannot be read or names several
 * parts, or what the client has (If-Range) is of another file; only a strong tag says that two are the same.
 */
function rangeOf(request: Request, size: number, etag: string | undefined) {
  const had = request.get('if-range');
  if (had !== undefined && (had !== etag || had.startsWith('W/'))) return null;
  const asked = request.range(size);
  if (asked === -1) return 'unsatisfiable';
  if (!Array.isArray(asked) || asked.type !== 'bytes' || asked.length !== 1) return null;
  return asked[0];
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
