import cors from 'cors';
import type { RequestHandler } from 'express';

/** Browsers hide these unless told otherwise (SPEC 5.7). */
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
  'ETag',
  'WWW-Authenticate',
];

/**
 * Lets the pages of the allowed origins read answers; others get none of the headers of CORS. Every OPTIONS ends here:
 * a preflight carries no key and is not metered.
 */
export function crossOrigin(origins: readonly string[] | '*'): RequestHandler {
  const allow = cors({
    origin: origins === '*' ? '*' : true,
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: [
      'Authorization',
      'X-API-Key',
      'Content-Type',
      'If-None-Match',
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
    const isAllowed = origins === '*' || origins.includes(request.headers.origin ?? '');
    if (isAllowed) allow(request, response, next);
    else if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  };
}
