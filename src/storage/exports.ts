export const EXPORT_STATES = ['queued', 'running', 'ready', 'failed', 'expired', 'cancelled'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];
export type ExportStage = 'significance' | 'patterns';

/** A symbol that an export could not look at. */
export interface ExportFailure {
  readonly symbol: string;
  /** For a person. */
  readonly reason: string;
}

/** The file of an export that is ready. */
export interface ExportFile {
  readonly rows: number;
  /** Bytes. */
  readonly size: number;
  /** Of all of it, hexadecimal. */
  readonly sha256: string;
}

/** A bulk export: what was asked, how far it is, and what became of it. */
export interface ExportJob {
  readonly id: string;
  readonly accountId: number;
  readonly state: ExportState;
  /** As JSON, the same text for the same request. */
  readonly request: string;
  readonly createdAt: Date;
  /** Of the prices it is made from; null before it is begun. */
  readonly dataVersion: string | null;
  readonly progress: ExportProgress;
  readonly finishedAt: Date | null;
  /** When its file goes; null where there is none yet. */
  readonly expiresAt: Date | null;
  readonly failures: readonly ExportFailure[];
  /** Why it failed, or what became of its file; for a person. */
  readonly note: string | null;
  readonly file: ExportFile | null;
}

/** How far an export is. */
export interface ExportProgress {
  /** Null before it is begun. */
  readonly stage: ExportStage | null;
  /** Symbols. */
  readonly done: number;
  readonly total: number;
}

/** A request for an export. */
export interface ExportAsked extends Pick<ExportJob, 'id' | 'accountId' | 'request' | 'createdAt'> {
  /** Of the prices that there are; null where that is not known. */
  readonly dataVersion: string | null;
}

/** How much there may be, beyond which nothing new is taken on. */
export interface ExportLimits {
  /** Exports that an account may ask for since `since`. */
  readonly perDay: number;
  readonly since: Date;
  /** Of an account, queued and running. */
  readonly underWay: number;
  /** Of all accounts, queued and running. */
  readonly waiting: number;
  /** Of all files. */
  readonly bytes: number;
}

/** What became of a request for an export: the job, an equal one that there is, or which limit was met. */
export type ExportCreated = { readonly job: ExportJob } | { readonly limit: keyof Omit<ExportLimits, 'since'> };

/** What a process takes upon itself. */
export interface ExportClaim {
  readonly holder: string;
  readonly now: Date;
  /** When the claim lapses, should the process die meanwhile. */
  readonly until: Date;
}

/** What is said of a job while it is worked on. */
export interface ExportTold extends ExportProgress {
  readonly dataVersion: string;
  readonly until: Date;
}

/** How a job ends. */
export type ExportEnd =
  | {
      readonly state: 'ready';
      readonly file: ExportFile;
      readonly failures: readonly ExportFailure[];
      readonly expiresAt: Date;
    }
  | { readonly state: 'failed'; readonly note: string };

/** Bulk exports and their files. A file is there from the moment on at which its job is ready. */
export interface ExportStore {
  /**
   * Takes a new export on, unless a limit is met. An equal one of the account that is queued or running, or whose file was
   * made of these prices and is there yet, is answered in its place, and counts against no limit.
   */
  create(job: ExportAsked, limits: ExportLimits): Promise<ExportCreated>;
  /** How many an account has asked for since a moment. */
  askedSince(accountId: number, since: Date): Promise<number>;
  /** Of an account, newest first. */
  of(accountId: number): Promise<ExportJob[]>;
  find(accountId: number, id: string): Promise<ExportJob | null>;
  /**
   * The next export for a process: of those that wait, or that a process left which has ended, the first of the account with
   * the fewest under way and, among equals, for which the longest time none was made. What had been written of its file is
   * gone. One that several processes ended at fails. Null when there is nothing to do.
   *
   * @param isGone as `Presence.isGone`
   */
  claim(claim: ExportClaim, isGone: (holder: string) => Promise<boolean>): Promise<ExportJob | null>;
  /** Says how far a job is, and holds on to it. False when it is the holder's no more, or not wanted any more. */
  tell(id: string, holder: string, told: ExportTold): Promise<boolean>;
  /** Keeps the next part of the file. False as with `tell`. */
  write(id: string, holder: string, seq: number, content: Buffer): Promise<boolean>;
  /** Ends a job. False as with `tell`: nothing is kept then. */
  finish(id: string, holder: string, end: ExportEnd, at: Date): Promise<boolean>;
  /** Gives a job back unfinished: whoever claims next begins anew. */
  release(id: string, holder: string): Promise<void>;
  /** Calls a job off, or lets its file go. Null when the account has no such job. */
  cancel(accountId: number, id: string, at: Date): Promise<ExportJob | null>;
  /** A part of the file of a job that is ready, in the order in which they were written; null when there is none. */
  block(id: string, seq: number): Promise<Buffer | null>;
  /** Lets files go whose time is over, and forgets jobs made before `before`. */
  prune(now: Date, before: Date): Promise<void>;
}
