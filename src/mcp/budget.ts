import type { RateReading } from '../access/rate';
import { refuseExceeded } from '../http/rateLimit';

/** Each asks /v1 once, in the name of the message: it is paid for with it. */
const ASKING_V1 = ['tools/call', 'resources/read'];

/** Counts one message of the caller. */
type Count = () => Promise<RateReading | null>;

/** The messages of one POST that are counted, and those among them whose request to /v1 may still be made. */
export class MessageBudget {
  private constructor(
    private left: number,
    private readonly paid: RateReading | null,
    /** What the last count said. */
    private readonly last: RateReading | null,
  ) {}

  /**
   * Counts the messages after the first, which was counted before anything was read.
   *
   * @param first what was left with the first one
   * @throws rateLimited when a budget is spent before the last message. Not where all are calls: an agent reads the
   * refusal of a call where it reads its result, and what has been counted is answered
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

  /** Takes one message. @returns what was left when it was counted @throws rateLimited when none is left */
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
