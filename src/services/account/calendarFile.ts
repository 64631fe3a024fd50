import type { Caller } from '../../access/caller';
import { inScope } from '../../access/tiers';
import { type CalendarEvent, eventsOf, icalendarText, isWithin } from '../../answers/icalendar';
import { disclaimerFor } from '../../answers/phrases';
import { toIso } from '../../core/calendar/dates';
import { type CalendarEntry, isOver } from '../../core/record/calendarEntries';
import { forbidden, internal, notFound } from '../../errors';
import { FileAnswer } from '../../fileAnswer';
import type { Asker } from '../../operation';
import type { CalendarLink } from '../../storage/secretLinks';
import { pickEntries } from '../record/pickCalendar';
import type { ServiceDeps } from '../screening/deps';

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
