import type { Handlers } from '../operation';
import { latestPick, ledgerPage, pickEvaluation, trackRecord } from '../services/record/dailyPick';
import type { ServiceDeps } from '../services/screening/deps';
import { withTables } from '../services/screening/written';

/** The pick of the day and its record (SPEC 4.14, 4.15). */
export function dailyPickHandlers(deps: ServiceDeps) {
  return {
    /** SPEC 4.14 */
    getDailyPick: ({ view, include }) => latestPick(deps, { view, withChart: include === 'chart' }),
    /** SPEC 4.15 */
    getTrackRecord: withTables(deps.screening, 'getTrackRecord', () => trackRecord(deps)),
    /** The picks one by one, and tests of them. */
    getPickEvaluation: () => pickEvaluation(deps),
    /** A cursor is the position of the last record seen. */
    listLedger: withTables(deps.screening, 'listLedger', ({ cursor, limit }) =>
      ledgerPage(deps, { after: Number(cursor ?? 0), limit }),
    ),
  } satisfies Partial<Handlers>;
}
