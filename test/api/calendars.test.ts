import ICAL from 'ical.js';
import request, { type Test } from 'supertest';
import { startTestApp, type TestApp } from '../helpers/app';
import { fakePredictor } from '../helpers/fakePredictor';
import { describeServed } from '../helpers/servedFromBoth';
import { signIn } from '../helpers/signedIn';

/**
 * Calendars over HTTP, on simulated prices that gain a day each day, read by an independent library. Their links are
 * tested in links.test.ts.
 */

const LINKS = '/v1/calendar-links';
/** Stocks of market 0 and funds of market 11. */
const SYMBOLS = ['AAPL', 'MSFT', 'JPM', 'KO', 'PG', 'SPY', 'QQQ'];

interface Setup {
  readonly symbol: string;
  readonly direction: string;
  readonly entry_date: string;
}

describeServed(() => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ now: '2024-12-19T15:00:00Z', sandbox: SYMBOLS, predictorFor: fakePredictor });
  });
  afterEach(() => app.close());

  const save = async (query: object): Promise<string> =>
    (await app.post('/v1/saved-scans', { name: 'one', query }).expect(201)).body.saved_scan_id;
  const link = async (body: object, key?: string) => (await app.post(LINKS, body, key).expect(201)).body;
  const ofScan = (saved_scan_id: string, more: object = {}) =>
    link({ source: 'saved_scan', saved_scan_id, include_neutral: true, ...more });
  const read = (url: string, headers: Record<string, string> = {}): Test =>
    request(app.app).get(new URL(url).pathname).set(headers);
  const tickAt = async (instant: string) => {
    app.clock.set(instant);
    await app.service.schedule.tick();
    // The sandbox grew by a day meanwhile.
    await app.service.queue.send('due-saved-scans', {}, { key: 'due-saved-scans' });
    await app.service.queue.settled();
  };
  const setups = async (id: string): Promise<Setup[]> =>
    (await app.get(`/v1/saved-scans/${id}/results`).expect(200)).body.opportunities;
  const eventsAt = async (url: string) => {
    const { text } = await read(url).expect(200);
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    return calendar.getAllSubcomponents('vevent').map((component) => {
      const { uid, summary, startDate, sequence, description } = new ICAL.Event(component);
      const status = String(component.getFirstPropertyValue('status'));
      const stamp = String(component.getFirstPropertyValue('last-modified'));
      return { uid, summary, start: String(startDate), sequence, status, stamp, description };
    });
  };

  test('a calendar lists what a saved scan finds; the next day, it moves changed events and cancels dropped ones', async () => {
    const query = { markets: '0,11', window: 'next_month', limit: 20, view: 'table' };
    const id = await save(query);
    const { url, calendar_link } = await ofScan(id, { alarm_minutes_before: 360 });
    expect(calendar_link).toMatchObject({ name: 'one', last_read_at: null });
    expect(await eventsAt(url)).toEqual([]);
    expect(new ICAL.Component(ICAL.parse((await read(url)).text) as unknown[]).getAllSubcomponents()).toHaveLength(1);
    // RFC 5545, 3.6: at least one component.
    expect((await read(url)).text).toContain('BEGIN:VTIMEZONE\r\nTZID:UTC\r\n');

    await tickAt('2024-12-19T15:05:00Z');
    const found = await setups(id);
    const thursday = await eventsAt(url);
    expect(found.length).toBeGreaterThan(5);
    expect(thursday).toHaveLength(2 * found.length);
    const isEntry = (uid: string) => uid.endsWith('-entry');
    const titled = ({ start, summary }: { start: string; summary: string }) =>
      `${start} ${summary.replace(', neutral', '')}`;
    const expected = ({ symbol, direction, entry_date }: Setup) => `${entry_date} ${symbol} ${direction}: enter`;
    expect(
      thursday
        .filter(({ uid }) => isEntry(uid))
        .map(titled)
        .sort(),
    ).toEqual(found.map(expected).sort());
    for (const { status, sequence, description } of thursday) {
      expect([status, sequence]).toEqual(['CONFIRMED', 0]);
      expect(description).toMatch(/Won \d+ of \d+ years, worst -?[\d.+]+% in \d{4}\./);
      expect(description).toMatch(/Sandbox: all prices are simulated/);
      expect(description).not.toMatch(/\$|\b(price|close) (of|is|at) \d/);
    }
    const { text } = await read(url);
    expect(text.match(/BEGIN:VALARM/g)).toHaveLength(thursday.length);
    // By default, a calendar leaves neutral events out.
    const usual = await eventsAt((await link({ source: 'saved_scan', saved_scan_id: id })).url);
    expect(usual.map(({ uid }) => uid)).toEqual(
      thursday.filter(({ summary }) => !summary.includes(', neutral')).map(({ uid }) => uid),
    );
    expect(usual.length).toBeLessThan(thursday.length);

    // The next day, the scan looks for longer holds, which symbols have on other days, and for longs only.
    const ann = await signIn(app, 'business@example.com');
    await ann.patch(`/v1/saved-scans/${id}`, { query: { ...query, min_days: 25, direction: 'long' } }).expect(200);
    await tickAt('2024-12-20T15:05:00Z');
    const friday = await eventsAt(url);
    const open = friday.filter(
      ({ uid, start, status }) => isEntry(uid) && start >= '2024-12-20' && status === 'CONFIRMED',
    );
    expect(open.map(titled).sort()).toEqual((await setups(id)).map(expected).sort());
    const byUid = new Map(friday.map((one) => [one.uid, one]));
    const kept = thursday.map((before) => ({ before, now: byUid.get(before.uid)! }));
    // Entries of Thursday are unchanged.
    const entered = kept.filter(({ before }) => isEntry(before.uid) && before.start < '2024-12-20');
    expect(entered.length).toBeGreaterThan(0);
    for (const { before, now } of entered) expect(now).toEqual(before);
    const moved = kept.filter(({ before, now }) => now.status === 'CONFIRMED' && now.start !== before.start);
    const cancelled = kept.filter(({ now }) => now.status === 'CANCELLED');
    expect([moved.length > 0, cancelled.length > 0]).toEqual([true, true]);
    for (const { now } of [...moved, ...cancelled])
      expect(now).toMatchObject({ sequence: 1, stamp: '2024-12-20T15:05:00Z' });
    for (const { before, now } of cancelled) {
      expect([now.start, now.summary]).toEqual([before.start, `Cancelled: ${before.summary}`]);
      expect(now.description).toMatch(/^Cancelled on 2024-12-20: the scan does not find it any more/);
    }

    // Without anything new, the text stays the same.
    const once = await read(url);
    await tickAt('2024-12-20T18:05:00Z');
    expect((await read(url)).text).toBe(once.text);
  });

  test('a calendar is text/calendar, and clients may revalidate it by Last-Modified', async () => {
    const { url } = await link({ source: 'daily_pick' });
    const { headers } = await read(url).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'last-modified': 'Thu, 19 Dec 2024 15:00:00 GMT',
    });
    await read(url, { 'If-Modified-Since': headers['last-modified'] }).expect(304);
    await read(url, { 'If-Modified-Since': 'Thu, 19 Dec 2024 14:59:59 GMT' }).expect(200);
    // By the next day, events may have been dropped because they are over.
    app.clock.set('2024-12-20T15:00:00Z');
    await read(url, { 'If-Modified-Since': headers['last-modified'] }).expect(200);
    await read(url, { 'If-None-Match': headers.etag }).expect(304);
  });

  test('a calendar of the daily pick lists every pick from its publication on', async () => {
    const { url } = await link({ source: 'daily_pick', name: 'Pick; des Tages' }, 'free');
    await tickAt('2024-12-19T16:05:00Z');
    const { card } = (await app.get('/v1/daily-pick').expect(200)).body;
    const events = await eventsAt(url);
    expect(events.map(({ summary }) => summary.replace(', neutral', ''))).toEqual(
      ['enter', 'close'].map((what) => `Daily pick: ${card.symbol} ${card.direction}: ${what}`),
    );
    expect(events[0].description).toContain(`Published on 2024-12-19. ${card.verdict}`);
    expect(events[0].start >= card.setup.entry_date).toBe(true);
    await tickAt('2024-12-20T16:05:00Z');
    const uids = (await eventsAt(url)).map(({ uid }) => uid);
    expect(uids).toHaveLength(4);
    expect(uids.slice(0, 2)).toEqual(events.map(({ uid }) => uid));
  });

  test.each([
    [{}, /source/],
    [{ source: 'saved_scan' }, /^saved_scan_id is missing/],
    [{ source: 'daily_pick', saved_scan_id: '5f1c0a9be27d4386' }, /^saved_scan_id is for/],
    [{ source: 'daily_pick', alarm_minutes_before: 40_321 }, /alarm_minutes_before/],
    [{ source: 'daily_pick', days_ahead: 0 }, /days_ahead/],
  ])('a link with %j is 400 with the reason', async (asked, message) => {
    const { body } = await app.post(LINKS, asked).expect(400);
    expect(body.error.message).toMatch(message);
  });

  test('a calendar shows entries as far ahead as days_ahead', async () => {
    const id = await save({ markets: '0,11', window: 'next_month', limit: 20 });
    const near = await ofScan(id, { days_ahead: 1 });
    const all = await ofScan(id);
    await tickAt('2024-12-19T15:05:00Z');
    const entries = async (url: string) =>
      (await eventsAt(url)).filter(({ uid }) => uid.endsWith('-entry')).map(({ uid, start }) => ({ uid, start }));
    const soon = (await entries(all.url)).filter(({ start }) => start <= '2024-12-20');
    expect(await entries(near.url)).toEqual(soon);
    expect(soon.length).toBeLessThan((await entries(all.url)).length);
  });
});
