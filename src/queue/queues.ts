/** The payloads by queue; stored as JSON. */
export interface JobPayloads {
  /** Fetches the prices that the symbols of a feed lack. */
  readonly feed: { readonly feedId: number };
  readonly export: { readonly id: string };
  /** A search over shuffled calendars (METHOD 9). */
  readonly 'null-distribution': NullDistributionPayload;
  /** Makes the due deliveries of a webhook endpoint, in order. */
  readonly delivery: { readonly endpointId: string };
  /** Finds endpoints with deliveries that are due. */
  readonly 'due-deliveries': object;
  readonly 'saved-scan': { readonly scanId: string };
  /** Finds saved scans whose prices have changed. */
  readonly 'due-saved-scans': object;
  /** Extends the sandbox to yesterday, scores open picks, and makes the pick of the day. */
  readonly 'daily-pick': object;
  readonly train: object;
  /** Replays the daily pick over the sandbox. */
  readonly 'sandbox-replay': object;
  /** Sends the null distributions that the first requests of a day need. */
  readonly 'prepare-nulls': object;
  /** Measures what came true in markets whose study is missing or out of date. */
  readonly 'came-true': object;
  readonly 'stale-markets': object;
  /** Deletes rows whose retention period is over. */
  readonly prune: object;
}

export interface NullDistributionPayload {
  /** Key of the result in storage. */
  readonly key: string;
  /** As `KeyedNullDistribution.dataVersion`. */
  readonly dataVersion: string;
  /** Hash of the prices it is computed over. */
  readonly contents: string;
  readonly searches: readonly {
    readonly symbols: readonly number[];
    readonly request: object;
    /** As `NullJob`. */
    readonly alsoHold?: number;
  }[];
}

export type QueueName = keyof JobPayloads;

export interface QueueSettings {
  /** Concurrent jobs of one process. */
  readonly concurrency: number;
  /** Concurrent jobs of one account, over all processes. */
  readonly perAccount: number;
  /** Runs before a job has failed, including runs whose process ended. */
  readonly attempts: number;
}

const ONE: QueueSettings = { concurrency: 1, perAccount: 1, attempts: 5 };

export const QUEUES: Readonly<Record<QueueName, QueueSettings>> = {
  feed: ONE,
  // The last attempt only records that the export failed (src/jobs/exports.ts).
  export: { ...ONE, attempts: 4 },
  // The widest search takes minutes, and must not hold up those of other accounts.
  'null-distribution': { ...ONE, concurrency: 2 },
  delivery: { concurrency: 8, perAccount: 2, attempts: 5 },
  'due-deliveries': ONE,
  'saved-scan': ONE,
  'due-saved-scans': ONE,
  'daily-pick': ONE,
  train: { ...ONE, attempts: 3 },
  'sandbox-replay': ONE,
  'prepare-nulls': ONE,
  'came-true': ONE,
  'stale-markets': ONE,
  prune: ONE,
};

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** Without a heartbeat for this long, a process loses its job to another one. */
export const LEASE_MS = 30_000;
export const HEARTBEAT_MS = 10_000;
/** The pause after a failed run doubles each time, with jitter. */
export const FIRST_PAUSE_MS = 5_000;
export const MAX_PAUSE_MS = 3_600_000;
/** Retention of completed occurrences, and of failed and cancelled jobs. */
export const OCCURRENCE_KEPT_MS = 3 * 24 * 3_600_000;
export const FAILED_KEPT_MS = 14 * 24 * 3_600_000;

/** Error of a job whose process sent no heartbeat for `LEASE_MS`. */
export const LEASE_LOST = 'the process that ran the job ended or hung';
