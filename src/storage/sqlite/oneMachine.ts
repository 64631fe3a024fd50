import { isProcessGone, processName } from '../../processName';
import type { Presence, WorkOnce } from '../work';

/** Each process does what is due by itself: what is done twice changes nothing, and there are few processes on one machine. */
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
