import type { RequestHandler } from 'express';
import { forbidden } from '../errors';

export interface GuardSettings {
  /** Public URL of this server. */
  readonly publicUrl: string;
  /** Further host names under which it is reached, without ports. */
  readonly allowedHosts: readonly string[];
  /** Browser origins beside its own. */
  readonly corsOrigins: readonly string[] | '*';
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Protects against DNS rebinding: the Host header must name this server, and an Origin header must be allowed. Programs send
 * no Origin.
 */
export function againstRebinding({ publicUrl, allowedHosts, corsOrigins }: GuardSettings): RequestHandler {
  const publicOrigin = new URL(publicUrl);
  const hosts = new Set([publicOrigin.hostname, ...LOOPBACK, ...allowedHosts].map((host) => host.toLowerCase()));
  return ({ headers: { host, origin } }, _response, next) => {
    if (!hosts.has(nameOf(host))) {
      throw forbidden(
        'The Host header names another host; set PUBLIC_URL or MCP_ALLOWED_HOSTS where it is one of ours.',
      );
    }
    if (
      origin !== undefined &&
      origin !== publicOrigin.origin &&
      corsOrigins !== '*' &&
      !corsOrigins.includes(origin)
    ) {
      throw forbidden('The Origin header names a page that is not allowed; CORS_ORIGINS lists those that are.');
    }
    next();
  };
}

/** `Example.com:8080` -> `example.com`; '' when there is none. */
function nameOf(host: string | undefined): string {
  return (host ?? '').toLowerCase().replace(/:\d*$/, '');
}
