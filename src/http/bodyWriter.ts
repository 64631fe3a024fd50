import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { etagOf } from './etag';

/** A body as it is sent. */
interface Rendered {
  readonly text: Buffer;
  readonly etag: string;
  /** Made when first asked for. */
  gzip?: Buffer;
}

/** Shorter ones are not worth it: what `compression` takes as well, which compresses bodies that are sent once. */
const GZIP_FROM = 1024;

/**
 * Sends the bodies of one operation. A handler that hands out the same object again (src/services/keptAnswers.ts)
 * never changes it: it is validated, serialised, hashed and compressed once.
 */
export class BodyWriter {
  private readonly rendered = new WeakMap<object, Rendered>();

  /** Takes the place of Express's `response.json`, where the validator passes on what it accepts: stands before it. */
  readonly attach: RequestHandler = (_request, response, next) => {
    response.json = (body: object) => {
      const text = Buffer.from(JSON.stringify(body));
      const rendered = { text, etag: etagOf(text) };
      this.rendered.set(body, rendered);
      return write(response, rendered, text);
    };
    next();
  };

  /** Sends a body, by way of the validator unless it has been there. */
  send(request: Request, response: Response, body: object): void {
    const known = this.rendered.get(body);
    if (known === undefined) {
      response.json(body);
      return;
    }
    const zipped = known.text.length >= GZIP_FROM && request.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (zipped) {
      known.gzip ??= gzipSync(known.text);
      response.set('Content-Encoding', 'gzip');
    }
    write(response, known, zipped ? known.gzip! : known.text);
  }
}

function write(response: Response, { etag }: Rendered, bytes: Buffer): Response {
  return response.set({ 'Content-Type': 'application/json; charset=utf-8', ETag: etag }).send(bytes);
}
