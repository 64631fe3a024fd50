import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { startTestApp, type TestApp } from '../helpers/app';
import { cellsOf } from '../helpers/csvText';
import { signIn } from '../helpers/signedIn';

/** What a table link shows, over the sandbox. The links themselves are tested in links.test.ts. */

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
