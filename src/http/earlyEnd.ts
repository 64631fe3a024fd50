import type { Request, Response } from 'express';

/** Of a body that nobody wants so much is let come in, for so long, that its sender has time to read the answer. */
const LINGER = { bytes: 1 << 20, milliseconds: 2_000 } as const;

/**
 * Sends the last of an answer that may come early. When the rest of the request is still on its way, its connection can serve no other: what
 * comes is dropped and the connection closed, so that none of it is taken for a request and answered a second time.
 */
export function endWith(text: string, request: Request, response: Response): void {
  if (request.complete) {
    response.end(text);
    return;
  }
  request.resume();
  // What came together with the head is read by then.
  setImmediate(() => {
    if (request.complete || request.destroyed) response.end(text);
    else closeWith(text, request, response);
  });
}

function closeWith(text: string, request: Request, response: Response): void {
  response.set({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(text)) }).write(text);
  let bytes = 0;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER.milliseconds);
  request.once('end', end).once('close', end);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER.bytes) end();
  });
}
