import type { RequestListener } from 'node:http';
import { askInProcess } from '../http/inProcess';
import type { CallV1 } from './call';

/** What a request of a tool inherits from the request that called the tool. */
export interface Origin {
  /** Of the connection. */
  readonly remoteAddress: string | undefined;
  /** Credentials, what proxies said of the client, and the request id. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sends the requests of tools through the whole front door of this process: the same middleware, the same counting. */
export function localCalls(listener: RequestListener, origin: Origin): CallV1 {
  return async (asked, signal) => {
    const { status, headers, text } = await askInProcess(listener, { ...asked, ...origin }, signal);
    const retryAfter = headers['retry-after'];
    return { status, body: JSON.parse(text), retryAfter: retryAfter === undefined ? null : Number(retryAfter) };
  };
}
