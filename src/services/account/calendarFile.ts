import type { Caller } from '../../access/caller';
import { inScope } from '../../access/tiers';
import { type CalendarEvent, eventsOf, icalendarText, isWithin } from '../../answers/icalendar';
import { disclaimerFor, percent } from '../../answers/phrases';
import type { PatternCard } from '../../answers/shapes';
import { nextSession, previousSession } from '../../core/calendar/calendars';
import { fromIso, toIso } from '../../core/calendar/dates';
import { tickerKey } from '../../core/calendar/ticker';
import { type CalendarEntry, isOver } from '../../core/record/scanChanges';
import { type TrackedPick, trackedPicks } from '../../core/record/trackRecord';
import { forbidden, internal, notFound } from '../../errors';
import { FileAnswer } from '../../fileAnswer';
import type { Asker } from '../../operation';
import type { CalendarLink } from '../../storage/secretLinks';
import { currentPrices, type ServiceDeps } from '../screening/deps';

/**
 * The picks that a calendar shows, in the order in which they were published, over the prices that are in service.
 *
 * @throws scan_busy
 */
export async function pickEntries(
  deps: ServiceDeps,
): Promise<{ readonly entries: readonly CalendarEntry[]; readonly simulated: boolean }> {
  const { screening, storage } = deps;
  const { simulated, listed } = await currentPrices(screening);
  const today = toIso(screening.clock.today());
  const entries: CalendarEntry[] = [];
  for (const tracked of trackedPicks(await storage.records.all(), simulated)) {
    const sessions = tradingSessions(deps, tracked);
    if (sessions === null || isOver(sessions, today)) continue;
    const { symbol } = tracked.pick;
    const name = listed.get(tickerKey(symbol) ?? symbol)?.name ?? symbol;
    entries.push({ ...(await calendarEntry(deps, tracked)), ...sessions, name });
  }
  return { entries, simulated };
}

type Sessions = Pick<CalendarEntry, 'entry_session' | 'exit_session'>;

/** The entry and exit sessions of a pick; null when its window holds fewer than two sessions. */
function tradingSessions({ screening }: ServiceDeps, { pick }: TrackedPick): Sessions | null {
  const calendar = screening.markets.find(({ id }) => id === pick.market)?.calendar;
  if (calendar === undefined) return null;
  const entry = nextSession(calendar, Math.max(fromIso(pick.entry_date), fromIso(pick.earliest_entry)));
  const exit = previousSession(calendar, fromIso(pick.exit_date));
  return exit > entry ? { entry_session: toIso(entry), exit_session: toIso(exit) } : null;
}

async function calendarEntry(
  deps: ServiceDeps,
  tracked: TrackedPick,
): Promise<Omit<CalendarEntry, keyof Sessions | 'name'>> {
  const { pick, outcome, returnPct, result } = tracked;
  const { market, symbol, direction, entry_date, exit_date, hold_days, simulated, published_at } = pick;
  const { neutral, verdict, analyze_url } = await cardText(deps, tracked);
  const scored = returnPct === null ? '' : ` It was a ${result}: ${percent(returnPct)} in its direction, before costs.`;
  return {
    market,
    symbol,
    direction,
    entry_date,
    exit_date,
    hold_days,
    simulated,
    neutral,
    verdict: `Published on ${pick.session}. ${verdict}${scored}`,
    ...(analyze_url && { analyze_url }),
    uid: `pick-${pick.hash.slice(0, 32)}`,
    sequence: 0,
    cancelled: false,
    made_at: published_at,
    changed_at: outcome?.published_at ?? published_at,
  };
}

async function cardText({ storage }: ServiceDeps, { pick }: TrackedPick) {
  const card = (await storage.records.card(pick.seq)) as Pick<PatternCard, 'bias' | 'verdict' | 'analyze_url'> | null;
  return {
    neutral: card?.bias === 'neutral',
    verdict: card?.verdict ?? `Edge score ${pick.edge_score}.`,
    analyze_url: card?.analyze_url,
  };
}

