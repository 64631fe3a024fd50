/** The result of a feed run. Counts are symbols unless stated otherwise. */
export interface FeedRun {
  /** Instants. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The last session that was requested, YYYY-MM-DD. */
  readonly session: string;
  /** Symbols that were due, including those left for the next run. */
  readonly due: number;
  /** Symbols with new prices or a new history. */
  readonly updated: number;
  /** Updated symbols with a new history. It is 0, like `refused` and `flagged`, in runs that release 1.0.0 stored. */
  readonly restated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly vanished: number;
  readonly held: number;
  /** Not requested in this run; the next run starts with them. */
  readonly left: number;
  /** New rows. */
  readonly rows: number;
  /** Rows that were not stored, without those of sessions that are not over, and rows stored with a warning. */
  readonly refused: number;
  readonly flagged: number;
  /** Why the run ended early; null when it did not. */
  readonly ended: string | null;
}

/** Reads the stored form of a run; `asked` is its name of `due`. */
export function toRun(text: string): FeedRun {
  const { asked, ...run } = JSON.parse(text);
  return { restated: 0, refused: 0, flagged: 0, ...run, due: asked };
}

/** The stored form of a run. */
export function runText({ due, ...run }: FeedRun): string {
  return JSON.stringify({ ...run, asked: due });
}
