import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { notFound, unauthorized } from '../errors';

/** Who may read GET /metrics: everybody, programs on this machine, or who sends a token of its own as the bearer. */
export type MetricsAccess = 'open' | 'loopback' | { readonly token: string };

/** Turns away who may not: from elsewhere there is no such page; without the token it is 401. */
export function metricsDoor(access: MetricsAccess): RequestHandler {
  return (request, _response, next) => {
    if (access === 'loopback' && !isFromHere(request)) throw notFound();
    if (typeof access === 'object' && !isSame(request.get('authorization') ?? '', `Bearer ${access.token}`)) {
      throw unauthorized('The token of the metrics is missing or not valid.');
    }
    next();
  };
}

/** A proxy on this machine hands on what others ask, and says so. */
function isFromHere({ socket, headers }: Request): boolean {
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers);
  return !isForwarded && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(socket.remoteAddress ?? '');
}

/** Takes a time that does not tell where they differ. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
