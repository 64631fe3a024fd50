import { disclaimerFor } from '../answers/disclaimer';
import { type NotedPattern, patternKey, type ScanChanges } from '../core/record/scanChanges';
import type { SavedScan } from '../storage/savedScans';
import type { NewEvent } from '../storage/webhookEvents';
import { eventOf } from './events';

/** Patterns that one event names, and events that one run sends of patterns that enter. */
const MOST = 50;

/** Of what prices a run was, and when. */
export interface RunFacts {
  readonly at: Date;
  /** `YYYY-MM-DD` */
  readonly asOf: string;
  readonly simulated: boolean;
  /** Keys of patterns of which it was told that they enter, by runs before. */
  readonly told: ReadonlySet<string>;
}

/**
 * What the account of a saved scan is told of a run. A pattern that was entered is no change: it went as it had to. One that
 * enters is told once, however often its scan runs before.
 */
export function scanEvents(scan: SavedScan, changes: ScanChanges, { at, asOf, simulated, told }: RunFacts): NewEvent[] {
  const { id, name, accountId } = scan;
  const shared = { scan_id: id, scan_name: name, as_of: asOf, simulated, disclaimer: disclaimerFor(simulated) };
  const { added } = changes;
  const entering = changes.entering.filter((pattern) => !told.has(patternKey(pattern)));
  const gone = changes.gone.filter(({ reason }) => reason === 'dropped').map(({ reason: _, ...pattern }) => pattern);
  const change = {
    ...shared,
    added: added.slice(0, MOST),
    gone: gone.slice(0, MOST),
    added_count: added.length,
    gone_count: gone.length,
  };
  const changed = added.length + gone.length > 0 ? [eventOf('scan.changed', change, { accountId, at })] : [];
  return [...changed, ...entering.slice(0, MOST).map(enters)];

  function enters(pattern: NotedPattern): NewEvent {
    return eventOf('pattern.entering', { ...shared, pattern }, { accountId, at });
  }
}
