import { DAY_MS, fromIso } from '../core/calendar/dates';
import type { CalendarEntry } from '../core/record/scanChanges';
import { disclaimerFor } from './phrases';

/** An event of one whole day, in plain text. */
export interface CalendarEvent {
  readonly uid: string;
  readonly sequence: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly summary: string;
  readonly description: string;
  /** URL of the page that shows the setup. */
  readonly url: string;
  readonly cancelled: boolean;
  readonly madeAt: Date;
  readonly changedAt: Date;
}

/** Texts and address of the calendar that events belong to. */
export interface EventSource {
  /** Prefix of each event's title, such as `Daily pick: `; empty for a saved scan. */
  readonly lead: string;
  /** Base URL of the pages, without a trailing slash. */
  readonly site: string;
  /** Sentence that says why an entry is cancelled. */
  readonly cancelledAs: string;
}

/**
 * The two events of a setup: the session to enter on and the one to close on. They contain no price, and nothing that is
 * not on the setup's card.
 */
export function eventsOf(entry: CalendarEntry, source: EventSource): CalendarEvent[] {
  const { uid, sequence, symbol, direction, neutral, entry_session, exit_session, cancelled } = entry;
  const title = `${source.lead}${symbol} ${direction}${neutral ? ', neutral' : ''}`;
  const url = pageOf(entry, source);
  const shared = {
    sequence,
    url,
    cancelled,
    description: describe(entry, url, source),
    madeAt: new Date(entry.made_at),
    changedAt: new Date(entry.changed_at),
  };
  const titleOf = (action: string) => `${cancelled ? 'Cancelled: ' : ''}${title}: ${action}`;
  return [
    { ...shared, uid: `${uid}-entry`, day: entry_session, summary: titleOf('enter') },
    { ...shared, uid: `${uid}-exit`, day: exit_session, summary: titleOf('close') },
  ];
}

function describe(entry: CalendarEntry, url: string, { cancelledAs }: EventSource): string {
  const { symbol, name, direction, entry_session, exit_session, changed_at, verdict } = entry;
  const subject = name === symbol ? symbol : `${name} (${symbol})`;
  return [
    ...(entry.cancelled ? [`Cancelled on ${changed_at.slice(0, 10)}: ${cancelledAs}`] : []),
    `${subject}, ${direction}: enter on ${entry_session}, close on ${exit_session}. History assumes the closes of both sessions.`,
    verdict,
    url,
    disclaimerFor(entry.simulated),
  ].join('\n\n');
}

/** The symbol's page with the window pinned and, where the entry knows it, the search that found the window. */
function pageOf(entry: CalendarEntry, { site }: EventSource): string {
  const { market, symbol, direction, entry_date, hold_days, analyze_url } = entry;
  const window = new URLSearchParams(analyze_url?.slice(analyze_url.indexOf('?') + 1));
  // The market is in the path.
  window.delete('market');
  for (const [name, value] of Object.entries({ entry_date, days_out: String(hold_days), direction }))
    window.set(name, value);
  return `${site}/symbol/${encodeURIComponent(market)}/${encodeURIComponent(symbol)}?${window}`;
}

/** Whether an entry session is at most `days` after today; null = no limit. @param today `YYYY-MM-DD` */
export function isWithin({ entry_session }: CalendarEntry, today: string, days: number | null): boolean {
  return days === null || fromIso(entry_session) <= fromIso(today) + days;
}

/** Refresh interval suggested to calendar apps: prices change once a day. */
const REFRESH_SECONDS = 6 * 3600;
const PROGRAM = { company: 'Perennial', product: 'Seasonal patterns', language: 'EN' } as const;

/** Stands in a calendar without events, whose times would not need it. */
const UTC_COMPONENT = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n');

export interface ICalendar {
  readonly name: string;
  readonly description: string;
  /** Minutes from the alarm to 00:00 of the event's day; negative = after it; null = no alarm. */
  readonly alarmMinutes: number | null;
  readonly events: readonly CalendarEvent[];
}

/**
 * A calendar as iCalendar (RFC 5545): all-day events that block no time. Equal calendars give equal text.
 */
export async function icalendarText({ name, description, alarmMinutes, events }: ICalendar): Promise<string> {
  // Loaded on first use: most processes serve no calendar.
  const { default: newCalendar, ...ical } = await import('ical-generator');
  const {
    escape: escaped,
    ICalAlarmRelatesTo,
    ICalAlarmType,
    ICalCalendarMethod,
    ICalEventStatus,
    ICalEventTransparency,
  } = ical;
  const calendar = newCalendar({
    // The library escapes the texts of events, but not those of the calendar itself.
    name: escaped(line(name), false),
    description: escaped(text(description), false),
    prodId: PROGRAM,
    ttl: REFRESH_SECONDS,
    method: ICalCalendarMethod.PUBLISH,
  });
  // A calendar has at least one component (RFC 5545, 3.6).
  if (events.length === 0) calendar.timezone({ name: 'UTC', generator: () => UTC_COMPONENT });
  for (const { uid, sequence, day, summary, description: about, url, cancelled, madeAt, changedAt } of events) {
    const start = new Date(`${day}T00:00:00Z`);
    const event = calendar.createEvent({
      id: uid,
      sequence,
      allDay: true,
      start,
      end: new Date(start.getTime() + DAY_MS),
      summary: line(summary),
      description: text(about),
      url,
      created: madeAt,
      lastModified: changedAt,
      stamp: changedAt,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
    if (alarmMinutes === null || cancelled) continue;
    const seconds = 60 * Math.abs(alarmMinutes);
    const when = alarmMinutes < 0 ? { triggerAfter: seconds } : { triggerBefore: seconds };
    const alarm = event.createAlarm({ type: ICalAlarmType.display, description: line(summary), ...when });
    // By default an alarm after the start would count from the end of the day.
    alarm.relatesTo(ICalAlarmRelatesTo.start);
  }
  return `${calendar}\r\n`;
}

/** Replaces control characters, which iCalendar texts must not contain, and lone surrogates. */
function text(value: string): string {
  return value.replace(/[^\P{Cc}\n]/gu, ' ').replace(/\p{Cs}/gu, '\ufffd');
}

function line(value: string): string {
  return text(value).replaceAll('\n', ' ');
}
