import { DAY_MS } from '../core/calendar/dates';
import type { CalendarEvent } from './calendarEvents';

/** How often apps are asked to read it: prices come once a day. */
const REFRESH_SECONDS = 6 * 3600;
const PROGRAM = { company: 'Perennial', product: 'Seasonal patterns', language: 'EN' } as const;

export interface ICalendar {
  readonly name: string;
  readonly description: string;
  /** Before 00:00 of each event's day; negative = after it; null = none. */
  readonly alarmMinutes: number | null;
  readonly events: readonly CalendarEvent[];
}

/**
 * A calendar as iCalendar (RFC 5545): whole days that block no time. The same calendar is the same text, whenever it is written.
 */
export async function icalendarText({ name, description, alarmMinutes, events }: ICalendar): Promise<string> {
  // Loaded by the first calendar that is read: most processes serve none.
  const { default: newCalendar, ...values } = await import('ical-generator');
  const {
    escape: escaped,
    ICalAlarmRelatesTo,
    ICalAlarmType,
    ICalCalendarMethod,
    ICalEventStatus,
    ICalEventTransparency,
  } = values;
  const calendar = newCalendar({
    // It escapes the texts of events, and not those of the calendar itself.
    name: escaped(line(name), false),
    description: escaped(text(description), false),
    prodId: PROGRAM,
    ttl: REFRESH_SECONDS,
    method: ICalCalendarMethod.PUBLISH,
  });
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
    // What comes after would be counted from the end of the day.
    alarm.relatesTo(ICalAlarmRelatesTo.start);
  }
  return `${calendar}\r\n`;
}

/** Without control characters, which no text of a calendar may hold; what is broken in UTF-16 becomes a sign for it. */
function text(value: string): string {
  return value.replace(/[^\P{Cc}\n]/gu, ' ').replace(/\p{Cs}/gu, '\ufffd');
}

function line(value: string): string {
  return text(value).replaceAll('\n', ' ');
}
