import { readFileSync } from 'node:fs';
import request from 'supertest';
import type { TestApp } from '../helpers/app';
import { overwritePage, overwriteTable, PAGE_BYTES } from '../helpers/damage';
import { eventually } from '../helpers/eventually';
import { decemberStock, UNIVERSE_NOW } from '../helpers/universe';
import { withApp } from '../helpers/withApp';

/** Overwritten pages of the database file: the data on them is lost, and nothing else. */

const SYMBOLS = ['D0', 'D1', 'D2'].map((symbol, i) => decemberStock(symbol, '0', i));

/** Overwrites the page in the middle of a symbol's stored columns with invalid bytes. */
async function overwrite({ sql, file }: TestApp, symbol: string, column_set: 'close' | 'range'): Promise<void> {
  await sql.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  const { id } = await sql('symbol').where({ ticker: symbol }).first('id');
  const { data } = await sql('price_column').where({ symbol_id: id, column_set }).first('data');
  const bytes = readFileSync(file);
  // At least one of the two samples lies in a single page.
  const at = Math.max(...[20_000, 20_200].map((from) => bytes.indexOf(data.subarray(from, from + 100))));
  expect(at).toBeGreaterThan(0);
  overwritePage(file, Math.floor(at / PAGE_BYTES));
}

async function expectIsolated(service: TestApp): Promise<void> {
  const { body } = await service.get('/v1/scan?markets=0&limit=100&direction=long').expect(200);
  expect(body).toMatchObject({ evidence_failures: 1, market_failures: [] });
  expect(body.opportunities.map((card: { symbol: string }) => card.symbol).sort()).toEqual(['D0', 'D2']);
  const refused = await service.get('/v1/analyze/D1').expect(503);
  expect(refused.body.error.code).toBe('upstream_unavailable');
  await service.get('/v1/analyze/D2').expect(200);
  const list = await service.get('/v1/opportunities?market=0&direction=long').expect(200);
  expect(list.body.evidence_failures).toBe(1);
}

describe.each(['close', 'range'] as const)('pages of the %s columns', (set) => {
  test('overwritten while the service runs: only their symbol fails', async () => {
    await withApp({ now: UNIVERSE_NOW, symbols: SYMBOLS }, async (service) => {
      await service.get('/v1/analyze/D1').expect(200);
      await overwrite(service, 'D1', set);
      // Prices in memory were verified when they were read, and are read again once the symbol changes.
      await service.sql('symbol').where({ ticker: 'D1' }).update({ name: 'Renamed' });
      await expectIsolated(service);
    });
  });

  test('overwritten before the start: the service starts, and only their symbol fails', async () => {
    await withApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, warm: false }, async (service) => {
      await overwrite(service, 'D1', set);
      await service.service.warm();
      await expectIsolated(service);
    });
  });
});

test('price_series overwritten while the service runs: requests for it are 503, and the log names the table', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  await withApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, logTo }, async (service) => {
    await service.sql.raw('PRAGMA wal_checkpoint(TRUNCATE)');
    overwriteTable(service.file, 'price_series');
    await service.sql('symbol').where({ ticker: 'D1' }).update({ name: 'Renamed' });
    await eventually(async () => {
      await service.get('/v1/markets/0/symbols').expect(200);
      return lines.some((line) => line.includes('is damaged'));
    });
    const refused = await service.get('/v1/analyze/D1').expect(503);
    expect(refused.body.error.code).toBe('upstream_unavailable');
    expect(lines.join('')).toMatch(/is damaged .*in the tables: price_series\b/);
  });
});

// At the same time, since tables are checked only every ten seconds.
test.concurrent.each(['saved_scan', 'api_key'])(
  '%s overwritten while the service runs: requests that need it are 503, and /readyz and the log name it',
  async (table) => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    await withApp({ symbols: SYMBOLS, logTo }, async (service) => {
      const ready = () => request(service.app).get('/readyz');
      await ready().expect(200);
      await service.sql.raw('PRAGMA wal_checkpoint(TRUNCATE)');
      overwriteTable(service.file, table);
      if (table === 'saved_scan') {
        // After a commit of another client, SQLite reads pages again.
        await service.sql('symbol').where({ ticker: 'D1' }).update({ name: 'Renamed' });
        const { body } = await service.post('/v1/saved-scans', { name: 'kept', query: {} }).expect(503);
        expect(body.error.code).toBe('upstream_unavailable');
        expect(lines.join('')).toMatch(/is damaged .*in the tables: saved_scan\b/);
      }
      await eventually(async () => (await ready()).status === 503);
      const { body } = await ready().expect(503);
      expect(body).toMatchObject({ reason: 'database_damaged', tables: [table] });
      const noticed = lines.map((line) => JSON.parse(line)).filter(({ reason }) => reason === 'database_damaged');
      expect(noticed).toMatchObject([{ level: 50, tables: [table] }]);
    });
  },
  60_000,
);
