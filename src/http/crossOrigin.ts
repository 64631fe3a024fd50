import cors from 'cors';
import type { RequestHandler } from 'express';
import type { ContractOperation } from '../openapi/document';

/** Browsers hide these unless told otherwise (SPEC 5.7). */
export const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
  'X-RateLimit-Reset-Day',
  'Retry-After',
  'X-Request-Id',
  'X-Data-Source',
  'X-Data-Version',
  'ETag',
  'X-Answer',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'WWW-Authenticate',
  'Deprecation',
  'Sunset',
  'Link',
];

/**
 * Lets the pages of the allowed origins read answers; others get none of the headers of CORS. A preflight carries no key and
 * is not metered.
 *
 * @param operations of which those that take a key may be asked from there
 */
export function crossOrigin(
  origins: readonly string[] | '*',
  operations: readonly Pick<ContractOperation, 'access' | 'method'>[],
): RequestHandler {
  // What takes no key takes X-Session, which the page of another origin cannot send.
  const asked = operations.filter(({ access }) => access === 'key').map(({ method }) => method.toUpperCase());
  const allow = cors({
    origin: origins === '*' ? '*' : true,
    // POST is what /mcp takes.
    methods: [...new Set(['GET', 'HEAD', 'POST', ...asked])],
    allowedHeaders: [
      'Authorization',
      'X-API-Key',
      'Content-Type',
      'If-None-Match',
      'Range',
      'If-Range',
      'X-Request-Id',
      'Mcp-Protocol-Version',
      'Mcp-Session-Id',
    ],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  });
  return (request, response, next) => {
    // A cache must not give one origin the answer to another.
    if (origins !== '*') response.vary('Origin');
    if (origins === '*' || origins.includes(request.headers.origin ?? '')) allow(request, response, next);
    else if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  };
}
