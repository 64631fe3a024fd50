import ICAL from 'ical.js';
import { type EventSource, eventsOf, type ICalendar, icalendarText, isWithin } from '../../../src/answers/icalendar';
import { DISCLAIMER, SANDBOX_DISCLAIMER } from '../../../src/answers/phrases';
import type { CalendarEntry } from '../../../src/core/record/scanChanges';

const ENTRY: CalendarEntry = {
  market: '8',
  symbol: '7203.T',
  name: 'トヨタ自動車',
  direction: 'long',
  neutral: false,
  hold_days: 19,
  entry_date: '2024-02-29',
  exit_date: '2024-03-18',
  entry_session: '2024-02-29',
  exit_session: '2024-03-18',
  verdict: 'Bullish, edge score 80: won 9 of 10 years where any date won 57.4% of the time; p_symbol 0.002.',
  uid: 'abc',
  sequence: 3,
  cancelled: false,
  simulated: false,
  made_at: '2024-02-01T11:00:00.000Z',
  changed_at: '2024-02-02T12:30:15.678Z',
};
const SOURCE: EventSource = { lead: '', site: 'https://x.example/base', cancelledAs: 'it is gone.' };
const NAMES = ['plain', 'a; b, c\\ d "e"', 'Ünï → 価格 🎉'.repeat(9), 'line\nbreak\u0007\u0000', '\ud800'];

/** The calendar as another library than the writing one parses it. */
async function parsed(calendar: Partial<ICalendar>) {
  const text = await icalendarText({ name: 'n', description: 'd', alarmMinutes: null, events: [], ...calendar });
  const component = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const events = component.getAllSubcomponents('vevent');
  return { text, component, events: events.map((one) => new ICAL.Event(one)) };
}

test('links to the page with the search that found the setup, if the entry knows it', () => {
  const searched = 'searched=2024-02-20..2024-03-20&searched_markets=8';
  const analyze_url = `/v1/analyze/7203.T?market=8&entry_date=2024-02-29&days_out=19&direction=long&years=10&${searched}`;
  const [{ url }] = eventsOf({ ...ENTRY, analyze_url }, SOURCE);
  expect(url).toBe(
    `https://x.example/base/symbol/8/7203.T?entry_date=2024-02-29&days_out=19&direction=long&years=10&${searched}`,
  );
});

