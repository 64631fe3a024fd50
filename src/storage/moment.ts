/** An instant at which something is counted. */
export interface Moment {
  /** By the clock of this process, epoch milliseconds. */
  readonly now: number;
  /**
   * Milliseconds that this clock runs ahead of the machine's; null = it stands still. Machines that count together use the
   * clock of the database; a clock that was set or stands still is used as it is.
   */
  readonly ahead: number | null;
}
