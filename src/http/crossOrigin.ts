import cors from 'cors';
import type { RequestHandler } from 'express';
import type { ContractOperation } from './contract';
import { headersSetBy } from './headers';

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

/** Which pages may read answers. */
export interface CrossOrigin {
  /** A cache must not give one origin the answer to another; null where all have the same. */
  readonly vary: string | null;
  /** What an answer tells the browser that shows a page of the origin, name and value in turn. */
  headersFor(origin: string | undefined): readonly string[];
  /** Ends every OPTIONS: a preflight carries no key and is not metered. */
  readonly preflight: RequestHandler;
}

/**
 * Lets the pages of the allowed origins read answers; others get none of the headers of CORS.
 *
 * @param operations of which those that take a key may be asked from there
 */
export function crossOrigin(
  origins: readonly string[] | '*',
  operations: readonly Pick<ContractOperation, 'access' | 'method'>[],
): CrossOrigin {
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
  const isAllowed = (origin = '') => origins === '*' || origins.includes(origin);
  const forAll = origins === '*' ? headersSetBy(allow) : [];
  const ofOrigin = new Map((origins === '*' ? [] : origins).map((origin) => [origin, withoutVary(allow, origin)]));
  return {
    vary: origins === '*' ? null : 'Origin',
    headersFor: (origin) => (origin === undefined ? forAll : (ofOrigin.get(origin) ?? forAll)),
    preflight: (request, response, next) => {
      if (request.method !== 'OPTIONS') next();
      else if (isAllowed(request.headers.origin)) allow(request, response, next);
      else response.status(204).end();
    },
  };
}

/** Vary is said of every answer, whatever its origin. */
function withoutVary(allow: RequestHandler, origin: string): string[] {
  const pairs = headersSetBy(allow, { origin });
  return pairs.filter((_, i) => pairs[i - (i % 2)] !== 'Vary');
}
