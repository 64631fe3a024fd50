import { fromIso } from '../core/calendar/dates';
import type { CalendarEntry } from '../core/record/calendarEntries';
import { disclaimerFor } from './disclaimer';

/** One day of a calendar, in plain text. */
export interface CalendarEvent {
  readonly uid: string;
  readonly sequence: number;
  /** `YYYY-MM-DD`: all of it. */
  readonly day: string;
  readonly summary: string;
  readonly description: string;
  /** Of the page that shows the setup. */
  readonly url: string;
  readonly cancelled: boolean;
  readonly madeAt: Date;
  readonly changedAt: Date;
}

/** Where a setup in a calendar comes from. */
export interface EventSource {
  /** Before what each event is called: `Daily pick: `; empty for a saved scan. */
  readonly lead: string;
  /** Where the pages are, without a slash at the end. */
  readonly site: string;
  /** Why an entry is cancelled, for a person. */
  readonly cancelledAs: string;
}

/**
 * The two days of a setup: the session to enter on, and the one to close on. No price is in it, and nothing that is not on its
 * card.
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
  const called = (what: string) => `${cancelled ? 'Cancelled: ' : ''}${title}: ${what}`;
  return [
    { ...shared, uid: `${uid}-entry`, day: entry_session, summary: called('enter') },
    { ...shared, uid: `${uid}-exit`, day: exit_session, summary: called('close') },
  ];
}

function describe(entry: CalendarEntry, url: string, { cancelledAs }: EventSource): string {
  const { symbol, name, direction, entry_session, exit_session, changed_at, verdict } = entry;
  const who = name === symbol ? symbol : `${name} (${symbol})`;
  return [
    ...(entry.cancelled ? [`Cancelled on ${changed_at.slice(0, 10)}: ${cancelledAs}`] : []),
    `${who}, ${direction}: enter on ${entry_session}, close on ${exit_session}. History assumes the closes of both sessions.`,
    verdict,
    url,
    disclaimerFor(entry.simulated),
  ].join('\n\n');
}

/** The symbol's page with the window pinned. */
function pageOf({ market, symbol, direction, entry_date, hold_days }: CalendarEntry, { site }: EventSource): string {
  const window = new URLSearchParams({ entry_date, days_out: String(hold_days), direction });
  return `${site}/symbol/${encodeURIComponent(market)}/${encodeURIComponent(symbol)}?${window}`;
}

/** Whether an entry lies within so many days; null = however far. @param today `YYYY-MM-DD` */
export function isWithin({ entry_session }: CalendarEntry, today: string, days: number | null): boolean {
  return days === null || fromIso(entry_session) <= fromIso(today) + days;
}
