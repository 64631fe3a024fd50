import type { Duplex } from 'node:stream';
import { invalidRequest } from '../errors';

const BODY = JSON.stringify(invalidRequest('The request is not valid HTTP, or its header is too large.').body);

const ANSWER = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(BODY)}`,
  'Connection: close',
  '',
  BODY,
].join('\r\n');

/** Answers bytes that never became a request, with the body of every other error. For a server's `clientError`. */
export function answerMalformed(_error: Error, socket: Duplex): void {
  if (socket.writable) socket.end(ANSWER);
  else socket.destroy();
}
