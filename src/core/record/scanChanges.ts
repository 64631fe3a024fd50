import type { NamedSetup } from './ledger';

/** A setup that a saved scan found, as it is stored. */
export interface NotedPattern extends NamedSetup {
  /** 0 to 1. */
  readonly historical_win_rate: number;
  readonly years_tested: number;
  /** As on its card: the request that opens it with the search that found it. Patterns of earlier releases lack it. */
  readonly analyze_url?: string;
  /** SPEC 2.2. Patterns of earlier releases lack it. */
  readonly neutral?: boolean;
}

/** `entered`: its entry date has come; `dropped`: it no longer qualifies, or others took its place. */
interface GonePattern extends NotedPattern {
  readonly reason: 'entered' | 'dropped';
}

/** The findings of a run of a saved scan compared with the run before. */
export interface ScanChanges {
  /** Whether there was a run to compare with; without one nothing is new or gone. */
  readonly compared: boolean;
  readonly foundCount: number;
  readonly added: readonly NotedPattern[];
  readonly gone: readonly GonePattern[];
  /** Patterns entered on the next session. */
  readonly entering: readonly NotedPattern[];
}

/** Identity of a pattern between runs: symbol, direction and entry date. Its end may move. */
export function patternKey({ symbol, direction, entry_date }: NotedPattern): string {
  return `${symbol} ${direction} ${entry_date}`;
}

/**
 * The patterns that are new and gone since the run before.
 *
 * @param former patterns of the run before; null without one
 * @param start first day of the scan's window, `YYYY-MM-DD`: a pattern with an earlier entry is entered, not dropped
 * @param entering whether a pattern is entered on the next session
 */
export function scanChanges(
  former: readonly NotedPattern[] | null,
  patterns: readonly NotedPattern[],
  start: string,
  entering: (pattern: NotedPattern) => boolean,
): ScanChanges {
  const formerKeys = new Set((former ?? patterns).map(patternKey));
  const currentKeys = new Set(patterns.map(patternKey));
  const gone = (former ?? []).filter((pattern) => !currentKeys.has(patternKey(pattern)));
  return {
    compared: former !== null,
    foundCount: patterns.length,
    added: patterns.filter((pattern) => !formerKeys.has(patternKey(pattern))),
    gone: gone.map((pattern) => ({ ...pattern, reason: pattern.entry_date < start ? 'entered' : 'dropped' })),
    entering: patterns.filter(entering),
  };
}
