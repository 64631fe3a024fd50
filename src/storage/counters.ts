import type { PredictionCharges } from './predictionCharges';

/** What is counted on every request. */
export interface Counters {
  /** Requests by account, and by client address: addresses are anybody's to invent, theirs are cleaned and bounded. */
  readonly accounts: AccountCounter;
  readonly addresses: RequestCounter;
  /** Requests that this program makes, by provider of prices. */
  readonly providers: RequestCounter;
  readonly predictions: PredictionCharges;
}

export interface RequestCounter {
  /** Counts a request, unless one of the windows is full: then nothing is counted in either. */
  count(subject: string, at: Moment, quota: Quota): Promise<Counted>;
  /** What was used, without counting. */
  usage(subject: string, at: Moment): Promise<Usage>;
  /** Removes subjects last seen before a day and, of more than `most`, those not seen for longest. */
  prune(before: number, most: number): Promise<void>;
}

/** Of accounts it is also known what they asked for on days that are over. */
export interface AccountCounter extends RequestCounter {
  /** Requests by UTC day, from a day on, oldest first; days without any are left out, and those long ago. */
  days(subject: string, from: number): Promise<CountedDay[]>;
}

/** What was counted on a UTC day, counted since 1970. */
export interface CountedDay {
  readonly day: number;
  readonly count: number;
}

/** An instant at which something is counted. */
export interface Moment {
  /** By the clock of this process, epoch milliseconds. */
  readonly now: number;
  /**
   * Milliseconds that this clock runs ahead of the machine's; null = it stands still. Machines that count together go by one
   * clock, that of the database, and as far ahead of it; a clock that stands still is gone by as it is.
   */
  readonly ahead: number | null;
}

/** A UTC minute and a UTC day, counted since 1970. */
export interface Windows {
  readonly minute: number;
  readonly day: number;
}

/** Most requests in each window, at least 1. */
export interface Quota {
  readonly perMinute: number;
  readonly perDay: number;
}

/**
 * The windows in force for a subject and what was used of them. The later of the stored and the clock's are in force, so
 * that a clock that steps back gives nobody a fresh one; a stored one is never further ahead than the clock's next.
 */
export interface Usage extends Windows {
  readonly minuteCount: number;
  readonly dayCount: number;
  /** The instant it was counted at, by the clock gone by; epoch milliseconds. */
  readonly now: number;
}

export interface Counted extends Usage {
  /** Whether the request had room in both windows and was counted. */
  readonly allowed: boolean;
}
