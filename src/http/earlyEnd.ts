import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange';

/** Of a body that nobody wants so much is let come in, for so long, that its sender has time to read the answer. */
const LINGER = { bytes: 1 << 20, milliseconds: 2_000 } as const;

/** The two ways to send an answer. */
export interface EarlyAnswer {
  /** All of it. */
  readonly whole: () => void;
  /** All but its end, its head saying that the connection will be closed. */
  readonly unended: () => void;
}

/**
 * Sends an answer that may come early. When the rest of the request is still on its way, its connection can serve no other: what
 * comes is dropped and the connection closed, so that none of it is taken for a request and answered a second time.
 */
export function endWith({ whole, unended }: EarlyAnswer, { request, response }: Exchange): void {
  if (request.complete) {
    whole();
    return;
  }
  request.resume();
  // What came together with the head is read by then.
  setImmediate(() => {
    if (request.complete || request.destroyed) whole();
    else {
      unended();
      lingerBefore(request, response);
    }
  });
}

function lingerBefore(request: IncomingMessage, response: ServerResponse): void {
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
