/** Stored data that are not what was written: changed outside this program, or on a disk that lost them. */
export class DamagedDataError extends Error {
  override readonly name: string = 'DamagedDataError';
}

/** Stored prices of one symbol that are damaged or gone. */
export class CorruptPricesError extends DamagedDataError {
  override readonly name = 'CorruptPricesError';

  constructor(
    readonly symbol: string,
    detail: string,
  ) {
    super(`stored prices of ${symbol} are damaged: ${detail}`);
  }
}

/** A stored record that cannot be read as one. `npm run ledger -- verify` says where. */
export class LedgerDamagedError extends DamagedDataError {
  override readonly name = 'LedgerDamagedError';
}

/** A record would be dated before the one that precedes it: the clock has been set back. */
export class LedgerClockError extends Error {
  override readonly name = 'LedgerClockError';
}
