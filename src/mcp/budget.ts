import type { RateReading } from '../access/rate';
import { refuseExceeded } from '../http/rateLimit';

/** Methods that make one request to /v1, which is charged as the message. */
const ASKING_V1 = ['tools/call', 'resources/read'];

/** Counts one message of the caller. */
type Count = () => Promise<RateReading | null>;

/** The counted messages of one POST, and how many requests to /v1 they still allow. */
export class MessageBudget {
  private constructor(
    private left: number,
    private readonly paid: RateReading | null,
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
    let paid = first;
    let last = first;
    let left = isSpent(first) ? 0 : 1;
    while (left > 0 && left < messages.length && !isSpent(last)) {
      last = await count();
      if (!isSpent(last)) {
        left += 1;
        paid = last;
      }
    }
    if (!messages.every(asksV1)) refuseExceeded(last);
    return new MessageBudget(left, paid, last);
  }

  /** Uses one counted message. @returns the reading of its count @throws rateLimited when none is left */
  take(): RateReading | null {
    if (this.left === 0) refuseExceeded(this.last);
    this.left -= 1;
    return this.paid;
  }
}

function isSpent(reading: RateReading | null): boolean {
  return reading !== null && reading.exceeded !== null;
}

function asksV1(message: unknown): boolean {
  const { method } = (message ?? {}) as { readonly method?: unknown };
  return typeof method === 'string' && ASKING_V1.includes(method);
}
