/** Stored data differ from what was written: they were changed by another program, or the disk is damaged. */
export class DamagedDataError extends Error {
  override readonly name: string = 'DamagedDataError';
}

/** Tables of a database cannot be read. The message names them, and what to do. */
export class DamagedTableError extends DamagedDataError {
  override readonly name = 'DamagedTableError';
}

/** The stored prices of one symbol are damaged or missing. */
export class CorruptPricesError extends DamagedDataError {
  override readonly name: string = 'CorruptPricesError';

  constructor(
    readonly symbol: string,
    detail: string,
  ) {
    super(`stored prices of ${symbol} are damaged: ${detail}`);
  }
}

/** The stored prices of one symbol are intact but contain a price that statistics cannot use. */
export class UncomputablePricesError extends CorruptPricesError {
  override readonly name = 'UncomputablePricesError';

  /** @param date of the first such price, YYYY-MM-DD */
  constructor(
    symbol: string,
    readonly date: string,
  ) {
    super(symbol, `a price of ${date} is not a number that statistics can use`);
  }
}

/** A stored record differs from what was written. `npm run ledger -- verify` names every such record. */
export class LedgerDamagedError extends DamagedDataError {
  override readonly name = 'LedgerDamagedError';
}

/**
 * Why a database is unavailable: it cannot be reached, refuses connections, has no free connection, does not answer in time,
 * has no space left on its disk, has damaged tables, or was migrated by a newer version of this program.
 */
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

export const UNAVAILABLE_REASONS = [
  'database_unreachable',
  'database_refuses',
  'database_full',
  'database_slow',
  'disk_full',
  'database_damaged',
  'database_newer',
] as const;

/**
 * The database cannot be reached, refuses this program for now, or did not answer in time. The statement may have taken
 * effect.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  constructor(
    readonly reason: UnavailableReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A database that this program cannot work with. The message says what to do. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

/** A database that another move began to fill and did not finish. */
export function unfinishedMoveError(): UnusableDatabaseError {
  return new UnusableDatabaseError(
    'a move into it is unfinished; if no move is under way, delete the database and move again',
  );
}

/** A record would be dated before its predecessor, because the clock was set back. */
export class LedgerClockError extends Error {
  override readonly name = 'LedgerClockError';
}

/** Another feed already updates the symbol: two would overwrite each other. */
export class FeedTakenError extends Error {
  override readonly name = 'FeedTakenError';

  constructor(
    readonly ticker: string,
    readonly provider: string,
    readonly marketId: string,
  ) {
    super(`${ticker} is already in the feed ${provider} of market ${marketId}`);
  }
}

/** The change would leave no active operator. */
export class LastOperatorError extends Error {
  override readonly name = 'LastOperatorError';

  constructor() {
    super('this is the last operator: make another account an operator first');
  }
}
