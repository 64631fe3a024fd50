import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { ownTurn } from '../turns';
import { etagOf } from './etag';

const compress = promisify(gzip);

/** Bytes of a page that are handed to its connection at once: a tenth of a millisecond. */
const SLICE = 256 << 10;

/**
 * A text that is the same for as long as the process lives: made when it is first asked for, hashed once, compressed
 * once, sent from memory.
 */
export function servePage(textOf: () => string, headers: Readonly<Record<string, string>>): RequestHandler {
  let made: { readonly plain: Buffer; readonly etag: string } | undefined;
  let zipped: Promise<Buffer> | undefined;
  return async (request, response) => {
    made ??= hashed(textOf());
    const { plain, etag } = made;
    // Asked for anew each time, unless its headers say otherwise: the tag spares the body.
    response.set({ 'Cache-Control': 'public, no-cache', ...headers, ETag: etag }).vary('Accept-Encoding');
    if (request.acceptsEncodings('gzip', 'identity') !== 'gzip') {
      await send(request, response, plain);
      return;
    }
    zipped ??= compress(plain);
    await send(request, response.set('Content-Encoding', 'gzip'), await zipped);
  };
}

/**
 * Sends a page, a large one slice by slice as its connection takes it: of all pages that are sent at the time one slice
 * is written in each loop of the event loop.
 */
async function send(request: Request, response: Response, page: Buffer): Promise<void> {
  if (page.length <= SLICE || request.method === 'HEAD' || request.fresh) {
    response.send(page);
    return;
  }
  response.set('Content-Length', String(page.length));
  try {
    await pipeline(Readable.from(slicesOf(page), { highWaterMark: 1 }), response);
  } catch (error) {
    // The log of requests says that the client has gone.
    if (!response.destroyed) throw error;
  }
}

async function* slicesOf(page: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < page.length; from += SLICE) {
    await ownTurn();
    yield page.subarray(from, from + SLICE);
  }
}

function hashed(text: string): { plain: Buffer; etag: string } {
  const plain = Buffer.from(text);
  return { plain, etag: etagOf(plain) };
}
