import { fromIso } from '../core/calendar/dates';
import type { CalendarEntry } from '../core/record/calendarEntries';
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
