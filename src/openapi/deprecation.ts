import type { RequestHandler } from 'express';

/** An operation that goes. */
export interface Deprecation {
  /** Date from which nobody should begin with it, `YYYY-MM-DD`. */
  readonly since: string;
  /** Date on which it ends, `YYYY-MM-DD`. */
  readonly sunset: string;
}

/** Of the contract; `npm run generate` has checked that there is notice enough. */
export function deprecationOf(operation: Readonly<Record<string, unknown>>): Deprecation | null {
  if (operation.deprecated !== true) return null;
  return { since: String(operation['x-deprecated-since']), sunset: String(operation['x-sunset']) };
}

/**
 * Tells with every answer of an operation that goes: since when (RFC 9745), until when (RFC 8594), and where to read of it.
 *
 * @param reference address of the page that does
 */
export function announceDeprecation(
  { deprecation }: { readonly deprecation: Deprecation | null },
  reference: string,
): RequestHandler[] {
  if (deprecation === null) return [];
  const { since, sunset } = deprecation;
  const announce: RequestHandler = (_request, response, next) => {
    response.set('Deprecation', `@${Date.parse(since) / 1000}`);
    response.set('Sunset', new Date(sunset).toUTCString());
    response.set('Link', `<${reference}>; rel="deprecation"; type="text/html"`);
    next();
  };
  return [announce];
}
