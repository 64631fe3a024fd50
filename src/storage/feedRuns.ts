/** What came of a run, in symbols unless said otherwise. */
export interface FeedRun {
  /** Instants. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The last session that was requested, YYYY-MM-DD. */
  readonly session: string;
  readonly asked: number;
  /** With new prices, or the history anew. */
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly vanished: number;
  readonly held: number;
  /** Not requested: the next run begins with them. */
  readonly left: number;
  /** New rows. */
  readonly rows: number;
  /** Why the run ended early; null when it did not. */
  readonly ended: string | null;
}