/** The contents of a calendar. */
interface CalendarContents {
  readonly events: readonly CalendarEvent[];
  /** When the scan or link last changed, apart from its events. */
  readonly changedAt: Date;
  readonly simulated: boolean;
}

const DROPPED = 'the scan does not find it any more, or others took its place.';

/**
 * The calendar of the caller's link, within the current plan of its account.
 *
 * @throws not_found when the link was revoked meanwhile, forbidden when the plan allows fewer links, scan_busy for picks
 *   while prices are loaded
 */
export async function calendarFile(
  deps: ServiceDeps,
  _: object,
  { caller }: Asker,
): Promise<FileAnswer<'text/calendar'>> {
  const link = await callerLink(deps, caller);
  const contents = link.savedScanId === null ? await pickContents(deps, link) : await scanContents(deps, caller, link);
  const body = await icalendarText({
    name: link.name,
    description: disclaimerFor(contents.simulated),
    alarmMinutes: link.alarmMinutes,
    events: contents.events,
  });
  return new FileAnswer({ contentType: 'text/calendar', body, lastModified: lastModified(deps, contents) });
}

/** The caller's link. @throws not_found, forbidden */
async function callerLink({ storage }: ServiceDeps, { accountId, link, tier }: Caller): Promise<CalendarLink> {
  if (accountId === null || link === undefined) throw internal('a calendar is read without a link');
  const links = await storage.calendarLinks.of(accountId);
  const position = links.findIndex(({ id }) => id === link);
  if (position < 0) throw notFound();
  if (position >= tier.calendarLinks) {
    throw forbidden(`The ${tier.name} tier has ${tier.calendarLinks} calendar links: this link exceeds that number.`);
  }
  return links[position];
}

async function scanContents(deps: ServiceDeps, caller: Caller, link: CalendarLink): Promise<CalendarContents> {
  const { screening, storage, publicUrl } = deps;
  const scan = await storage.savedScans.find(link.accountId, link.savedScanId!);
  // It was deleted a moment ago, and the link with it.
  if (scan === null) throw notFound();
  const today = toIso(screening.clock.today());
  const entries = (await storage.savedScans.runs.calendar(scan.id)).filter(
    (entry) => inScope(caller, entry.market) && isShown(entry, link, today),
  );
  const source = { lead: '', site: publicUrl, cancelledAs: DROPPED };
  return {
    events: entries.flatMap((entry) => eventsOf(entry, source)),
    changedAt: scan.updatedAt,
    simulated: entries.some(({ simulated, cancelled }) => simulated && !cancelled),
  };
}

async function pickContents(deps: ServiceDeps, link: CalendarLink): Promise<CalendarContents> {
  const { entries, simulated } = await pickEntries(deps);
  const today = toIso(deps.screening.clock.today());
  const source = { lead: 'Daily pick: ', site: deps.publicUrl, cancelledAs: '' };
  const shown = entries.filter((entry) => isShown(entry, link, today));
  return { events: shown.flatMap((entry) => eventsOf(entry, source)), changedAt: link.createdAt, simulated };
}

/** Whether a calendar shows an entry. @param today `YYYY-MM-DD` */
function isShown(entry: CalendarEntry, { daysAhead, includeNeutral }: CalendarLink, today: string): boolean {
  return (includeNeutral || !entry.neutral) && !isOver(entry, today) && isWithin(entry, today, daysAhead);
}

/** Past entries drop out daily, so a calendar is at most as old as today. */
function lastModified({ screening }: ServiceDeps, { events, changedAt }: CalendarContents): Date {
  const today = Date.parse(`${toIso(screening.clock.today())}T00:00:00Z`);
  return new Date(Math.max(today, changedAt.getTime(), ...events.map((event) => event.changedAt.getTime())));
}
