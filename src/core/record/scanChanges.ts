import type { Direction } from '../window/window';

/** A setup that a saved scan found, as it is noted. */
export interface NotedPattern {
  /** Id of its market. */
  readonly market: string;
  readonly symbol: string;
  readonly direction: Direction;
  /** `YYYY-MM-DD` */
  readonly entry_date: string;
  readonly exit_date: string;
  /** Calendar days, entry day included. */
  readonly hold_days: number;
  readonly edge_score: number;
  /** 0 to 1. */
  readonly historical_win_rate: number;
  readonly years_tested: number;
}

/** `entered`: its entry came; `dropped`: it does not qualify any more, or others took its place. */
export interface GonePattern extends NotedPattern {
  readonly reason: 'entered' | 'dropped';
}

/** What a run of a saved scan found, compared with the one before. */
export interface ScanChanges {
  /** Whether there was one that it can be compared with: without it nothing is new or gone. */
  readonly compared: boolean;
  readonly foundCount: number;
  readonly added: readonly NotedPattern[];
  readonly gone: readonly GonePattern[];
  /** Those entered on the next session. */
  readonly entering: readonly NotedPattern[];
}

/** From day to day a pattern is the same that has the same symbol, direction and entry session: its end may move. */
export function patternKey({ symbol, direction, entry_date }: NotedPattern): string {
  return `${symbol} ${direction} ${entry_date}`;
}

/**
 * What is new and what is gone since the run before.
 *
 * @param former null = there is nothing to compare with
 * @param start first day that the scan looks at, `YYYY-MM-DD`: what was to be entered before is over, not dropped
 * @param entering whether a pattern is entered on the next session
 */
export function scanChanges(
  former: readonly NotedPattern[] | null,
  found: readonly NotedPattern[],
  start: string,
  entering: (pattern: NotedPattern) => boolean,
): ScanChanges {
  const before = new Set((former ?? found).map(patternKey));
  const now = new Set(found.map(patternKey));
  const gone = (former ?? []).filter((pattern) => !now.has(patternKey(pattern)));
  return {
    compared: former !== null,
    foundCount: found.length,
    added: found.filter((pattern) => !before.has(patternKey(pattern))),
    gone: gone.map((pattern) => ({ ...pattern, reason: pattern.entry_date < start ? 'entered' : 'dropped' })),
    entering: found.filter(entering),
  };
}
