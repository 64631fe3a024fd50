import { createHash } from 'node:crypto';
import { DAY_MS, fromIso } from '../calendar/dates';
import { compareTexts } from '../parts';
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

/** Most setups of one run that a calendar follows, best first. */
export const MOST_FOLLOWED = 100;
/** Most entries of a calendar, those that are over or cancelled included. */
const MOST_KEPT = 500;
/** Days for which a calendar keeps entries that are over or cancelled. */
export const KEPT_DAYS = 30;

/** A setup as a calendar shows it. */
export interface CalendarPattern extends Omit<NamedSetup, 'edge_score'>, Pick<NotedPattern, 'analyze_url'> {
  /** Name of the symbol; its ticker without one. */
  readonly name: string;
  /** First session of the window and last one, `YYYY-MM-DD`: the days to trade on. */
  readonly entry_session: string;
  readonly exit_session: string;
  /** SPEC 2.2. */
  readonly neutral: boolean;
  /** The verdict of its card, which contains no price. */
  readonly verdict: string;
}

/** A setup in the calendar of a saved scan, from one daily run to the next. */
export interface CalendarEntry extends CalendarPattern {
  /** Unique among all calendars; never changes. */
  readonly uid: string;
  /** Increases when the entry's days move, when it is cancelled, and when it returns. */
  readonly sequence: number;
  readonly cancelled: boolean;
  /** Whether the prices were the sandbox's. */
  readonly simulated: boolean;
  /** Instants, ISO 8601. */
  readonly made_at: string;
  readonly changed_at: string;
}

/** A run of a saved scan, as input of its calendar. */
export interface FollowedRun {
  readonly scanId: string;
  readonly at: Date;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly simulated: boolean;
  /** The setups found, best first. */
  readonly found: readonly CalendarPattern[];
}

/**
 * Updates a calendar with one more run. A setup that is found again before its entry keeps its entry, with its new days,
 * even if it was cancelled; one that is not found is cancelled. Entries whose window has begun stay as they are. When the
 * sandbox has ended, all entries over its prices are cancelled.
 *
 * @returns by entry session, of bounded length
 */
export function followed(former: readonly CalendarEntry[], run: FollowedRun): CalendarEntry[] {
  const at = run.at.toISOString();
  const upcoming = run.found.slice(0, MOST_FOLLOWED).filter(({ entry_session }) => entry_session >= run.today);
  const isOpen = (entry: CalendarEntry) => entry.simulated === run.simulated && entry.entry_session >= run.today;
  const open = former.filter(isOpen);
  const matched = matches(open, upcoming);
  const over = former.filter((entry) => !isOpen(entry));
  const kept = over.filter(({ simulated }) => simulated === run.simulated);
  const gone = [
    ...over.filter(({ simulated }) => simulated !== run.simulated),
    ...open.filter((entry) => !matched.has(entry)),
  ];
  const matchedPatterns = new Set(matched.values());
  const usedUids = new Set(former.map(({ uid }) => uid));
  const added = upcoming
    .filter((pattern) => !matchedPatterns.has(pattern))
    .map((pattern): CalendarEntry => {
      const uid = newUid(run.scanId, pattern, usedUids);
      const made = { sequence: 0, cancelled: false, simulated: run.simulated, made_at: at, changed_at: at };
      return { ...pattern, uid, ...made };
    });
  const updated = [...matched].map(([entry, pattern]) =>
    changed(entry, { ...entry, ...pattern, cancelled: false }, at),
  );
  const cancelled = gone.map((entry) => changed(entry, { ...entry, cancelled: true }, at));
  return bounded([...kept, ...updated, ...cancelled, ...added], run);
}

/** Matches entries with patterns: of the same market, symbol and direction those with the nearest entry dates. */
function matches(
  open: readonly CalendarEntry[],
  patterns: readonly CalendarPattern[],
): Map<CalendarEntry, CalendarPattern> {
  const pairs = patterns.flatMap((pattern) =>
    open
      .filter((entry) => setupOf(entry) === setupOf(pattern))
      .map((entry) => ({ entry, pattern, apart: Math.abs(fromIso(entry.entry_date) - fromIso(pattern.entry_date)) })),
  );
  const result = new Map<CalendarEntry, CalendarPattern>();
  const matched = new Set<CalendarPattern>();
  // Of equally near entries, one that still stands goes before a cancelled one.
  const order = (a: (typeof pairs)[number], b: (typeof pairs)[number]) =>
    a.apart - b.apart || Number(a.entry.cancelled) - Number(b.entry.cancelled);
  for (const { entry, pattern } of pairs.sort(order)) {
    if (result.has(entry) || matched.has(pattern)) continue;
    result.set(entry, pattern);
    matched.add(pattern);
  }
  return result;
}

function setupOf({ market, symbol, direction }: CalendarPattern): string {
  return `${market} ${symbol} ${direction}`;
}

/** The entry with its new content. `sequence` increases only for a change of days or of cancellation. */
function changed(former: CalendarEntry, now: CalendarEntry, at: string): CalendarEntry {
  if (JSON.stringify(former) === JSON.stringify(now)) return former;
  const isRevised =
    former.cancelled !== now.cancelled ||
    former.entry_session !== now.entry_session ||
    former.exit_session !== now.exit_session;
  return { ...now, sequence: former.sequence + (isRevised ? 1 : 0), changed_at: at };
}

/** A uid derived from the entry date, numbered because another entry may have begun on the same date. */
function newUid(scanId: string, pattern: CalendarPattern, usedUids: Set<string>): string {
  const text = `${scanId} ${setupOf(pattern)} ${pattern.entry_date}`;
  for (let n = 0; ; n++) {
    const uid = createHash('sha256').update(`${text} ${n}`).digest('hex').slice(0, 32);
    if (usedUids.has(uid)) continue;
    usedUids.add(uid);
    return uid;
  }
}

/** Drops entries that were over or cancelled long ago, and beyond `MOST_KEPT` cancelled and early-ending ones first. */
function bounded(entries: readonly CalendarEntry[], { at, today }: FollowedRun): CalendarEntry[] {
  const longAgo = new Date(at.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  const isKept = (entry: CalendarEntry) => !isOver(entry, today) && !(entry.cancelled && entry.changed_at < longAgo);
  return entries
    .filter(isKept)
    .sort((a, b) => Number(a.cancelled) - Number(b.cancelled) || compareTexts(b.exit_session, a.exit_session))
    .slice(0, MOST_KEPT)
    .sort((a, b) => compareTexts(a.entry_session, b.entry_session) || compareTexts(a.uid, b.uid));
}

/** Whether a pattern ended more than `KEPT_DAYS` ago. @param today `YYYY-MM-DD` */
export function isOver({ exit_session }: Pick<CalendarPattern, 'exit_session'>, today: string): boolean {
  return fromIso(exit_session) + KEPT_DAYS < fromIso(today);
}
