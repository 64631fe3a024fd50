import { createHash } from 'node:crypto';
import type { DetectionRequest } from '../../core/detection/plan';
import type { Snapshot } from '../../engine/snapshot';
import type { NullJob } from '../../engine/tasks/rotations';
import type { NullDistributionPayload } from '../../queue/queues';

type Searches = NullJob['searches'];

/** What the job of a null distribution is sent with: symbols by id, and a hash of their prices. */
export function payloadOf(key: string, { dataVersion, searches }: NullJob): NullDistributionPayload {
  return {
    key,
    dataVersion,
    contents: contentsOf(searches),
    searches: searches.map(({ symbols, request }) => ({ symbols: symbols.map(({ id }) => id), request })),
  };
}

/** The search of a job over the prices that there are now; null where they are not those that it was sent for. */
export function nullJobOf(
  snapshot: Snapshot,
  { dataVersion, contents, searches: sent }: NullDistributionPayload,
): NullJob | null {
  const searches = sent.map(({ symbols, request }) => ({
    symbols: symbols.flatMap((id) => snapshot.symbols.get(id) ?? []),
    // As `payloadOf` wrote it: all of it is JSON.
    request: request as DetectionRequest,
  }));
  return contentsOf(searches) === contents ? { dataVersion, searches } : null;
}

/** The prices of all symbols, as a hash. */
function contentsOf(searches: Searches): string {
  const hash = createHash('sha256');
  for (const { symbols } of searches) hash.update(`${symbols.map(({ hash: own }) => own).join()}\n`);
  return hash.digest('hex');
}
