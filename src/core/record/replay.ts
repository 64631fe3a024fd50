import type { NamedSetup, RandomDatesFigures, ScoredPick } from './ledger';
import type { CountedPick } from './trackRecord';

/**
 * The rule of the daily pick applied to past sessions. A replay is never part of the record: it is computed afterwards,
 * though only from data of the day before each session. Dates are `YYYY-MM-DD`.
 */

/** The choice of the rule at a session, from data of the day before. */
export interface ReplayedChoice {
  readonly session: string;
  readonly rule_version: number;
  /** Last day whose prices were used; null without any. */
  readonly as_of: string | null;
  /** Null when no card was eligible. */
  readonly pick: NamedSetup | null;
  /** Why there is no pick; null with one. */
  readonly reason: string | null;
}

/** A choice with its outcome by the stored prices. */
export interface ReplayedSession extends ReplayedChoice {
  readonly replay: true;
  /** Null without a pick, and while it is open at the end of the prices. */
  readonly outcome: ScoredPick | null;
  /** The random-date reference (METHOD 9); null until it is known, or without a complete window. */
  readonly random_dates: RandomDatesFigures | null;
}

/** The picks of a replay as a track record counts them, in the order of their sessions. */
export function countedReplay(sessions: readonly ReplayedSession[]): CountedPick[] {
  return sessions.flatMap(({ session, rule_version, pick, outcome, random_dates: figures }) =>
    pick === null
      ? []
      : [
          {
            pick: { ...pick, session, rule_version },
            outcome,
            randomDates: figures && { figures },
            returnPct: outcome === null ? null : outcome.return_pct,
            result: outcome === null ? 'open' : outcome.result,
            corrected: false,
          },
        ],
  );
}
