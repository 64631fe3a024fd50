/** What requests may take of a database that is elsewhere. */
export interface RequestLimits {
  /** Connections at once. */
  readonly connections: number;
  /** How long a request waits for one answer, milliseconds: for a connection, and on it. */
  readonly waitMs: number;
}
