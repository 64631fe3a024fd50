import type { RequestListener } from 'node:http';
import type { RateReading } from '../access/limits';
import { ApiError } from '../errors';
import { injectInto } from '../http/inject';
import { refuseExceeded } from '../http/rateLimit';
import type { CallV1 } from './call';

/** The parts of the calling request that a tool's request inherits. */
export interface Origin {
  /** Remote address of the connection. */
  readonly remoteAddress: string | undefined;
  /** Credentials, forwarding headers and the request id. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The counted messages, each of which pays for one request. */
  readonly budget: MessageBudget;
}

/** Sends the requests of tools through all middleware of this process; each is counted once. */
export function localCalls(listener: RequestListener, { budget, ...origin }: Origin): CallV1 {
  return async (request, signal) => {
    let prepaidRate: RateReading;
    try {
      prepaidRate = budget.take();
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

/** Methods that make one request to /v1, which is charged as the message. */
const V1_METHODS = ['tools/call', 'resources/read'];

/** The counted messages of one POST, each of which pays for one request to /v1. */
export class MessageBudget {
  private used = 0;

  private constructor(
    /** The readings of the messages that were within the limits. */
    private readonly paid: readonly RateReading[],
    /** The reading of the last count. */
    private readonly last: RateReading,
  ) {}

  /**
   * Counts the messages after the first, which was counted before the body was read, until a limit is exceeded.
   *
   * @param first the reading of the first message
   * @param count counts one message
   * @throws rateLimited when a limit is exceeded before the last message, unless all are calls: a refused call answers
   * with an error that the agent reads, and counted calls are answered
   */
  static async of(
    messages: readonly unknown[],
    first: RateReading,
    count: () => Promise<RateReading>,
  ): Promise<MessageBudget> {
    const readings = [first];
    let last = first;
    while (last.exceeded === null && readings.length < messages.length) {
      last = await count();
      readings.push(last);
    }
    if (!messages.every(callsV1)) refuseExceeded(last);
    const paid = readings.filter(({ exceeded }) => exceeded === null);
    return new MessageBudget(paid, last);
  }

  /** Uses one counted message. @returns the reading of the last one @throws rateLimited when none is left */
  take(): RateReading {
    if (this.used === this.paid.length) refuseExceeded(this.last);
    this.used += 1;
    return this.paid.at(-1)!;
  }
}

function callsV1(message: unknown): boolean {
  const { method } = (message ?? {}) as { readonly method?: unknown };
  return typeof method === 'string' && V1_METHODS.includes(method);
}
