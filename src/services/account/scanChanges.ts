import type { Caller } from '../../access/caller';
import { inScope } from '../../access/scope';
import type { NotedPattern } from '../../core/record/scanChanges';
import type { Output } from '../../operation';
import type { RecordedScanRun } from '../../storage/scanRuns';
import type { ServiceDeps } from '../screening/deps';
import { ownedScan, runHead } from './savedScans';

/** A page of a scan's runs. */
export interface RequestedRuns {
  /** Id of a run; null = from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

/** The changes found by the last runs of a saved scan, in the caller's markets. @throws not_found */
export async function listScanChanges(
  deps: Pick<ServiceDeps, 'savedScans'>,
  caller: Caller,
  id: string,
  { before, limit }: RequestedRuns,
): Promise<Output<'listScanChanges'>> {
  const { id: scanId } = await ownedScan(deps, caller, id);
  // One extra row tells whether there is a next page.
  const runs = await deps.savedScans.runs.of(scanId, before, limit + 1);
  const shown = runs.slice(0, limit);
  return {
    saved_scan_id: scanId,
    runs: shown.map((run) => report(caller, run)),
    next_before: runs.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

function report(caller: Caller, { changes, ...run }: RecordedScanRun) {
  const inScopeOf = <P extends NotedPattern>(patterns: readonly P[] = []) =>
    patterns.filter(({ market }) => inScope(caller, market));
  return {
    ...runHead(run),
    compared: changes?.compared ?? false,
    found_count: changes?.foundCount ?? null,
    added: inScopeOf(changes?.added),
    gone: inScopeOf(changes?.gone),
    entering: inScopeOf(changes?.entering),
  };
}
