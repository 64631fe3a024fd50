import type { RequestHandler } from 'express';
import { forbidden } from '../errors';

export interface GuardSettings {
  /** Where clients reach this server. */
  readonly publicUrl: string;
  /** Further host names under which it is reached, without ports. */
  readonly allowedHosts: readonly string[];
  /** Browser origins beside its own. */
  readonly corsOrigins: readonly string[] | '*';
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests that a browser was led into by a name that resolves to this server (DNS rebinding): the Host must be
 * one of ours, and so must the Origin where there is one. Programs send none.
 */
export function againstRebinding({ publicUrl, allowedHosts, corsOrigins }: GuardSettings): RequestHandler {
  const own = new URL(publicUrl);
  const hosts = new Set([own.hostname, ...LOOPBACK, ...allowedHosts].map((host) => host.toLowerCase()));
  return ({ headers: { host, origin } }, _response, next) => {
    if (!hosts.has(nameOf(host))) {
      throw forbidden(
        'The Host header names another host; set PUBLIC_URL or MCP_ALLOWED_HOSTS where it is one of ours.',
      );
    }
    if (origin !== undefined && origin !== own.origin && corsOrigins !== '*' && !corsOrigins.includes(origin)) {
      throw forbidden('The Origin header names a page that is not allowed; CORS_ORIGINS lists those that are.');
    }
    next();
  };
}

/** `Example.com:8080` -> `example.com`; '' when there is none. */
function nameOf(host: string | undefined): string {
  return (host ?? '').toLowerCase().replace(/:\d*$/, '');
}
