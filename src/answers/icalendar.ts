import { DAY_MS } from '../core/calendar/dates';
import type { CalendarEvent } from './calendarEvents';

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
