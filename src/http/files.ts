import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AbandonedError } from '../deadline';
import { internal, notFound } from '../errors';
import type { FileAnswer, FileBody, KeptFile, StoredFile } from '../fileAnswer';
import { etagOf } from './etag';
import type { Exchange } from './exchange';
import { byteRange, refuseRange } from './ranges';
import { bodyHead, compressAnswer, PRIVATE, sendIfFresh, sendTagged } from './sending';

/**
 * Sends what a handler returned in the place of JSON: a text or a buffer at once, as its answer's room is meant for.
 *
 * @returns what streams all else, to be called once the answer's room and the account's place are free: a client may take
 *   as long as it likes to read a file. Null when nothing is left to do.
 */
export function sendFile(exchange: Exchange, file: FileAnswer): (() => Promise<void>) | null {
  const { body } = file;
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const { etag = etagWith(bytes, file), lastModified } = file;
    sendTagged(exchange, { etag, lastModified, body: bytes, head: fileHead(file) });
    return null;
  }
  return () => (isStored(body) ? sendStored(exchange, file, body) : sendPieces(exchange, file, body));
}

/** What its headers say is part of what a client has. */
function etagWith(bytes: Buffer, { headers }: FileAnswer): string {
  return etagOf(Buffer.concat([bytes, Buffer.from(Object.values(headers).join('\n'))]));
}

/** What is said of a file, name and value in turn. */
export function fileHead({ contentType, fileName, lastModified, headers = {} }: Omit<FileAnswer, 'body'>): string[] {
  const type = contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType;
  const head = ['Content-Type', type, ...Object.entries(headers).flat()];
  if (lastModified) head.push('Last-Modified', lastModified.toUTCString());
  // Nothing in a name of these characters ends the header, or is a folder.
  if (fileName) head.push('Content-Disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`);
  return head;
}

function isStored(body: Exclude<FileBody, string | Buffer>): body is StoredFile | KeptFile {
  return 'size' in body;
}

/** What nobody knows the length of before it is made; compressed on the way where it is text. */
async function sendPieces(exchange: Exchange, file: FileAnswer, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  const { etag } = file;
  if (etag !== undefined && sendIfFresh(exchange, etag)) return;
  const head = [...PRIVATE, ...(etag === undefined ? [] : ['ETag', etag]), ...fileHead(file)];
  if (!exchange.isHead) compressAnswer(exchange);
  exchange.writeHead(200, [...bodyHead(exchange, null), ...head]);
  if (exchange.isHead) exchange.response.end();
  else await stream(exchange, Readable.from(pieces, { objectMode: false }));
}

/** A stored file or the part of it that is asked for (RFC 9110, 14), never compressed: its bytes are counted. */
async function sendStored(exchange: Exchange, file: FileAnswer, body: StoredFile | KeptFile): Promise<void> {
  if ('path' in body) await requireThere(body);
  const { size } = body;
  const { etag } = file;
  if (etag !== undefined && sendIfFresh(exchange, etag)) return;
  const range = byteRange(exchange, size, etag);
  if (range === 'unsatisfiable') return refuseRange(exchange, size);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const head = [...PRIVATE, 'Accept-Ranges', 'bytes', ...(etag === undefined ? [] : ['ETag', etag]), ...fileHead(file)];
  if (range !== null) head.push('Content-Range', `bytes ${start}-${end}/${size}`);
  exchange.writeHead(range === null ? 200 : 206, [...bodyHead(exchange, end - start + 1), ...head]);
  if (exchange.isHead || size === 0) exchange.response.end();
  else
    await stream(exchange, 'path' in body ? createReadStream(body.path, { start, end }) : readable(body, start, end));
}

/** @throws not_found when it is gone, internal when it is another */
async function requireThere({ path, size }: StoredFile): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw notFound('The file is not there any more.');
  if (found.size !== size) throw internal(`${path} has ${found.size} bytes in the place of ${size}`);
}

/** One piece at a time, and not in advance: each is a megabyte. */
function readable({ part }: KeptFile, start: number, end: number): Readable {
  return Readable.from(part(start, end), { objectMode: false, highWaterMark: 1 });
}

/** As fast as the connection takes it. @throws AbandonedError when the client goes; what the source throws */
async function stream(exchange: Exchange, source: Readable): Promise<void> {
  const { response } = exchange;
  try {
    await pipeline(source, response);
  } catch (error) {
    if (source.errored !== null && source.errored === error && !isEarlyEnd(error)) throw error;
    throw new AbandonedError('the client has gone');
  }
}

/** What a stream says when the other end of it went first. */
function isEarlyEnd(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
