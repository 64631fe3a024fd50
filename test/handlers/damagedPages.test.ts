import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** Pages of the database overwritten on the disk: what lies on them is lost, and nothing else. */

function stock(symbol: string, seed: number): TestSymbol {
  const season = { month: 12, day: 18, hold: 20, pct: 5 + (seed % 3) };
  return { symbol, markets: ['0'], bars: seasonalWalk({ seed, from: '2012-01-02', to: '2024-12-19', season }) };
}

const SYMBOLS = ['D0', 'D1', 'D2'].map(stock);
const PAGE = 4096;

/** Overwrites the page in the middle of a symbol's stored columns with bytes that are no page. */
async function overwrite({ sql, file }: TestApp, symbol: string, column_set: 'close' | 'range'): Promise<void> {
  await sql.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  const { id } = await sql('symbol').where({ ticker: symbol }).first('id');
  const { data } = await sql('price_column').where({ symbol_id: id, column_set }).first('data');
  const bytes = readFileSync(file);
  // One of the two lies in a single page.
  const at = Math.max(...[20_000, 20_200].map((from) => bytes.indexOf(data.subarray(from, from + 100))));
  expect(at).toBeGreaterThan(0);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(PAGE, 0xff), 0, PAGE, Math.floor(at / PAGE) * PAGE);
  closeSync(handle);
}

async function expectIsolated(service: TestApp): Promise<void> {
  const { body } = await service.get('/v1/scan?markets=0&limit=100&direction=long').expect(200);
  expect(body).toMatchObject({ evidence_failures: 1, market_failures: [] });
  expect(body.opportunities.map((card: { symbol: string }) => card.symbol).sort()).toEqual(['D0', 'D2']);
  const refused = await service.get('/v1/analyze/D1').expect(503);
  expect(refused.body.error.code).toBe('upstream_unavailable');
  await service.get('/v1/analyze/D2').expect(200);
  await service.get('/v1/opportunities?market=0').expect(200);
}

describe.each(['close', 'range'] as const)('pages of the %s columns', (set) => {
  test('while it runs: one symbol is lost', async () => {
    const service = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS });
    try {
      await service.get('/v1/analyze/D1').expect(200);
      await overwrite(service, 'D1', set);
      // Any change of market data makes the service look at its prices anew.
      await service.sql('symbol').where({ ticker: 'D0' }).update({ name: 'Renamed' });
      let failures = 0;
      for (let i = 0; i < 50 && failures === 0; i++) {
        failures = (await service.get('/v1/scan?markets=0&limit=100&direction=long').expect(200)).body
          .evidence_failures;
      }
      await expectIsolated(service);
    } finally {
      await service.close();
    }
  });

  test('before the start: it starts all the same', async () => {
    const service = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, warm: false });
    try {
      await overwrite(service, 'D1', set);
      await service.service.warm();
      await expectIsolated(service);
    } finally {
      await service.close();
    }
  });
});
