import { invalidRequest } from '../errors';

const MESSAGES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  HPE_HEADER_OVERFLOW: 'The header of the request is too large.',
};

/** The answer to bytes that never became a request, whole as it is sent, with the body of every other error. */
export function malformedAnswer({ code = '' }: { readonly code?: string }): string {
  const body = JSON.stringify(invalidRequest(MESSAGES[code] ?? 'The request is not valid HTTP.').body);
  return [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
