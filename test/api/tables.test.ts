import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'supertest';
import { createApp } from '../../src/app';
import type { Engine } from '../../src/engine/engine';
import { type AnswerInput, answer } from '../../src/engine/tasks/answer';
import { Thread } from '../../src/engine/tasks/thread';
import type { Handler, Output } from '../../src/operation';
import { writeAnswer } from '../../src/services/screening/written';
import { DEMO_KEY, startTestApp, type TestApp } from '../helpers/app';
import { openedContract } from '../helpers/contract';
import { cellsOf } from '../helpers/csvText';
import { shellSettings } from '../helpers/shell';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Answers as tables: the same rows with fixed columns, by the same requests. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse(), metered: true });
});
afterAll(() => app.close());

const CSV = 'text/csv; charset=utf-8';
const NDJSON = 'application/x-ndjson';
const ROWS = 'application/json; profile=rows; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const SCAN = '/v1/scan?markets=0&window=next_month';

type Line = Record<string, unknown>;
const ndjsonOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line): Line => JSON.parse(line));

/** Operations with tables by GET; POST /score has a test of its own. */
const CASES = [
  { path: SCAN, rows: 'opportunities', file: 'scan', key: 'business' },
  {
    path: '/v1/opportunities?market=0&from=2024-12-23&limit=7',
    rows: 'opportunities',
    file: 'opportunities',
    key: 'dev',
  },
  { path: '/v1/opportunities/D00?market=0', rows: 'opportunities', file: 'opportunities', key: 'dev' },
  { path: '/v1/symbols/D00/opportunities?market=0', rows: 'opportunities', file: 'opportunities', key: 'dev' },
  { path: '/v1/compare?symbols=D00,D01&market=0', rows: 'symbols', file: 'compare', key: 'dev' },
  { path: '/v1/seasonal-chart?market=0&symbol=D00', rows: 'seasonal_curve', file: 'seasonal-chart', key: 'dev' },
  { path: '/v1/daily-pick/track-record?', rows: 'picks', file: 'track-record', key: 'dev' },
  { path: '/v1/daily-pick/ledger?limit=50', rows: 'records', file: 'ledger', key: 'dev' },
  { path: '/v1/markets/0/symbols?prefix=D&limit=12', rows: 'symbols', file: 'symbols', key: 'dev' },
];

