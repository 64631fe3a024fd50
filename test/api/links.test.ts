import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { startTestApp, type TestApp } from '../helpers/app';
import { faultsAgainst } from '../helpers/contractAjv';
import { cellsOf } from '../helpers/csvText';
import { describeServed } from '../helpers/servedFromBoth';
import { signIn } from '../helpers/signedIn';

/** What calendar links and table links have in common: secret addresses of a saved scan, read without a key. */

const THURSDAY = '2024-12-19T15:00:00Z';

interface Kind {
  /** `calendar` or `table`, as the API names its fields, events and operations. */
  readonly kind: string;
  readonly operation: string;
  readonly extension: string;
  /** What creates a link, besides the id of a saved scan. */
  readonly fields: object;
  /** The refusal of a link beyond the number of the plan. */
  readonly beyond: readonly [status: number, message: string];
  /** The ids of the markets in a text that was read. */
  readonly marketsIn: (text: string) => string[];
}

const KINDS: Kind[] = [
  {
    kind: 'calendar',
    operation: 'getCalendar',
    extension: 'ics',
    fields: { source: 'saved_scan', include_neutral: true },
    beyond: [403, 'The Free tier has 2 calendar links: this link exceeds that number.'],
    // Long lines are folded (RFC 5545, 3.1).
    marketsIn: (text) =>
      [...text.replaceAll('\r\n ', '').matchAll(/\/symbol\/(\d+)\/\S+&searched=/g)].map(([, id]) => id),
  },
  {
    kind: 'table',
    operation: 'getTable',
    extension: 'csv',
    fields: {},
    beyond: [404, 'There is no table at this address, or its link was revoked.'],
    marketsIn: (text) => {
      const [columns, ...rows] = cellsOf(text);
      return rows.map((row) => row[columns.indexOf('market')]);
    },
  },
];

