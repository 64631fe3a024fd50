import ICAL from 'ical.js';
import request, { type Test } from 'supertest';
import { startTestApp, type TestApp, type TestAppOptions } from '../helpers/app';
import { faultsAgainst } from '../helpers/contractAjv';
import { fakePredictor } from '../helpers/fakePredictor';
import { describeServed } from '../helpers/servedFromBoth';
import { signIn } from '../helpers/signedIn';

const LINKS = '/v1/calendar-links';
const THURSDAY = '2024-12-19T15:00:00Z';

describeServed(suite);

interface Setup {
  readonly symbol: string;
  readonly direction: string;
  readonly entry_date: string;
}

/** Calendars over HTTP, on simulated prices that gain a day each day, read by an independent library. */
function suite(): void {
  let app: TestApp;
  let lines: string[];
  const start = async (options: TestAppOptions = {}) => {
    lines = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    app = await startTestApp({ now: THURSDAY, logTo, ...options });
  };
  afterEach(() => app.close());

  const save = async (query: object, key?: string): Promise<string> =>
    (await app.post('/v1/saved-scans', { name: JSON.stringify(query), query }, key).expect(201)).body.saved_scan_id;
  const link = async (body: object, key?: string) => (await app.post(LINKS, body, key).expect(201)).body;
  const ofScan = (saved_scan_id: string, key?: string, more: object = {}) =>
    link({ source: 'saved_scan', saved_scan_id, include_neutral: true, ...more }, key);
  const revoke = (id: string, key: 'free' | 'business' = 'business'): Test =>
    request(app.app).delete(`${LINKS}/${id}`).set('X-API-Key', app.keys[key]);
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
    await start();
    const query = { markets: '0,11', window: 'next_month', limit: 20, view: 'table' };
    const id = await save(query);
    const { url, calendar_link } = await ofScan(id, undefined, { alarm_minutes_before: 360 });
    expect(calendar_link).toMatchObject({ name: JSON.stringify(query), last_read_at: null });
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

  test('a calendar is text/calendar, and clients revalidate it by ETag or Last-Modified', async () => {
    await start();
    const { url } = await link({ source: 'daily_pick' });
    const { headers, text } = await read(url).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'last-modified': 'Thu, 19 Dec 2024 15:00:00 GMT',
    });
    const head = await request(app.app).head(new URL(url).pathname).expect(200);
    expect([head.headers.etag, head.headers['content-length'], head.text]).toEqual([
      headers.etag,
      String(Buffer.byteLength(text)),
      undefined,
    ]);
    await read(url, { 'If-None-Match': headers.etag }).expect(304);
    await read(url, { 'If-None-Match': 'W/"other"' }).expect(200);
    await read(url, { 'If-Modified-Since': headers['last-modified'] }).expect(304);
    await read(url, { 'If-Modified-Since': 'Thu, 19 Dec 2024 14:59:59 GMT' }).expect(200);
    // By the next day, events may have been dropped because they are over.
    app.clock.set('2024-12-20T15:00:00Z');
    await read(url, { 'If-Modified-Since': headers['last-modified'] }).expect(200);
    await read(url, { 'If-None-Match': headers.etag }).expect(304);
  });

  test('a calendar of the daily pick lists every pick from its publication on', async () => {
    await start({ predictorFor: fakePredictor });
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

  test('a link is listed without its secret, works until it is revoked, and leaves account events', async () => {
    await start();
    const made = await link({ source: 'daily_pick' });
    const { url, calendar_link, message } = made;
    const secret = /^http:\/\/localhost:8080\/v1\/calendars\/([\w-]{43})\.ics$/.exec(url)![1];
    expect([message, calendar_link.last_four]).toEqual(['Shown once, keep it now.', secret.slice(-4)]);
    const list = (await app.get(LINKS)).body;
    expect(list).toEqual({ calendar_links: [calendar_link], most: 50 });
    await read(url).expect(200);
    await app.service.settled();
    const [{ last_read_at }] = (await app.get(LINKS)).body.calendar_links;
    expect(last_read_at).toBe('2024-12-19T15:00:00.000Z');
    for (const wrong of [
      `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}.ics`,
      secret,
      `${secret}.ICS`,
      `${secret}x.ics`,
      'x.ics',
      '%00.ics',
    ])
      expect([wrong, (await request(app.app).get(`/v1/calendars/${wrong}`)).status]).toEqual([wrong, 404]);
    expect((await revoke(calendar_link.calendar_link_id, 'free')).status).toBe(404);
    await revoke(calendar_link.calendar_link_id).expect(200);
    const { body } = await read(url).expect(404);
    expect(faultsAgainst('/components/schemas/ErrorBody', body)).toEqual([]);
    await revoke(calendar_link.calendar_link_id).expect(404);
    const ann = await signIn(app, 'business@example.com');
    const { events } = (await ann.get('/v1/account/events')).body;
    const noted = events.filter(({ event }: { event: string }) => event.startsWith('calendar'));
    expect(noted.map(({ event, subject, detail }: Record<string, string>) => [event, subject, detail])).toEqual([
      ['calendar_link_revoked', calendar_link.calendar_link_id, 'Daily pick'],
      ['calendar_link_made', calendar_link.calendar_link_id, 'Daily pick'],
    ]);
    // The log contains neither the secret nor the wrong ones.
    expect(lines.some((line) => line.includes('getCalendar'))).toBe(true);
    expect(lines.filter((line) => line.includes(secret.slice(0, 20)) || line.includes('x.ics'))).toEqual([]);
  });

  test('a link is 404 while its account is suspended and after its scan is deleted', async () => {
    await start();
    const id = await save({});
    const { url } = await ofScan(id);
    const pick = await link({ source: 'daily_pick' });
    const account = (await app.storage.accounts.findByEmail('business@example.com'))!;
    const event = { accountId: account.id, at: app.clock.now(), by: 'command', subject: null, detail: null } as const;
    await app.storage.accounts.suspend(account.id, app.clock.now(), { ...event, kind: 'account_suspended' });
    for (const one of [url, pick.url]) await read(one).expect(404);
    await app.storage.accounts.suspend(account.id, null, { ...event, kind: 'account_resumed' });
    await read(url).expect(200);
    await request(app.app).delete(`/v1/saved-scans/${id}`).set('X-API-Key', app.keys.business).expect(200);
    await read(url).expect(404);
    await read(pick.url).expect(200);
  });

  test('each read applies the current plan: its markets and its number of links', async () => {
    await start();
    const id = await save({ markets: '0,16', window: 'next_month', limit: 20 });
    const links = [];
    for (const name of ['one', 'two', 'three']) {
      links.push(await ofScan(id, undefined, { name }));
      app.clock.set(new Date(app.clock.now().getTime() + 1000).toISOString());
    }
    await tickAt('2024-12-19T15:05:00Z');
    const of = async (url: string) =>
      (await eventsAt(url)).map(({ description }) => /symbol\/(\d+)\//.exec(description)![1]);
    expect(new Set(await of(links[0].url))).toEqual(new Set(['0', '16']));
    const account = (await app.storage.accounts.findByEmail('business@example.com'))!;
    await app.storage.accounts.setTier(account.id, 'free');
    expect(new Set(await of(links[1].url))).toEqual(new Set(['0']));
    const { body } = await read(links[2].url).expect(403);
    expect(body.error).toEqual({
      code: 'forbidden',
      message: 'The Free tier has 2 calendar links: this link exceeds that number.',
    });
  });

  test('a key creates links to its own markets only, and none if it is read-only or the demo token', async () => {
    await start();
    const ann = await signIn(app, 'business@example.com');
    const keyOf = async (scope: object) => (await ann.post('/v1/account/keys', { name: 'n', ...scope })).body.secret;
    const narrow = await keyOf({ markets: ['11'] });
    const id = await save({ markets: '0,11', window: 'next_month', limit: 20 });
    const { url, calendar_link } = await ofScan(id, narrow);
    expect(calendar_link.markets).toEqual(['11']);
    await tickAt('2024-12-19T15:05:00Z');
    const events = await eventsAt(url);
    expect(events.length).toBeGreaterThan(0);
    for (const { description } of events)
      expect(description).toMatch(/\/symbol\/11\/\S+&searched=2024-12-19\.\.\S+&searched_markets=0%2C11/);
    const dow = await save({ markets: '0' });
    expect((await app.post(LINKS, { source: 'saved_scan', saved_scan_id: dow }, narrow)).status).toBe(403);
    const reading = await keyOf({ read_only: true });
    const refused = await app.post(LINKS, { source: 'daily_pick' }, reading).expect(403);
    expect(refused.body.error.message).toMatch(/read-only: it cannot make calendar links/);
    expect((await app.get(LINKS, reading)).status).toBe(200);
    const demo = await app.post(LINKS, { source: 'daily_pick' }, 'prn_demo').expect(403);
    expect(demo.body.error.code).toBe('demo_restricted');
    // A session is as good as a key.
    expect((await ann.post(LINKS, { source: 'daily_pick' })).status).toBe(201);
    expect((await ann.get(LINKS)).body.calendar_links).toHaveLength(2);
  });

  test('invalid requests are refused with the reason, and concurrent ones never exceed the number of the plan', async () => {
    await start();
    const refusals: [object, number, RegExp][] = [
      [{}, 400, /source/],
      [{ source: 'moon' }, 400, /source/],
      [{ source: 'saved_scan' }, 400, /^saved_scan_id is missing/],
      [{ source: 'daily_pick', saved_scan_id: '5f1c0a9be27d4386' }, 400, /^saved_scan_id is for/],
      [{ source: 'saved_scan', saved_scan_id: '5f1c0a9be27d4386' }, 404, /No saved scan/],
      [{ source: 'daily_pick', name: ' x' }, 400, /name/],
      [{ source: 'daily_pick', alarm_minutes_before: 40_321 }, 400, /alarm_minutes_before/],
      [{ source: 'daily_pick', days_ahead: 0 }, 400, /days_ahead/],
    ];
    for (const [body, status, message] of refusals) {
      const answer = await app.post(LINKS, body);
      expect([body, answer.status, answer.body.error.message]).toEqual([body, status, expect.stringMatching(message)]);
    }
    const foreign = await save({}, 'dev');
    expect((await app.post(LINKS, { source: 'saved_scan', saved_scan_id: foreign })).status).toBe(404);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await app.post(LINKS, { source: 'daily_pick' }, 'free')).status),
    );
    expect(statuses.sort()).toEqual([201, 201, 403, 403, 403, 403]);
    expect((await app.get('/v1/me', 'free')).body.calendar_link_limit).toBe(2);
  });

  test('a calendar shows entries as far ahead as days_ahead', async () => {
    await start();
    const id = await save({ markets: '0,11', window: 'next_month', limit: 20 });
    const near = await ofScan(id, undefined, { days_ahead: 1 });
    const all = await ofScan(id);
    await tickAt('2024-12-19T15:05:00Z');
    const entries = async (url: string) =>
      (await eventsAt(url)).filter(({ uid }) => uid.endsWith('-entry')).map(({ uid, start }) => ({ uid, start }));
    const soon = (await entries(all.url)).filter(({ start }) => start <= '2024-12-20');
    expect(await entries(near.url)).toEqual(soon);
    expect(soon.length).toBeLessThan((await entries(all.url)).length);
  });

  test('a read is a request of its account; wrong addresses are limited by client address', async () => {
    await start({ metered: true });
    const { url } = await link({ source: 'daily_pick' }, 'free');
    const { headers } = await read(url).expect(200);
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['10', '8']);
    for (let i = 0; i < 8; i++) await read(url).expect(200);
    expect((await read(url)).status).toBe(429);
    expect((await app.get('/v1/me', 'free')).status).toBe(429);
    const guess = () => request(app.app).get(`/v1/calendars/${'A'.repeat(43)}.ics`);
    const { headers: guessed } = await guess().expect(404);
    expect(guessed['x-ratelimit-limit']).toBe('60');
    for (let i = 0; i < 59; i++) await guess();
    expect((await guess()).status).toBe(429);
    // Guesses of others do not block a valid address.
    const business = await link({ source: 'daily_pick' });
    await read(business.url).expect(200);
  });
}
