import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { startTestApp, type TestApp, type TestAppOptions } from '../helpers/app';
import { faultsAgainst } from '../helpers/contractAjv';
import { cellsOf } from '../helpers/csvText';
import { describeServed } from '../helpers/servedFromBoth';
import { signIn } from '../helpers/signedIn';

const LINKS = '/v1/table-links';
const THURSDAY = '2024-12-19T15:00:00Z';
const NO_TABLE = 'There is no table at this address, or its link was revoked.';

describeServed(suite);

/** Table links through the front door, over the sandbox. */
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
  const link = async (saved_scan_id: string, key?: string, more: object = {}) =>
    (await app.post(LINKS, { saved_scan_id, ...more }, key).expect(201)).body;
  const revoke = (id: string, key: 'free' | 'business' = 'business'): Test =>
    request(app.app).delete(`${LINKS}/${id}`).set('X-API-Key', app.keys[key]);
  const read = (url: string, headers: Record<string, string> = {}): Test =>
    request(app.app).get(new URL(url).pathname).set(headers);
  const isNoTable = async (url: string) => {
    const { status, body } = await read(url);
    expect([status, body]).toEqual([404, { error: { code: 'not_found', message: NO_TABLE } }]);
  };
  const account = async () => (await app.storage.accounts.findByEmail('business@example.com'))!;

  test('a table is the current result of its saved scan as CSV, read without a key and revalidated each time', async () => {
    await start();
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
      'cache-control': 'private, no-cache',
      'x-answer': expect.stringContaining('"count":5'),
    });
    const head = await request(app.app).head(new URL(url).pathname).expect(200);
    expect([head.headers.etag, head.headers['content-length'], head.text]).toEqual([
      headers.etag,
      String(Buffer.byteLength(text)),
      undefined,
    ]);
    await read(url, { 'If-None-Match': headers.etag }).expect(304);
    await read(url, { 'If-None-Match': 'W/"other"' }).expect(200);
    // It follows changes of the query.
    const ann = await signIn(app, 'business@example.com');
    await ann.patch(`/v1/saved-scans/${id}`, { query: { ...query, limit: 3 } }).expect(200);
    expect(cellsOf((await read(url).expect(200)).text)).toHaveLength(1 + 3);
  });

  test('a table has the column types that the guide names for spreadsheets', async () => {
    await start();
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

  test('a link is listed without its secret, works until it is revoked, and leaves account events', async () => {
    await start();
    const id = await save({});
    const { url, table_link, message } = await link(id, undefined, { name: 'Blatt; 1' });
    const secret = /^http:\/\/localhost:8080\/v1\/tables\/([\w-]{43})\.csv$/.exec(url)![1];
    expect([message, table_link.last_four, table_link.name]).toEqual([
      'Shown once, keep it now.',
      secret.slice(-4),
      'Blatt; 1',
    ]);
    expect((await app.get(LINKS)).body).toEqual({ table_links: [table_link], most: 50 });
    await read(url).expect(200);
    await app.service.settled();
    const [{ last_read_at }] = (await app.get(LINKS)).body.table_links;
    expect(last_read_at).toBe('2024-12-19T15:00:00.000Z');
    const stored = await app.sql('table_link').first();
    expect(JSON.stringify(stored)).not.toContain(secret);
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}.csv`;
    for (const file of [wrong, secret, `${secret}.CSV`, `${secret}.ics`, `${secret}x.csv`, 'x.csv', '%00.csv'])
      expect([file, (await request(app.app).get(`/v1/tables/${file}`)).status]).toEqual([file, 404]);
    for (const extension of ['ics', 'csv'])
      expect((await request(app.app).get(`/v1/calendars/${secret}.${extension}`)).status).toBe(404);
    expect((await revoke(table_link.table_link_id, 'free')).status).toBe(404);
    await revoke(table_link.table_link_id).expect(200);
    await isNoTable(url);
    expect(faultsAgainst('/components/schemas/ErrorBody', (await read(url)).body)).toEqual([]);
    await revoke(table_link.table_link_id).expect(404);
    const ann = await signIn(app, 'business@example.com');
    const { events } = (await ann.get('/v1/account/events')).body;
    const noted = events.filter(({ event }: { event: string }) => event.startsWith('table'));
    expect(noted.map(({ event, subject, detail }: Record<string, string>) => [event, subject, detail])).toEqual([
      ['table_link_revoked', table_link.table_link_id, 'Blatt; 1'],
      ['table_link_made', table_link.table_link_id, 'Blatt; 1'],
    ]);
    // The log contains neither the secret nor the wrong ones.
    expect(lines.some((line) => line.includes('getTable'))).toBe(true);
    expect(lines.filter((line) => line.includes(secret.slice(0, 20)) || line.includes('x.csv'))).toEqual([]);
  });

  test('a link is 404 after its scan is deleted, and while its account is suspended', async () => {
    await start();
    const id = await save({});
    const { url } = await link(id);
    const { id: accountId } = await account();
    const event = { accountId, at: app.clock.now(), by: 'command', subject: null, detail: null } as const;
    await app.storage.accounts.suspend(accountId, app.clock.now(), { ...event, kind: 'account_suspended' });
    await isNoTable(url);
    await app.storage.accounts.suspend(accountId, null, { ...event, kind: 'account_resumed' });
    await read(url).expect(200);
    await request(app.app).delete(`/v1/saved-scans/${id}`).set('X-API-Key', app.keys.business).expect(200);
    await isNoTable(url);
    expect((await app.get(LINKS)).body.table_links).toEqual([]);
  });

  test('each read applies the current plan: its rows, its markets and its number of links', async () => {
    await start();
    const both = await save({ markets: '0,16', window: 'next_month', limit: 20 });
    const coins = await save({ markets: '16', window: 'next_month' });
    const links = [];
    for (const id of [both, coins, both]) {
      links.push(await link(id));
      app.clock.set(new Date(app.clock.now().getTime() + 1000).toISOString());
    }
    const marketsOf = async (url: string) => {
      const [columns, ...rows] = cellsOf((await read(url).expect(200)).text);
      return rows.map((row) => row[columns.indexOf('market')]);
    };
    expect(new Set(await marketsOf(links[0].url))).toEqual(new Set(['0', '16']));
    await read(links[1].url).expect(200);
    await app.storage.accounts.setTier((await account()).id, 'free');
    expect(await marketsOf(links[0].url)).toEqual(['0', '0', '0']);
    for (const { url } of links.slice(1)) await isNoTable(url);
  });

  test('a key creates links to its own markets only, and none if it is read-only or the demo token', async () => {
    await start();
    const ann = await signIn(app, 'business@example.com');
    const keyOf = async (scope: object) => (await ann.post('/v1/account/keys', { name: 'n', ...scope })).body.secret;
    const narrow = await keyOf({ markets: ['11'] });
    const query = { markets: '0,11', window: 'next_month', limit: 20 };
    const id = await save(query);
    const { url, table_link } = await link(id, narrow);
    expect(table_link.markets).toEqual(['11']);
    const [columns, ...rows] = cellsOf((await read(url).expect(200)).text);
    expect(new Set(rows.map((row) => row[columns.indexOf('market')]))).toEqual(new Set(['11']));
    const dow = await save({ markets: '0' });
    expect((await app.post(LINKS, { saved_scan_id: dow }, narrow)).status).toBe(403);
    // The scan is changed to markets outside the key.
    await ann.patch(`/v1/saved-scans/${id}`, { query: { ...query, markets: '0' } }).expect(200);
    await isNoTable(url);
    const reading = await keyOf({ read_only: true });
    const refused = await app.post(LINKS, { saved_scan_id: id }, reading).expect(403);
    expect(refused.body.error.message).toMatch(/read-only: it cannot make table links/);
    expect((await app.get(LINKS, reading)).status).toBe(200);
    const demo = await app.post(LINKS, { saved_scan_id: id }, 'prn_demo').expect(403);
    expect(demo.body.error.code).toBe('demo_restricted');
    expect((await ann.post(LINKS, { saved_scan_id: id })).status).toBe(201);
  });

  test('invalid requests are refused with the reason, and concurrent ones never exceed the number of the plan', async () => {
    await start();
    const id = await save({});
    const refusals: [object, number, RegExp][] = [
      [{}, 400, /saved_scan_id/],
      [{ saved_scan_id: '5f1c0a9be27d4386' }, 404, /No saved scan/],
      [{ saved_scan_id: id, name: ' x' }, 400, /name/],
      [{ saved_scan_id: id, source: 'saved_scan' }, 400, /source/],
      [{ saved_scan_id: await save({}, 'dev') }, 404, /No saved scan/],
    ];
    for (const [body, status, message] of refusals) {
      const answer = await app.post(LINKS, body);
      expect([body, answer.status, answer.body.error.message]).toEqual([body, status, expect.stringMatching(message)]);
    }
    const own = await save({}, 'free');
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await app.post(LINKS, { saved_scan_id: own }, 'free')).status),
    );
    expect(statuses.sort()).toEqual([201, 201, 403, 403, 403, 403]);
    expect((await app.get('/v1/me', 'free')).body.table_link_limit).toBe(2);
  });

  test('a table whose saved scan has dates in the past is 400 with the reason', async () => {
    await start();
    const { url } = await link(await save({ markets: '0', window: '2024-12-20..2024-12-24' }));
    await read(url).expect(200);
    app.clock.set('2025-02-03T15:00:00Z');
    const { body } = await read(url).expect(400);
    expect(body.error.message).toMatch(/^window start/);
  });

  test('a read is a request of its account, without predictions; wrong addresses are limited by client address', async () => {
    await start({ metered: true });
    const { url } = await link(await save({ markets: '0' }, 'free'), 'free');
    const { headers } = await read(url).expect(200);
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['10', '7']);
    expect(JSON.parse(headers['x-answer']).ml_remaining_today).toBe(0);
    expect((await app.get('/v1/me', 'free')).body.ml_remaining_today).toBe(5);
    for (let i = 0; i < 6; i++) await read(url).expect(200);
    expect((await read(url)).status).toBe(429);
    const guess = () => request(app.app).get(`/v1/tables/${'A'.repeat(43)}.csv`);
    const { headers: guessed } = await guess().expect(404);
    expect(guessed['x-ratelimit-limit']).toBe('60');
    for (let i = 0; i < 59; i++) await guess();
    expect((await guess()).status).toBe(429);
  });
}
