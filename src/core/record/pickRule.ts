import type { Day } from '../calendar/dates';
import { type Rankable, rankingBy } from '../detection/ranking';
import { P_LEVELS, type Significance } from '../significance/significance';
import { isNeutral } from '../window/edge';
import type { Direction } from '../window/window';
import type { NamedSetup, RandomDatesFigures, ScoredPick } from './ledger';
import type { CountedPick } from './trackRecord';

/** Markets, holds and lookback of the daily pick's scan: `GET /scan` with these parameters gives the same cards. */
export const PICK_SCAN = {
  window: 'now',
  minHold: 10,
  maxHold: 90,
  years: 10,
  cycle: 'consecutive',
} as const;

/** Hour in New York from which a session's pick is made, before any close. */
export const PICK_HOUR = 10;

/** The fields of an earlier pick that the next one depends on. */
export interface EarlierPick {
  readonly symbol: string;
  readonly direction: Direction;
  /** Last calendar day of its window. */
  readonly exit: Day;
}

/**
 * Whether a setup repeats an open pick: the same symbol and direction, whose window is not over on the first day that may
 * be entered on. Depends on dates alone, so that anyone can check it against the record.
 *
 * @param start first day that may be entered on
 */
export function isStillOpen(
  { symbol, direction }: Pick<EarlierPick, 'symbol' | 'direction'>,
  earlier: readonly EarlierPick[],
  start: Day,
): boolean {
  return earlier.some((pick) => pick.symbol === symbol && pick.direction === direction && pick.exit >= start);
}

/**
 * Whether a setup may be picked: it is not neutral, and its p_symbol is at most .05 (METHOD 9).
 */
export function mayBePicked({ edgeScore, evidence, significance }: Rankable): boolean {
  return !isNeutral(edgeScore, evidence) && beatsChance(significance);
}

/** Whether p_symbol is known and at most .05 (METHOD 9). */
export function beatsChance({ pSymbol }: Pick<Significance, 'pSymbol'>): boolean {
  return pSymbol !== null && pSymbol <= P_LEVELS.significant;
}

/**
 * The daily pick: among the rows that may be picked, the highest edge score; then the higher win probability of the model;
 * then the order of METHOD 5. Null when none may be picked.
 *
 * @param rows verified setups of the pool, the first 50 by detection, without those that are still open
 */
export function choosePick<Row extends Rankable>(rows: readonly Row[]): Row | null {
  const eligible = rows.filter(mayBePicked);
  const [best] = eligible.sort(
    (a, b) => b.edgeScore - a.edgeScore || (b.mlWinProb ?? -1) - (a.mlWinProb ?? -1) || rankingBy('edge')(a, b),
  );
  return best ?? null;
}

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
