import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { etagOf } from './etag';

const compress = promisify(gzip);

/** A text that is the same for as long as the process lives: hashed once, compressed once, sent from memory. */
export function servePage(text: string, headers: Readonly<Record<string, string>>): RequestHandler {
  const plain = Buffer.from(text);
  const etag = etagOf(plain);
  let zipped: Promise<Buffer> | undefined;
  return async (request, response) => {
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
