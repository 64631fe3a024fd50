import type { JobSender } from '../queue/queue';

/** What follows new prices, sooner than its schedule: scores, saved scans, null distributions, notices of stale markets. */
const FOLLOW_UPS = ['daily-pick', 'due-saved-scans', 'prepare-nulls', 'stale-markets'] as const;

/** Has the services over these prices follow them up. Call once an import, a feed or an undo has stored them. */
export async function sendFollowUps(queue: JobSender): Promise<void> {
  for (const name of FOLLOW_UPS) await queue.send(name, {}, { key: name });
}
