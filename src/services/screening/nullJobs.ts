import type { DetectionRequest } from '../../core/detection/plan';
import type { Snapshot } from '../../engine/snapshot';
import type { NullJob } from '../../engine/tasks/rotations';
import type { NullDistributionPayload } from '../../queue/queues';
import { sha256 } from '../../storage/canonical';

type Searches = NullJob['searches'];

/** The payload of a null distribution's job: symbols by id, and a hash of their prices. */
export function nullJobPayload(key: string, { dataVersion, searches }: NullJob): NullDistributionPayload {
  return {
    key,
    dataVersion,
    contents: pricesHash(searches),
    searches: searches.map(({ symbols, ...search }) => ({ ...search, symbols: symbols.map(({ id }) => id) })),
  };
}

/** The search of a job over the current prices; null when the prices have changed since the job was sent. */
export function nullJobFrom(
  snapshot: Snapshot,
  { dataVersion, contents, searches: sent }: NullDistributionPayload,
): NullJob | null {
  const searches = sent.map(({ symbols, request, alsoHold }) => ({
    symbols: symbols.flatMap((id) => snapshot.symbols.get(id) ?? []),
    // As `nullJobPayload` wrote it: it is plain JSON.
    request: request as DetectionRequest,
    alsoHold,
  }));
  return pricesHash(searches) === contents ? { dataVersion, searches } : null;
}

/** The prices of all symbols, as a hash. */
function pricesHash(searches: Searches): string {
  return sha256(...searches.map(({ symbols }) => `${symbols.map(({ hash }) => hash).join()}\n`));
}