test('a setup is two all-day events that block no time, on the days of its sessions, with a link to its page', async () => {
  const { component, events } = await parsed({ events: eventsOf(ENTRY, SOURCE) });
  expect(component.getFirstPropertyValue('version')).toBe('2.0');
  expect(component.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(String(component.getFirstPropertyValue('refresh-interval'))).toBe('PT6H');
  expect(component.getFirstPropertyValue('x-published-ttl')).toBe('PT6H');
  const told = events.map(({ uid, sequence, summary, startDate, endDate, component: event }) => ({
    uid,
    sequence,
    summary,
    start: String(startDate),
    end: String(endDate),
    isDate: startDate.isDate,
    ...Object.fromEntries(
      ['status', 'transp', 'dtstamp', 'last-modified', 'created', 'url'].map((name) => [
        name,
        String(event.getFirstPropertyValue(name)),
      ]),
    ),
  }));
  const shared = {
    sequence: 3,
    isDate: true,
    status: 'CONFIRMED',
    transp: 'TRANSPARENT',
    dtstamp: '2024-02-02T12:30:15Z',
    'last-modified': '2024-02-02T12:30:15Z',
    created: '2024-02-01T11:00:00Z',
    url: 'https://x.example/base/symbol/8/7203.T?entry_date=2024-02-29&days_out=19&direction=long',
  };
  expect(told).toEqual([
    { ...shared, uid: 'abc-entry', summary: '7203.T long: enter', start: '2024-02-29', end: '2024-03-01' },
    { ...shared, uid: 'abc-exit', summary: '7203.T long: close', start: '2024-03-18', end: '2024-03-19' },
  ]);
  expect(events[0].description.split('\n\n')).toEqual([
    'トヨタ自動車 (7203.T), long: enter on 2024-02-29, close on 2024-03-18. History assumes the closes of both sessions.',
    ENTRY.verdict,
    shared.url,
    DISCLAIMER,
  ]);
});

test('neutral, cancelled, simulated and picked setups say so, and a ticker with a slash has its link', () => {
  const entry = { ...ENTRY, symbol: 'BTC/USD', name: 'BTC/USD', neutral: true, cancelled: true, simulated: true };
  const [enter] = eventsOf(entry, { ...SOURCE, lead: 'Daily pick: ' });
  expect(enter.summary).toBe('Cancelled: Daily pick: BTC/USD long, neutral: enter');
  expect(enter.url).toContain('/symbol/8/BTC%2FUSD?');
  const [why, who] = enter.description.split('\n\n');
  expect(why).toBe('Cancelled on 2024-02-02: it is gone.');
  expect(who).toMatch(/^BTC\/USD, long: /);
  expect(enter.description.endsWith(SANDBOX_DISCLAIMER)).toBe(true);
});

test.each(NAMES)('any text is parsed back unchanged: %j', async (name) => {
  const events = eventsOf({ ...ENTRY, name, verdict: name }, SOURCE);
  const { text, component, events: read } = await parsed({ name, description: name, events });
  const plain = name.replace('\u0007', ' ').replace('\u0000', ' ').replace('\ud800', '\ufffd');
  const flat = plain.replace('\n', ' ');
  // The parser does not unescape properties that it does not know.
  const called = (property: string) => String(component.getFirstPropertyValue(property)).replace(/\\([\\;,])/g, '$1');
  expect(['name', 'x-wr-calname'].map(called)).toEqual([flat, flat]);
  expect(read[0].description.split('\n\n')[1]).toBe(plain);
  expect(text).toMatch(/END:VCALENDAR\r\n$/);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test.each([
  [360, '-PT6H'],
  [0, 'PT0S'],
  [-540, 'PT9H'],
  [40_320, '-P4W'],
])('an alarm of %d minutes is relative to the start of the day', async (alarmMinutes, said) => {
  const { events } = await parsed({ alarmMinutes, events: eventsOf(ENTRY, SOURCE) });
  for (const { component, summary } of events) {
    const [alarm, ...others] = component.getAllSubcomponents('valarm');
    expect(others).toEqual([]);
    const trigger = alarm.getFirstProperty('trigger')!;
    const duration = trigger.getFirstValue() as InstanceType<typeof ICAL.Duration>;
    expect(duration.toSeconds()).toBe(ICAL.Duration.fromString(said).toSeconds());
    expect([trigger.getParameter('related'), alarm.getFirstPropertyValue('action')]).toEqual(['START', 'DISPLAY']);
    expect(alarm.getFirstPropertyValue('description')).toBe(summary);
  }
});

test('cancelled events and calendars without alarms have no alarm', async () => {
  const events = eventsOf({ ...ENTRY, cancelled: true }, SOURCE);
  const cancelled = await parsed({ alarmMinutes: 60, events });
  expect(cancelled.text).not.toContain('VALARM');
  expect(cancelled.events.map(({ component }) => component.getFirstPropertyValue('status'))).toEqual([
    'CANCELLED',
    'CANCELLED',
  ]);
  expect((await parsed({ events: eventsOf(ENTRY, SOURCE) })).text).not.toContain('VALARM');
});

test('the same calendar gives the same text', async () => {
  const calendar = { alarmMinutes: 60, events: eventsOf(ENTRY, SOURCE) };
  expect((await parsed(calendar)).text).toBe((await parsed(calendar)).text);
});

test('days ahead are counted to the entry', () => {
  expect([0, 28, 29, null].map((days) => isWithin(ENTRY, '2024-01-31', days))).toEqual([false, false, true, true]);
});
