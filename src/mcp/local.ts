import type { RequestListener } from 'node:http';
import type { RateReading } from '../access/rate';
import { ApiError } from '../errors';
import { injectInto } from '../http/inject';
import type { CallV1 } from './call';

/** The parts of the calling request that a tool's request inherits. */
export interface Origin {
  /** Remote address of the connection. */
  readonly remoteAddress: string | undefined;
  /** Credentials, forwarding headers and the request id. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Charges one request to a counted message. @throws rateLimited when none is left */
  readonly pay: () => RateReading | null;
}

/** Sends the requests of tools through all middleware of this process; each is counted once. */
export function localCalls(listener: RequestListener, { pay, ...origin }: Origin): CallV1 {
  return async (request, signal) => {
    let prepaidRate: RateReading | null;
    try {
      prepaidRate = pay();
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      return { status: refused.status, body: refused.body, retryAfter: refused.retryAfter ?? null };
    }
    const { method, url, body } = request;
    const injected = { method, url, payload: body as object | undefined, ...origin, locals: { prepaidRate } };
    const { statusCode, headers, payload } = await injectInto(listener, injected, signal);
    const retryAfter = headers['retry-after'];
    const seconds = retryAfter === undefined ? null : Number(retryAfter);
    return { status: statusCode, body: JSON.parse(payload), retryAfter: seconds };
  };
}
