/** Stored data that are not what was written: changed outside this program, or on a disk that lost them. */
export class DamagedDataError extends Error {
  override readonly name: string = 'DamagedDataError';
}

/** Stored prices of one symbol that are damaged or gone. */
export class CorruptPricesError extends DamagedDataError {
  override readonly name: string = 'CorruptPricesError';

  constructor(
    readonly symbol: string,
    detail: string,
  ) {
    super(`stored prices of ${symbol} are damaged: ${detail}`);
  }
}

/** Stored prices of one symbol that are as they were written, with a price among them that no statistics can be made of. */
export class UncomputablePricesError extends CorruptPricesError {
  override readonly name = 'UncomputablePricesError';

  /** @param date of the first such price, YYYY-MM-DD */
  constructor(
    symbol: string,
    readonly date: string,
  ) {
    super(symbol, `a price of ${date} is none that can be computed with`);
  }
}

/** A stored record that is not as it was written. `npm run ledger -- verify` names every one. */
export class LedgerDamagedError extends DamagedDataError {
  override readonly name = 'LedgerDamagedError';
}

/**
 * Why a database is away: nothing answers, it lets nobody in now, it has no room for more, its answer does not come, or a newer
 * version of this program has migrated it.
 */
export type AwayReason =
  | 'database_unreachable'
  | 'database_refuses'
  | 'database_full'
  | 'database_slow'
  | 'database_newer';

/**
 * The database cannot be reached, refuses this program for now, or did not answer in time. What was asked of it may have
 * been done all the same.
 */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';

  constructor(
    readonly reason: AwayReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A database that this program cannot work with. What is said of it names what to do. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

/** A record would be dated before the one that precedes it: the clock has been set back. */
export class LedgerClockError extends Error {
  override readonly name = 'LedgerClockError';
}

/** A symbol is asked of another provider already: two would undo each other's work. */
export class FeedTakenError extends Error {
  override readonly name = 'FeedTakenError';

  constructor(
    readonly ticker: string,
    readonly provider: string,
    readonly marketId: string,
  ) {
    super(`${ticker} is in the feed ${provider} of market ${marketId} already`);
  }
}

/** The only operator that is left would be suspended: nobody could resume anything from a page. */
export class LastOperatorError extends Error {
  override readonly name = 'LastOperatorError';
  readonly code = 'LAST_OPERATOR';

  constructor() {
    super('it is the only operator that is left: make another one first');
  }
}
