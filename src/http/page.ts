import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { etagOf } from './etag';

const compress = promisify(gzip);

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
    // Asked for anew each time: the tag spares the body.
    response.set({ ...headers, ETag: etag, 'Cache-Control': 'public, no-cache' }).vary('Accept-Encoding');
    if (request.acceptsEncodings('gzip', 'identity') !== 'gzip') {
      response.send(plain);
      return;
    }
    zipped ??= compress(plain);
    response.set('Content-Encoding', 'gzip').send(await zipped);
  };
}

function hashed(text: string): { plain: Buffer; etag: string } {
  const plain = Buffer.from(text);
  return { plain, etag: etagOf(plain) };
}
