/**
 * Work that one process does for all: jobs of the day, trainings. By one at a time for each name, and each occurrence once;
 * what fails is tried again with pauses that grow, by whoever comes to it.
 */
export interface WorkOnce {
  /**
   * Does here what waits of some work, unless another process is at it. What a process was at that ended is done anew:
   * where this is called every 15 s, some 30 s after its end.
   *
   * @param due names an occurrence that is to be done, the same in every process; one that was done is not done again.
   *   Null = only what waits
   * @param work is given the last occurrence that waits, and stands for those before it. It may be done twice where a
   *   process ends before it could say that it was done: it has to be such that this changes nothing
   * @throws what `work` throws, once it is noted; DatabaseAwayError
   */
  run(name: string, due: string | null, work: (due: string) => Promise<void>): Promise<void>;
}

/** Which processes are there, of all that use the same data: what one holds that has ended is free. */
export interface Presence {
  /** A name that nobody ever has had, for what this process holds until it lets go or ends. */
  name(): Promise<string>;
  /**
   * Whether the process of a name has ended. No while it is not known, and for some seconds after its end: ask again.
   */
  isGone: IsGone;
}

export type IsGone = (holder: string) => Promise<boolean>;