describeServed(() => {
  describe.each(KINDS)('$kind links', ({ kind, operation, extension, fields, beyond, marketsIn }) => {
    const LINKS = `/v1/${kind}-links`;
    const lines: string[] = [];
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp({ now: THURSDAY, logTo: { write: (line) => void lines.push(line) } });
    });
    beforeEach(async () => {
      app.clock.set(THURSDAY);
      // With their links.
      await app.sql('saved_scan').delete();
    });
    afterAll(() => app.close());

    const save = async (query: object, key?: string): Promise<string> =>
      (await app.post('/v1/saved-scans', { name: JSON.stringify(query), query }, key).expect(201)).body.saved_scan_id;
    const ask = (saved_scan_id: string, key?: string, more: object = {}): Test =>
      app.post(LINKS, { ...fields, saved_scan_id, ...more }, key);
    const link = async (id: string, key?: string, more?: object) => {
      const { body } = await ask(id, key, more).expect(201);
      return { url: new URL(body.url).pathname, message: body.message, link: body[`${kind}_link`] };
    };
    const later = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms));
    const listed = async () => (await app.get(LINKS).expect(200)).body;
    const read = (url: string, headers: Record<string, string> = {}): Test => request(app.app).get(url).set(headers);
    const revoke = (id: string, key: 'free' | 'business' = 'business'): Test =>
      request(app.app).delete(`${LINKS}/${id}`).set('X-API-Key', app.keys[key]);
    const account = async () => (await app.storage.accounts.findByEmail('business@example.com'))!;
    const marketsAt = async (url: string) => new Set(marketsIn((await read(url).expect(200)).text));
    /** Runs the saved scans, whose results a calendar shows. */
    const runScans = async () => {
      later(300_000);
      await app.service.queue.send('due-saved-scans', {}, { key: 'due-saved-scans' });
      await app.service.queue.settled();
    };

    test('are listed without their secret, work until they are revoked, and leave account events', async () => {
      const id = await save({});
      const { url, link: made, message } = await link(id, undefined, { name: 'Blatt; 1' });
      const secret = new RegExp(`^/v1/${kind}s/([\\w-]{43})\\.${extension}$`).exec(url)![1];
      expect([message, made.last_four, made.name]).toEqual(['Shown once, keep it now.', secret.slice(-4), 'Blatt; 1']);
      expect(await listed()).toEqual({ [`${kind}_links`]: [made], most: 50 });
      await read(url).expect(200);
      await app.service.settled();
      expect((await listed())[`${kind}_links`][0].last_read_at).toBe('2024-12-19T15:00:00.000Z');
      expect(JSON.stringify(await app.sql(`${kind}_link`).first())).not.toContain(secret);
      const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;
      const upper = extension.toUpperCase();
      const files = [
        `${wrong}.${extension}`,
        secret,
        `${secret}.${upper}`,
        `${secret}x.${extension}`,
        `x.${extension}`,
      ];
      for (const file of [...files, `%00.${extension}`])
        expect([file, (await read(`/v1/${kind}s/${file}`)).status]).toEqual([file, 404]);
      // The secret of one kind of link opens no other kind.
      for (const path of [`/v1/calendars/${secret}.csv`, `/v1/tables/${secret}.ics`]) await read(path).expect(404);
      const other = kind === 'table' ? `/v1/calendars/${secret}.ics` : `/v1/tables/${secret}.csv`;
      await read(other).expect(404);

      const linkId = made[`${kind}_link_id`];
      expect((await revoke(linkId, 'free')).status).toBe(404);
      await revoke(linkId).expect(200);
      expect(faultsAgainst('/components/schemas/ErrorBody', (await read(url).expect(404)).body)).toEqual([]);
      await revoke(linkId).expect(404);
      const owner = await signIn(app, 'business@example.com');
      const { events } = (await owner.get('/v1/account/events')).body;
      const noted = events.filter(({ event }: { event: string }) => event.startsWith(kind));
      expect(noted.map(({ event, subject, detail }: Record<string, string>) => [event, subject, detail])).toEqual([
        [`${kind}_link_revoked`, linkId, 'Blatt; 1'],
        [`${kind}_link_made`, linkId, 'Blatt; 1'],
      ]);
      // The log contains neither the secret nor the wrong ones.
      expect(lines.some((line) => line.includes(operation))).toBe(true);
      const leaked = [secret.slice(0, 20), `x.${extension}`];
      expect(lines.filter((line) => leaked.some((text) => line.includes(text)))).toEqual([]);
    });

    test('have a validator, and HEAD has the headers of GET', async () => {
      const { url } = await link(await save({ markets: '0', window: 'next_month', limit: 5 }));
      const { text, headers } = await read(url).expect(200);
      expect(headers['cache-control']).toBe('private, no-cache');
      const head = await request(app.app).head(url).expect(200);
      expect([head.headers.etag, head.headers['content-length'], head.text]).toEqual([
        headers.etag,
        String(Buffer.byteLength(text)),
        undefined,
      ]);
      await read(url, { 'If-None-Match': headers.etag }).expect(304);
      await read(url, { 'If-None-Match': 'W/"other"' }).expect(200);
    });

    test('are 404 while their account is suspended, and after their scan is deleted', async () => {
      const id = await save({});
      const { url } = await link(id);
      const { id: accountId } = await account();
      const event = { accountId, at: app.clock.now(), by: 'command', subject: null, detail: null } as const;
      await app.storage.accounts.suspend(accountId, app.clock.now(), { ...event, kind: 'account_suspended' });
      await read(url).expect(404);
      await app.storage.accounts.suspend(accountId, null, { ...event, kind: 'account_resumed' });
      await read(url).expect(200);
      await request(app.app).delete(`/v1/saved-scans/${id}`).set('X-API-Key', app.keys.business).expect(200);
      await read(url).expect(404);
      expect((await listed())[`${kind}_links`]).toEqual([]);
    });

    test('show what the current plan of their account has: its markets and its number of links', async () => {
      const id = await save({ markets: '0,16', window: 'next_month', limit: 20 });
      const links = [];
      for (const name of ['one', 'two', 'three']) {
        links.push(await link(id, undefined, { name }));
        later(1_000);
      }
      await runScans();
      expect(await marketsAt(links[0].url)).toEqual(new Set(['0', '16']));
      const { id: accountId } = await account();
      await app.storage.accounts.setTier(accountId, 'free');
      expect(await marketsAt(links[0].url)).toEqual(new Set(['0']));
      expect(await marketsAt(links[1].url)).toEqual(new Set(['0']));
      const { status, body } = await read(links[2].url);
      expect([status, body.error.message]).toEqual(beyond);
      await app.storage.accounts.setTier(accountId, 'business');
    });

    test('of a key limited to markets show only those; read-only keys and the demo token create none', async () => {
      const owner = await signIn(app, 'business@example.com');
      const keyOf = async (scope: object) =>
        (await owner.post('/v1/account/keys', { name: 'n', ...scope })).body.secret;
      const narrow = await keyOf({ markets: ['11'] });
      const query = { markets: '0,11', window: 'next_month', limit: 20 };
      const id = await save(query);
      const { url, link: made } = await link(id, narrow);
      expect(made.markets).toEqual(['11']);
      await runScans();
      expect(await marketsAt(url)).toEqual(new Set(['11']));
      await ask(await save({ markets: '0' }), narrow).expect(403);
      const reading = await keyOf({ read_only: true });
      const refused = await ask(id, reading).expect(403);
      expect(refused.body.error.message).toContain(`read-only: it cannot make ${kind} links`);
      await app.get(LINKS, reading).expect(200);
      expect((await ask(id, 'prn_demo').expect(403)).body.error.code).toBe('demo_restricted');
      // A session is as good as a key.
      expect((await owner.post(LINKS, { ...fields, saved_scan_id: id })).status).toBe(201);
      expect((await owner.get(LINKS)).body[`${kind}_links`]).toHaveLength(2);
    });

    test('are for scans of their own account, and requests at once never exceed the number of the plan', async () => {
      for (const id of ['5f1c0a9be27d4386', await save({}, 'dev')])
        expect((await ask(id).expect(404)).body.error.message).toMatch(/No saved scan/);
      expect((await ask(await save({}), undefined, { name: ' x' }).expect(400)).body.error.message).toMatch(/name/);
      const own = await save({}, 'free');
      const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await ask(own, 'free')).status));
      expect(statuses.sort()).toEqual([201, 201, 403, 403, 403, 403]);
      expect((await app.get('/v1/me', 'free')).body[`${kind}_link_limit`]).toBe(2);
    });
  });

  test.each(KINDS)(
    'a read of a $kind link is a request of its account, without predictions; wrong addresses are limited by client address',
    async ({ kind, extension, fields }) => {
      const app = await startTestApp({ now: THURSDAY, metered: true, sandbox: ['AAPL'] });
      const link = async (key: string) => {
        const scan = await app.post('/v1/saved-scans', { name: 'one', query: { markets: '0' } }, key).expect(201);
        const body = { ...fields, saved_scan_id: scan.body.saved_scan_id };
        return new URL((await app.post(`/v1/${kind}-links`, body, key).expect(201)).body.url).pathname;
      };
      const read = (url: string) => request(app.app).get(url);
      const url = await link('free');
      const { headers } = await read(url).expect(200);
      expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['10', '7']);
      if (kind === 'table') expect(JSON.parse(headers['x-answer']).ml_remaining_today).toBe(0);
      expect((await app.get('/v1/me', 'free').expect(200)).body.ml_remaining_today).toBe(5);
      for (let i = 0; i < 6; i++) await read(url).expect(200);
      await read(url).expect(429);
      await app.get('/v1/me', 'free').expect(429);
      const guess = () => read(`/v1/${kind}s/${'A'.repeat(43)}.${extension}`);
      expect((await guess().expect(404)).headers['x-ratelimit-limit']).toBe('60');
      for (let i = 0; i < 59; i++) await guess();
      await guess().expect(429);
      // Guesses of others do not block a valid address.
      await read(await link('business')).expect(200);
      await app.close();
    },
  );
});

