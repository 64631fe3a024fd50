import { createHash } from 'node:crypto';
import { DAY_MS, fromIso } from '../calendar/dates';
import type { NotedPattern } from './scanChanges';

/** Setups of a saved scan that its calendar follows at once, the first that it found. */
export const MOST_FOLLOWED = 100;
/** All that a calendar holds, with what is over or cancelled. */
const MOST_KEPT = 500;
/** Days for which a calendar keeps what was cancelled, and what is over. */
export const KEPT_DAYS = 30;

/** A setup as a calendar tells of it. */
export interface CalendarPattern
  extends Pick<NotedPattern, 'market' | 'symbol' | 'direction' | 'entry_date' | 'exit_date' | 'hold_days'> {
  /** Of the symbol; its ticker where no name is known. */
  readonly name: string;
  /** First session of the window and last one, `YYYY-MM-DD`: the days to trade on. */
  readonly entry_session: string;
  readonly exit_session: string;
  /** SPEC 2.2. */
  readonly neutral: boolean;
  /** The verdict of its card. No price is in it. */
  readonly verdict: string;
}

/** A setup in the calendar of a saved scan, from one daily run to the next. */
export interface CalendarEntry extends CalendarPattern {
  /** Unique among all calendars, the same for good. */
  readonly uid: string;
  /** Grows when its days move, it is cancelled, or comes back. */
  readonly sequence: number;
  readonly cancelled: boolean;
  /** Whether the prices were the sandbox's. */
  readonly simulated: boolean;
  /** Instants, ISO 8601. */
  readonly made_at: string;
  readonly changed_at: string;
}

/** A run of a saved scan, as its calendar follows it. */
export interface FollowedRun {
  readonly scanId: string;
  readonly at: Date;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly simulated: boolean;
  /** What it found, the best first. */
  readonly found: readonly CalendarPattern[];
}

/**
 * A calendar after one more run. A setup that is found again before its entry is the same entry, with the days it has by now,
 * even where it was cancelled meanwhile; one that is not is cancelled. What was entered stays as it was. Where the prices are
 * others (the sandbox has ended), all that was of the former ones is cancelled.
 *
 * @returns by entry session, of bounded length
 */
export function followed(former: readonly CalendarEntry[], run: FollowedRun): CalendarEntry[] {
  const at = run.at.toISOString();
  const coming = run.found.slice(0, MOST_FOLLOWED).filter(({ entry_session }) => entry_session >= run.today);
  const isOpen = (entry: CalendarEntry) => entry.simulated === run.simulated && entry.entry_session >= run.today;
  const open = former.filter(isOpen);
  const again = matches(open, coming);
  const over = former.filter((entry) => !isOpen(entry));
  const gone = [
    ...over.filter(({ simulated }) => simulated !== run.simulated),
    ...open.filter((entry) => !again.has(entry)),
  ];
  const going = new Set(gone);
  const kept = over.filter((entry) => !going.has(entry));
  const known = new Set(again.values());
  const taken = new Set(former.map(({ uid }) => uid));
  const added = coming
    .filter((pattern) => !known.has(pattern))
    .map((pattern): CalendarEntry => {
      const uid = newUid(run.scanId, pattern, taken);
      const made = { sequence: 0, cancelled: false, simulated: run.simulated, made_at: at, changed_at: at };
      return { ...pattern, uid, ...made };
    });
  const updated = [...again].map(([entry, pattern]) => changed(entry, { ...entry, ...pattern, cancelled: false }, at));
  const cancelled = gone.map((entry) => changed(entry, { ...entry, cancelled: true }, at));
  return bounded([...kept, ...updated, ...cancelled, ...added], run);
}

/** Which entry each pattern is: of the same symbol and direction the one nearest to its date. */
function matches(
  open: readonly CalendarEntry[],
  coming: readonly CalendarPattern[],
): Map<CalendarEntry, CalendarPattern> {
  const pairs = coming.flatMap((pattern) =>
    open
      .filter((entry) => setupOf(entry) === setupOf(pattern))
      .map((entry) => ({ entry, pattern, apart: Math.abs(fromIso(entry.entry_date) - fromIso(pattern.entry_date)) })),
  );
  const found = new Map<CalendarEntry, CalendarPattern>();
  const matched = new Set<CalendarPattern>();
  // Of those that are equally near, what still stands goes before what was cancelled.
  const order = (a: (typeof pairs)[number], b: (typeof pairs)[number]) =>
    a.apart - b.apart || Number(a.entry.cancelled) - Number(b.entry.cancelled);
  for (const { entry, pattern } of pairs.sort(order)) {
    if (found.has(entry) || matched.has(pattern)) continue;
    found.set(entry, pattern);
    matched.add(pattern);
  }
  return found;
}

function setupOf({ market, symbol, direction }: CalendarPattern): string {
  return `${market} ${symbol} ${direction}`;
}

/** What it is by now. It was changed when something of it is another, and revised when that matters to who trades by it. */
function changed(former: CalendarEntry, now: CalendarEntry, at: string): CalendarEntry {
  if (JSON.stringify(former) === JSON.stringify(now)) return former;
  const isRevised =
    former.cancelled !== now.cancelled ||
    former.entry_session !== now.entry_session ||
    former.exit_session !== now.exit_session;
  return { ...now, sequence: former.sequence + (isRevised ? 1 : 0), changed_at: at };
}

/** Of the date under which it was first found. Another one of that date may have moved away from it. */
function newUid(scanId: string, pattern: CalendarPattern, taken: Set<string>): string {
  const text = `${scanId} ${setupOf(pattern)} ${pattern.entry_date}`;
  for (let n = 0; ; n++) {
    const uid = createHash('sha256').update(`${text} ${n}`).digest('hex').slice(0, 32);
    if (taken.has(uid)) continue;
    taken.add(uid);
    return uid;
  }
}

/** Without what was over or cancelled long ago; of too many those go first that matter least. */
function bounded(entries: readonly CalendarEntry[], { at, today }: FollowedRun): CalendarEntry[] {
  const longAgo = new Date(at.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  const lives = (entry: CalendarEntry) => !isOver(entry, today) && !(entry.cancelled && entry.changed_at < longAgo);
  return entries
    .filter(lives)
    .sort((a, b) => Number(a.cancelled) - Number(b.cancelled) || compare(b.exit_session, a.exit_session))
    .slice(0, MOST_KEPT)
    .sort((a, b) => compare(a.entry_session, b.entry_session) || compare(a.uid, b.uid));
}

/** Whether its end is so long ago that no calendar shows it any more. @param today `YYYY-MM-DD` */
export function isOver({ exit_session }: Pick<CalendarPattern, 'exit_session'>, today: string): boolean {
  return fromIso(exit_session) + KEPT_DAYS < fromIso(today);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
