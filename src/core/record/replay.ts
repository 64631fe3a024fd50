import type { Direction } from '../window/window';
import type { RandomDatesFigures, ScoredPick } from './ledger';
import type { CountedPick } from './trackRecord';

/**
 * The rule of the daily pick over sessions that are past. Nothing of it is ever part of the record: it was chosen afterwards, if
 * only with what was known before. Dates are `YYYY-MM-DD`.
 */

/** What the rule chose at a session, with what was known the day before. */
export interface ReplayedChoice {
  readonly session: string;
  /** Last day whose prices were used; null without any. */
  readonly as_of: string | null;
  /** Null when there was no card to pick. */
  readonly pick: ReplayedPick | null;
  /** Why there was none; null with a pick. */
  readonly reason: string | null;
}

export interface ReplayedPick {
  readonly symbol: string;
  /** Market id. */
  readonly market: string;
  readonly direction: Direction;
  readonly entry_date: string;
  readonly exit_date: string;
  /** Calendar days, entry day included. */
  readonly hold_days: number;
  readonly edge_score: number;
}

/** A choice, and how it ended by the prices there are. */
export interface ReplayedSession extends ReplayedChoice {
  readonly replay: true;
  /** Null without a pick, and while it is open at the end of the prices. */
  readonly outcome: ScoredPick | null;
  /** What it is held against (METHOD 9); null until that is known, or without a whole window. */
  readonly random_dates: RandomDatesFigures | null;
}

/** The picks of a replay as a track record counts them, in the order of their sessions. */
export function countedReplay(sessions: readonly ReplayedSession[]): CountedPick[] {
  return sessions.flatMap(({ session, pick, outcome, random_dates: figures }) =>
    pick === null
      ? []
      : [
          {
            pick: { ...pick, session },
            outcome,
            randomDates: figures && { figures },
            returnPct: outcome === null ? null : outcome.return_pct,
            result: outcome === null ? 'open' : outcome.result,
            corrected: false,
          },
        ],
  );
}
