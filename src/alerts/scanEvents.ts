import { disclaimerFor } from '../answers/phrases';
import { type NotedPattern, patternKey, type ScanChanges } from '../core/record/scanChanges';
import type { SavedScan } from '../storage/savedScans';
import type { NewEvent } from '../storage/webhookEvents';
import { eventOf } from './events';

/** Maximum patterns listed in an event, and maximum `pattern.entering` events of a run. */
const MAX_PATTERNS = 50;

/** When a run happened, and over which prices. */
export interface RunFacts {
  readonly at: Date;
  /** `YYYY-MM-DD` */
  readonly asOf: string;
  readonly simulated: boolean;
  /** Keys of the patterns whose entry an earlier run reported. */
  readonly reported: ReadonlySet<string>;
}

/**
 * The events of a run of a saved scan, for its account. A pattern that left the results because its entry has passed is not a
 * change. The entry of a pattern is reported once, however often its scan runs before the entry.
 */
export function scanEvents(scan: SavedScan, changes: ScanChanges, run: RunFacts): NewEvent[] {
  const { at, asOf, simulated, reported } = run;
  const { id, name, accountId } = scan;
  const shared = { scan_id: id, scan_name: name, as_of: asOf, simulated, disclaimer: disclaimerFor(simulated) };
  const reportable = changes.entering.filter((pattern) => !reported.has(patternKey(pattern)));
  const gone = changes.gone.filter(({ reason }) => reason === 'dropped').map(({ reason: _, ...pattern }) => pattern);
  const changed = changedEvent(changes.added, gone);
  return [...(changed === null ? [] : [changed]), ...reportable.slice(0, MAX_PATTERNS).map(enteringEvent)];

  function changedEvent(added: readonly NotedPattern[], gone: readonly NotedPattern[]): NewEvent | null {
    if (added.length + gone.length === 0) return null;
    const change = {
      ...shared,
      added: added.slice(0, MAX_PATTERNS),
      gone: gone.slice(0, MAX_PATTERNS),
      added_count: added.length,
      gone_count: gone.length,
    };
    const markets = [...new Set([...added, ...gone].map(({ market }) => market))];
    return eventOf('scan.changed', change, { accountId, at, markets, within, withoutNeutral });

    function within(allowed: readonly string[]): NewEvent | null {
      const isAllowed = ({ market }: NotedPattern) => allowed.includes(market);
      return changedEvent(added.filter(isAllowed), gone.filter(isAllowed));
    }

    function withoutNeutral(): NewEvent | null {
      return changedEvent(added.filter(isNotNeutral), gone.filter(isNotNeutral));
    }
  }

  function enteringEvent(pattern: NotedPattern): NewEvent {
    const facts = { accountId, at, markets: [pattern.market] };
    const withoutNeutral = () => (isNotNeutral(pattern) ? entering : null);
    const entering: NewEvent = eventOf('pattern.entering', { ...shared, pattern }, { ...facts, withoutNeutral });
    return entering;
  }
}

/** Patterns stored by earlier releases lack the field. */
function isNotNeutral({ neutral = false }: NotedPattern): boolean {
  return !neutral;
}
