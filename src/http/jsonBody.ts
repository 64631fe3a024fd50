import { Readable } from 'node:stream';
import express, { type Request, type RequestHandler } from 'express';
import { ownTurn } from '../turns';

type Options = NonNullable<Parameters<typeof express.json>[0]> & { readonly limit: string };

/** Bytes that take a millisecond to parse at most, whatever they say. */
const SMALL = 8 << 10;
const JSON_TYPE = 'application/json';

/**
 * Reads a body of JSON as `express.json` does. One that is large has a turn of its own to be parsed in: of many that come
 * together one is parsed in each loop of the event loop.
 */
export function jsonBody(options: Options): RequestHandler {
  const parse = express.json(options);
  const gather = express.raw({ limit: options.limit, type: JSON_TYPE });
  return (request, response, next) => {
    const { 'content-length': length, 'content-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length) <= SMALL) return parse(request, response, next);
    gather(request, response, (fault?: unknown) => {
      const bytes: unknown = request.body;
      if (fault !== undefined || !Buffer.isBuffer(bytes)) return next(fault);
      void ownTurn().then(() => {
        const whole = alreadyRead(request, bytes);
        parse(whole, response, (unparsed?: unknown) => {
          request.body = whole.body;
          next(unparsed);
        });
      });
    });
  };
}

/** A request as the parser looks at it, all of whose body is there, decompressed. */
function alreadyRead({ headers }: Request, bytes: Buffer): Request {
  const head = { 'content-type': headers['content-type'], 'content-length': String(bytes.length) };
  return Object.assign(Readable.from([bytes]), { headers: head }) as unknown as Request;
}