describe.each(CASES)('$path', ({ path, rows, file, key }) => {
  test('has the rows of the JSON in their order, as CSV, as lines of JSON and as one list', async () => {
    const json = (await app.get(path, key).expect(200)).body[rows] as Line[];
    const csv = await app.get(`${path}&format=csv`, key).expect(200).expect('Content-Type', CSV);
    const lines = await app.get(`${path}&format=ndjson`, key).expect(200).expect('Content-Type', NDJSON).buffer();
    const [columns, ...cells] = cellsOf(csv.text);
    const objects = ndjsonOf(lines.text ?? String(lines.body));
    expect(cells).toHaveLength(json.length);
    expect(objects).toHaveLength(json.length);
    for (const [i, object] of objects.entries()) {
      expect(Object.keys(object)).toEqual(columns);
      expect(cells[i]).toEqual(Object.values(object).map((value) => (value === null ? '' : String(value))));
      for (const name of columns) {
        const value = json[i][name];
        if (typeof value === 'string' || typeof value === 'number') expect([name, object[name]]).toEqual([name, value]);
      }
    }
    const list = await app.get(`${path}&format=rows&theme=dark`, key).expect(200).expect('Content-Type', ROWS);
    expect(list.body).toEqual(objects);
    expect(list.headers['content-disposition']).toBeUndefined();
    expect(csv.headers['x-answer']).toMatch(/^\{"/);
    expect(csv.headers['content-disposition']).toBe(`attachment; filename=${file}.csv`);
    expect(lines.headers['content-disposition']).toBe(`attachment; filename=${file}.ndjson`);
  });
});

test('a table has every column, whatever the view', async () => {
  const texts = await Promise.all(
    ['full', 'table&include=chart', 'decision'].map(
      async (view) => (await app.get(`${SCAN}&view=${view}&format=csv`)).text,
    ),
  );
  expect(new Set(texts).size).toBe(1);
  expect(cellsOf(texts[0]).length).toBeGreaterThan(1);
});

test('a saved scan is answered with the table of its scan, whatever view it was saved with', async () => {
  const query = { markets: '0', window: 'next_month', view: 'table', limit: 7 };
  const { saved_scan_id } = (await app.post('/v1/saved-scans', { name: 'for a sheet', query })).body;
  const saved = `/v1/saved-scans/${saved_scan_id}/results`;
  for (const format of ['csv', 'ndjson', 'rows']) {
    const scan = await app.get(`${SCAN}&limit=7&format=${format}`).expect(200).buffer();
    const { text, headers } = await app.get(`${saved}?format=${format}`).expect(200).buffer();
    expect(text).toBe(scan.text);
    expect(headers['content-type']).toBe(scan.headers['content-type']);
  }
  expect(cellsOf((await app.get(`${saved}?format=csv`)).text)).toHaveLength(8);
  expect((await app.get(saved)).body.view).toBe('table');
});

test('the fields beside the rows in JSON are in the header X-Answer', async () => {
  const { body } = await app.get(`${SCAN}&limit=2&view=decision`).expect(200);
  const { headers } = await app.get(`${SCAN}&limit=2&format=csv`).expect(200);
  const { opportunities: _, ...rest } = body;
  expect(JSON.parse(headers['x-answer'])).toEqual({ ...rest, generated_at: expect.any(String) });
});

test.each([
  { accept: 'text/csv', type: CSV },
  { accept: 'application/x-ndjson', type: NDJSON },
  { accept: 'application/ndjson', type: NDJSON },
  { accept: 'text/csv;q=0.5, application/json', type: JSON_TYPE },
  { accept: 'application/json;q=0.5, text/csv', type: CSV },
  { accept: 'application/json; profile=rows', type: ROWS },
  { accept: 'text/*', type: CSV },
  { accept: '*/*', type: JSON_TYPE },
  { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', type: JSON_TYPE },
  { accept: 'image/png', type: JSON_TYPE },
  { accept: ';;,', type: JSON_TYPE },
  { accept: 'text/csv', format: 'json', type: JSON_TYPE },
  { accept: 'application/json', format: 'csv', type: CSV },
  { accept: 'application/json', format: 'rows', type: ROWS },
  { accept: undefined, type: JSON_TYPE },
])('Accept: $accept with format $format is answered as $type', async ({ accept, format, type }) => {
  const asked = app.get(`${SCAN}&limit=1${format ? `&format=${format}` : ''}`);
  const { headers } = await (accept === undefined ? asked : asked.set('Accept', accept)).expect(200);
  expect(headers['content-type']).toBe(type);
  expect(headers.vary).toBe('Origin, Accept, Accept-Encoding');
});

test('an operation without tables answers JSON, whatever Accept says', async () => {
  const { headers } = await app.get('/v1/markets').set('Accept', 'text/csv').expect(200);
  expect(headers['content-type']).toBe(JSON_TYPE);
  expect(headers.vary).toBe('Origin, Accept-Encoding');
});

test.each([
  ['/v1/scan?format=xlsx', 400, 'invalid_request'],
  ['/v1/scan?format=csv&years=1', 400, 'invalid_request'],
  ['/v1/scan?format=csv&format=csv', 400, 'invalid_request'],
  ['/v1/markets?format=csv', 400, 'invalid_request'],
  ['/v1/markets?theme=dark', 400, 'invalid_request'],
  ['/v1/scan?format=rows&theme=blue', 400, 'invalid_request'],
  ['/v1/scan?format=rows&colour=dark', 400, 'invalid_request'],
  ['/v1/seasonal-chart?market=0&symbol=NOBODY&format=csv', 404, 'not_found'],
])('an error stays JSON: %s', async (path, status, code) => {
  const { body, headers } = await app
    .get(path)
    .set('Accept', 'text/csv')
    .expect(status as number);
  expect(headers['content-type']).toBe(JSON_TYPE);
  expect(body.error.code).toBe(code);
});

test('each format has an ETag of its own, which avoids sending it again', async () => {
  const path = `${SCAN}&limit=2`;
  const answers = await Promise.all(['json', 'csv', 'ndjson', 'rows'].map((one) => app.get(`${path}&format=${one}`)));
  const tags = answers.map(({ headers }) => headers.etag);
  expect(new Set(tags).size).toBe(4);
  app.clock.set('2024-12-20T15:01:00Z');
  await app.get(`${path}&format=csv`).set('If-None-Match', tags[1]).expect(304);
  await app.get(`${path}&format=csv`).set('If-None-Match', tags[0]).expect(200);
});

test('a table is one request, in scope and within the limits of the plan', async () => {
  const left = ({ headers }: Response) => Number(headers['x-ratelimit-remaining-day']);
  const before = left(await app.get('/v1/me', 'pro'));
  const { text, headers } = await app.get(`${SCAN}&limit=100&format=csv`, 'pro').expect(200);
  expect(cellsOf(text).length).toBeGreaterThan(3);
  expect(Number(headers['x-ratelimit-remaining-day'])).toBe(before - 1);
  const cut = await app.get(`${SCAN}&limit=100&format=csv`, 'free').expect(200);
  expect(cellsOf(cut.text)).toHaveLength(1 + 3);
  expect(JSON.parse(cut.headers['x-answer'])).toMatchObject({ capped_by_plan: true, count: 3 });
  expect((await app.get('/v1/scan?markets=16&format=csv', 'free').expect(403)).body.error.code).toBe('forbidden');
  expect((await app.get('/v1/scan?format=csv', DEMO_KEY).expect(403)).body.error.code).toBe('demo_restricted');
});

test('a table without rows is an empty list, and many cards are one list', async () => {
  const none = await app.get(`${SCAN}&min_avg_return=1000&format=rows`).expect(200).expect('Content-Type', ROWS);
  expect(none.body).toEqual([]);
  const path = '/v1/scan?markets=0,2,11&window=next_month&limit=100&pool=100';
  const [{ body }, { text }] = [await app.get(`${path}&format=rows`), await app.get(`${path}&format=csv`)];
  // More than one task writes.
  expect(body.length).toBeGreaterThan(64);
  expect(body.map(({ symbol }: Line) => symbol)).toEqual(
    cellsOf(text)
      .slice(1)
      .map(([, symbol]) => symbol),
  );
});

test('POST /score answers as a table too, a row for each item', async () => {
  const items = ['D00', 'NOBODY'].map((symbol) => ({ symbol, date: '2024-12-23', days_out: 20, direction: 'long' }));
  const { text } = await app.post('/v1/score?format=csv', items).expect(200).expect('Content-Type', CSV);
  const [columns, ...rows] = cellsOf(text);
  const list = await app.post('/v1/score?format=rows', items).expect(200).expect('Content-Type', ROWS);
  expect(list.body.map((row: Line) => columns.map((name) => String(row[name] ?? '')))).toEqual(rows);
  expect(rows.map(([symbol]) => symbol)).toEqual(['D00', 'NOBODY']);
  expect(rows.map((row) => row[columns.indexOf('note')])).toEqual([
    expect.stringMatching(/\S/),
    expect.stringMatching(/\S/),
  ]);
});

describe('five thousand rows', () => {
  const COUNT = 5_000;

  /** About a kilobyte per row: more than the buffers of a connection hold. */
  async function serving() {
    const listed = { name: 'Company '.repeat(125), first_date: '1994-01-03', last_date: '2024-12-19' };
    const symbols = Array.from({ length: COUNT }, (_, i) => ({ symbol: `S${i}`, ...listed }));
    const many: Output<'listSymbols'> = { symbols, total: COUNT, matched: COUNT, count: COUNT };
    const thread = new Thread(() => {
      throw new Error('no prices are read');
    });
    const engine = { run: (_: string, input: AnswerInput) => answer(input, thread) } as unknown as Engine;
    const listSymbols: Handler<'listSymbols'> = (_, context) => writeAnswer(engine, 'listSymbols', many, context);
    const handlers = { ...app.service.app.handlers, listSymbols };
    const shell = { ...app.service.app, handlers, ...shellSettings() };
    const server = createServer(createApp(shell, await openedContract())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as AddressInfo).port };
  }

  test.each(['json', 'csv', 'ndjson', 'rows'])(
    'reach a slow client whole as %s, while other requests are answered',
    async (format) => {
      const { server, port } = await serving();
      const ask = async (path: string): Promise<IncomingMessage> => {
        const asked = get({ port, path, headers: { 'X-API-Key': app.keys.business }, agent: false });
        const [response] = await once(asked, 'response');
        return response;
      };
      const slow = await ask(`/v1/markets/0/symbols?format=${format}`);
      const chunks: Buffer[] = [];
      for await (const chunk of slow) {
        chunks.push(chunk);
        if (chunks.length % 20 !== 0) continue;
        const other = await ask('/v1/me');
        other.resume();
        expect(other.statusCode).toBe(200);
      }
      const text = Buffer.concat(chunks).toString();
      expect(text).toHaveLength(Number(slow.headers['content-length']));
      if (format === 'json') expect(JSON.parse(text).symbols).toHaveLength(COUNT);
      else if (format === 'rows') expect(JSON.parse(text)).toHaveLength(COUNT);
      else expect(text.split('\n')).toHaveLength(COUNT + (format === 'csv' ? 2 : 1));
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  );
});
