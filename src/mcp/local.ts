import type { RequestListener } from 'node:http';
import type { RateReading } from '../access/rate';
import { ApiError } from '../errors';
import { injectInto } from '../http/inject';
import type { CallV1 } from './call';

/** What a request of a tool inherits from the request that called the tool. */
export interface Origin {
  /** Of the connection. */
  readonly remoteAddress: string | undefined;
  /** Credentials, what proxies said of the client, and the request id. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Pays for one request with a message that has been counted. @throws rateLimited when there is none left */
  readonly pay: () => RateReading | null;
}

/** Sends the requests of tools through the whole front door of this process: the same middleware, counted once. */
export function localCalls(listener: RequestListener, { pay, ...origin }: Origin): CallV1 {
  return async (asked, signal) => {
    let prepaidRate: RateReading | null;
    try {
      prepaidRate = pay();
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      return { status: refused.status, body: refused.body, retryAfter: refused.retryAfter ?? null };
    }
    const { method, url, body } = asked;
    const sent = { method, url, payload: body as object | undefined, ...origin, locals: { prepaidRate } };
    const { statusCode, headers, payload } = await injectInto(listener, sent, signal);
    const retryAfter = headers['retry-after'];
    const seconds = retryAfter === undefined ? null : Number(retryAfter);
    return { status: statusCode, body: JSON.parse(payload), retryAfter: seconds };
  };
}
