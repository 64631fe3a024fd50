import type { RequestHandler } from 'express';

/** Where RFC 9728 puts the metadata of a protected resource; its path, `/mcp`, is appended. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

export interface ProtectedResource {
  /** The `resource` of token requests (RFC 8707). */
  readonly resource: string;
  readonly issuer: string;
  readonly documentation: string;
}

/** Serves the protected resource metadata (RFC 9728, 3) to every origin. */
export function protectedResource({ resource, issuer, documentation }: ProtectedResource): RequestHandler {
  const metadata = {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: ['openid', 'email'],
    resource_name: 'Perennial, seasonal patterns',
    resource_documentation: documentation,
  };
  return (_request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' }).json(metadata);
  };
}