/** What a table link shows, over the sandbox. The links themselves are tested in links.test.ts. */
describe('what a table link shows', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ now: '2024-12-19T15:00:00Z' });
  });
  afterAll(() => app.close());

  const save = async (query: object): Promise<string> =>
    (await app.post('/v1/saved-scans', { name: JSON.stringify(query), query }).expect(201)).body.saved_scan_id;
  const link = async (saved_scan_id: string, key?: string) =>
    (await app.post('/v1/table-links', { saved_scan_id }, key).expect(201)).body;
  const read = (url: string): Test => request(app.app).get(new URL(url).pathname);

  test('a table is the current result of its saved scan as CSV, read without a key', async () => {
    const query = { markets: '0,11', window: 'next_month', limit: 5, view: 'table' };
    const id = await save(query);
    const { url, table_link } = await link(id);
    expect(table_link).toMatchObject({ name: JSON.stringify(query), saved_scan_id: id, markets: null });
    const scan = await app.get(`/v1/saved-scans/${id}/results?format=csv`).expect(200);
    const { text, headers } = await read(url).expect(200);
    expect(text).toBe(scan.text);
    expect(cellsOf(text)).toHaveLength(1 + 5);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-answer': expect.stringContaining('"count":5'),
    });
    // It follows changes of the query.
    const ann = await signIn(app, 'business@example.com');
    await ann.patch(`/v1/saved-scans/${id}`, { query: { ...query, limit: 3 } }).expect(200);
    expect(cellsOf((await read(url).expect(200)).text)).toHaveLength(1 + 3);
  });

  test('a table has the column types that the guide names for spreadsheets', async () => {
    const { url } = await link(await save({ markets: '0', window: 'next_month', limit: 3 }));
    const guide = readFileSync(join(__dirname, '../../seeds/guides/integrations.md'), 'utf8');
    const typed = [...guide.matchAll(/\{"(\w+)", type (date|number)\}/g)].map(([, name, type]) => ({ name, type }));
    expect(typed.length).toBeGreaterThan(2);
    expect(guide).toMatch(/=IMPORTDATA\("https:\/\/[^"]+\/v1\/tables\/[^"]+\.csv"\)/);
    const [columns, ...rows] = cellsOf((await read(url).expect(200)).text);
    expect(rows).toHaveLength(3);
    // No significance is computed here: a p-value is an empty cell, which spreadsheets read as null.
    const forms = { date: /^\d{4}-\d{2}-\d{2}$/, number: /^-?\d+(\.\d+)?$/ };
    for (const { name, type } of typed.filter((column) => column.name !== 'p_symbol')) {
      for (const row of rows)
        expect([name, row[columns.indexOf(name)]]).toEqual([
          name,
          expect.stringMatching(forms[type as keyof typeof forms]),
        ]);
    }
  });

  test('a link of a key limited to markets is 404 once its scan names other markets', async () => {
    const owner = await signIn(app, 'business@example.com');
    const { secret } = (await owner.post('/v1/account/keys', { name: 'n', markets: ['11'] })).body;
    const id = await save({ markets: '0,11' });
    const { url } = await link(id, secret);
    await read(url).expect(200);
    await owner.patch(`/v1/saved-scans/${id}`, { query: { markets: '0' } }).expect(200);
    const { body } = await read(url).expect(404);
    const message = 'There is no table at this address, or its link was revoked.';
    expect(body).toEqual({ error: { code: 'not_found', message } });
  });

  test('a table whose saved scan has dates in the past is 400 with the reason', async () => {
    const { url } = await link(await save({ markets: '0', window: '2024-12-20..2024-12-24' }));
    await read(url).expect(200);
    app.clock.set('2025-02-03T15:00:00Z');
    const { body } = await read(url).expect(400);
    expect(body.error.message).toMatch(/^window start/);
  });
});
