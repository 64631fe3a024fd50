import type { RequestListener } from 'node:http';
import type { RateReading } from '../access/rate';
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
    let prepaidRate: RateReading | null;
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

/** Counts one message of the caller. */
type Count = () => Promise<RateReading | null>;

/** The counted messages of one POST, and how many requests to /v1 they still allow. */
export class MessageBudget {
  private constructor(
    private left: number,
    private readonly lastCounted: RateReading | null,
    /** The reading of the last count. */
    private readonly last: RateReading | null,
  ) {}

  /**
   * Counts the messages after the first, which was counted before the body was read.
   *
   * @param first the reading of the first message
   * @throws rateLimited when a budget is spent before the last message, unless all are calls: a refused call answers
   * with an error that the agent reads, and counted calls are answered
   */
  static async of(messages: readonly unknown[], first: RateReading | null, count: Count): Promise<MessageBudget> {
    let lastCounted = first;
    let last = first;
    let left = isSpent(first) ? 0 : 1;
    while (left > 0 && left < messages.length && !isSpent(last)) {
      last = await count();
      if (!isSpent(last)) {
        left += 1;
        lastCounted = last;
      }
    }
    if (!messages.every(callsV1)) refuseExceeded(last);
    return new MessageBudget(left, lastCounted, last);
  }

  /** Uses one counted message. @returns the reading of its count @throws rateLimited when none is left */
  take(): RateReading | null {
    if (this.left === 0) refuseExceeded(this.last);
    this.left -= 1;
    return this.lastCounted;
  }
}

function isSpent(reading: RateReading | null): boolean {
  return reading !== null && reading.exceeded !== null;
}

function callsV1(message: unknown): boolean {
  const { method } = (message ?? {}) as { readonly method?: unknown };
  return typeof method === 'string' && V1_METHODS.includes(method);
}
