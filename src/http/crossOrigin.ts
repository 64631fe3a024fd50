import cors from 'cors';
import type { RequestHandler } from 'express';
import type { ContractOperation } from '../openapi/document';

/** Headers that scripts of other origins may read (SPEC 5.7). */
const EXPOSED_HEADERS = [
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
  'Location',
  'Idempotent-Replayed',
  'Repr-Digest',
];

/**
 * Allows the origins to read answers. Other origins get no CORS headers. A preflight needs no key and is not metered.
 *
 * @param operations those that take a key may be called from the origins
 */
export function crossOrigin(
  origins: readonly string[] | '*',
  operations: readonly Pick<ContractOperation, 'access' | 'method'>[],
): RequestHandler {
  // All other operations need the header X-Session, which is not allowed to other origins.
  const methods = operations.filter(({ access }) => access === 'key').map(({ method }) => method.toUpperCase());
  const allow = cors({
    origin: origins === '*' ? '*' : true,
    // POST is for /mcp.
    methods: [...new Set(['GET', 'HEAD', 'POST', ...methods])],
    allowedHeaders: [
      'Authorization',
      'X-API-Key',
      'Content-Type',
      'If-None-Match',
      'Range',
      'If-Range',
      'Idempotency-Key',
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
