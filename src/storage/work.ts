import { isProcessGone, processName } from '../processName';

/**
 * Work that one process does for all: jobs of the day, trainings. One process at a time works on a name, and each occurrence
 * is done once; what fails is tried again after pauses that grow, by any process.
 */
export interface WorkOnce {
  /**
   * Does what waits under a name, unless another process does. What a process left unfinished when it ended is done again:
   * where this is called every 15 s, some 30 s after its end.
   *
   * @param due names an occurrence, the same in every process; one that was done is not done again. Null = only what waits
   * @param work gets the last occurrence that waits, and does those before it with it. It may run twice where a process
   *   ends before it could store that it was done: running twice must change nothing
   * @throws what `work` throws, once that is stored; DatabaseAwayError
   */
  run(name: string, due: string | null, work: (due: string) => Promise<void>): Promise<void>;
}

/** The processes that use the same data: what a process holds is free once it has ended. */
export interface Presence {
  /** A name that no process has had before, for what this process holds until it releases it or ends. */
  name(): Promise<string>;
  /** Whether the process of a name has ended. False while it is unknown, and for some seconds after the end: ask again. */
  isGone: IsGone;
}

export type IsGone = (holder: string) => Promise<boolean>;

/** Each process does by itself what is due: doing it twice changes nothing, and one machine runs few processes. */
export const OWN_WORK: WorkOnce = {
  async run(_name, due, work) {
    if (due !== null) await work(due);
  },
};

/** Processes by their ids: all that share a file run on one machine. */
export const MACHINE_PRESENCE: Presence = {
  name: async () => processName(),
  isGone: async (name) => isProcessGone(name),
};
