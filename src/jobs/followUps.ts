import type { JobSender } from '../queue/queue';

/** Jobs that new prices start before their schedule: scoring, saved scans, null distributions, what came true, stale markets. */
const FOLLOW_UPS = ['daily-pick', 'due-saved-scans', 'prepare-nulls', 'came-true', 'stale-markets'] as const;

/** Sends the jobs that follow new prices. Called after an import, a feed run or an undo has stored them. */
export async function sendFollowUps(queue: JobSender): Promise<void> {
  for (const name of FOLLOW_UPS) await queue.send(name, {}, { key: name });
}
