import type { Caller } from '../../access/caller';
import { inScope } from '../../access/scope';
import type { NotedPattern } from '../../core/record/scanChanges';
import type { Output } from '../../operation';
import type { RecordedScanRun } from '../../storage/scanRuns';
import type { ServiceDeps } from '../screening/deps';
import { owned, runHead } from './savedScans';

/** Which of a scan's runs: those before one, and how many. */
export interface RequestedRuns {
  /** Id of a run; null = from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

/** What the last runs of a saved scan found, as far as the caller's markets reach. @throws not_found */
export async function scanChangesOf(
  deps: Pick<ServiceDeps, 'savedScans'>,
  caller: Caller,
  id: string,
  { before, limit }: RequestedRuns,
): Promise<Output<'listScanChanges'>> {
  const { id: scanId } = await owned(deps, caller, id);
  // One more than is shown tells whether there are others.
  const runs = await deps.savedScans.runs.of(scanId, before, limit + 1);
  const shown = runs.slice(0, limit);
  return {
    saved_scan_id: scanId,
    runs: shown.map((run) => report(caller, run)),
    next_before: runs.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

function report(caller: Caller, { changes, ...run }: RecordedScanRun) {
  const seen = <P extends NotedPattern>(patterns: readonly P[] = []) =>
    patterns.filter(({ market }) => inScope(caller, market));
  return {
    ...runHead(run),
    compared: changes?.compared ?? false,
    found_count: changes?.foundCount ?? null,
    added: seen(changes?.added),
    gone: seen(changes?.gone),
    entering: seen(changes?.entering),
  };
}
