import type { RequestHandler } from 'express';

/** The dates of a deprecated operation, `YYYY-MM-DD`. */
export interface Deprecation {
  /** Date of the deprecation. */
  readonly since: string;
  /** Date of the removal. */
  readonly sunset: string;
}

/** The deprecation of an operation; null = none. `npm run generate` checks the period between the dates. */
export function deprecationOf(operation: Readonly<Record<string, unknown>>): Deprecation | null {
  if (operation.deprecated !== true) return null;
  return { since: String(operation['x-deprecated-since']), sunset: String(operation['x-sunset']) };
}

/**
 * Sets the headers Deprecation (RFC 9745), Sunset (RFC 8594) and Link on the answers of a deprecated operation.
 *
 * @param reference URL of the documentation of the operation
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
