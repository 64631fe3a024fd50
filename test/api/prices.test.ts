import type { Bars } from '../../src/core/window/bars';
import { startTestApp, type TestApp } from '../helpers/app';
import { bodyPointer, ERROR_POINTER, faultsAgainst } from '../helpers/contractAjv';
import { storeBars } from '../helpers/storage';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** Answers follow what other processes store, damage and remove: whole answers or honest refusals, never a 500. */

const WALK = { from: '2008-01-02', to: '2024-12-19', season: { month: 12, day: 18, hold: 20, pct: 7 } };
const TICKERS = ['R0', 'R1', 'R2', 'R3', 'R4', 'R5'];
const REQUESTS: [path: string, contractPath: string][] = [
  ['scan?markets=0,11&limit=50', '/scan'],
  ['scan?markets=0&rank_by=edge&min_sharpe=0', '/scan'],
  ['opportunities?market=0', '/opportunities'],
  ['opportunities/R1?market=0', '/opportunities/{symbol}'],
  ['analyze/R2?include=chart', '/analyze/{symbol}'],
  ['analyze/R3?entry_date=2024-12-20&days_out=20', '/analyze/{symbol}'],
  ['patterns/0/R4', '/patterns/{market_id}/{symbol}'],
  ['seasonal-chart?market=0&symbol=R5', '/seasonal-chart'],
  ['markets', '/markets'],
  ['markets/0/symbols', '/markets/{market_id}/symbols'],
];
const ROUNDS = 14;

let service: TestApp;
beforeAll(async () => {
  const symbols = TICKERS.map((symbol, i) => ({ symbol, markets: ['0'], bars: seasonalWalk({ seed: i, ...WALK }) }));
  service = await startTestApp({ now: UNIVERSE_NOW, symbols });
});
afterAll(() => service.close());

test('an import by another process is visible at once: new symbols, changed prices, a new market', async () => {
  const scanned = async () => {
    const { body } = await service.get('/v1/scan?direction=long&view=table&markets=11').expect(200);
    return body.opportunities.map((row: { symbol: string }) => row.symbol);
  };
  const walk = (pct: number) => seasonalWalk({ seed: 2, ...WALK, season: { ...WALK.season, pct } });
  const put = (bars: Bars) =>
    storeBars(service.storage.prices, { symbol: 'NEW', markets: ['11'] }, bars, { source: 'late import' });
  expect(await scanned()).toEqual([]);
  await service.get('/v1/analyze/NEW').expect(404);

  await put(walk(7));
  expect(await scanned()).toEqual(['NEW']);
  const { body } = await service.get('/v1/analyze/new').expect(200);
  expect(body.card.market.id).toBe('11');
  expect(body.card.receipts.source).toContain('late import');
  expect((await service.get('/v1/markets/11/symbols').expect(200)).body.total).toBe(1);

  const window = '/v1/analyze/NEW?entry_date=2024-12-20&days_out=18&direction=long';
  const before = (await service.get(window).expect(200)).body.card;
  await put(walk(-9));
  const after = (await service.get(window).expect(200)).body.card;
  expect(after.stats.avg_return_pct).toBeLessThan(0);
  expect(before.stats.avg_return_pct).toBeGreaterThan(3);
  expect(after.bias).toBe('neutral');
  expect(await scanned()).toEqual([]);
});

/** One change by another process; the kind of change depends on the turn. */
async function change(turn: number): Promise<void> {
  const { sql, storage } = service;
  const ticker = TICKERS[turn % TICKERS.length];
  const [id] = await sql('symbol').where({ ticker }).pluck('id');
  const columns = () => sql('price_column').where({ symbol_id: id });
  if (turn % 5 === 1)
    await columns()
      .where({ column_set: 'range' })
      .update({ data: Buffer.alloc(16) });
  else if (turn % 5 === 2) await columns().update({ data: Buffer.from('rubbish') });
  else if (turn % 5 === 3) await sql('price_series').where({ symbol_id: id }).delete();
  else {
    // With another first day each time, so that the new bars do not match the old ones.
    const bars = seasonalWalk({ seed: 100 + turn, ...WALK, from: `20${10 + (turn % 10)}-03-0${1 + (turn % 9)}` });
    await storeBars(storage.prices, { symbol: ticker, markets: ['0'] }, bars, { source: `turn ${turn}` });
  }
}

test('every answer is whole, or a 404 or 503 of the contract', async () => {
  const statuses = new Set<number>();
  for (let turn = 0; turn < ROUNDS; turn++) {
    const asked = REQUESTS.map(async ([path, contractPath]) => {
      const { status, body } = await service.get(`/v1/${path}`);
      statuses.add(status);
      expect([path, [200, 404, 503].includes(status) ? 'answered' : status]).toEqual([path, 'answered']);
      expect(faultsAgainst(status === 200 ? bodyPointer(contractPath) : ERROR_POINTER, body)).toEqual([]);
      for (const card of status === 200 && path.startsWith('scan') ? body.opportunities : []) {
        expect(card.receipts.per_year.length).toBe(card.receipts.years_tested);
      }
    });
    await Promise.all([change(turn), ...asked]);
  }
  expect(statuses).toContain(200);
  expect(statuses).toContain(503);
});

test('once all prices are stored again, every request succeeds', async () => {
  for (const [i, symbol] of TICKERS.entries()) {
    const bars = seasonalWalk({ seed: i, ...WALK });
    await storeBars(service.storage.prices, { symbol, markets: ['0'] }, bars, { source: 'again' });
  }
  const statuses = await Promise.all(REQUESTS.map(async ([path]) => (await service.get(`/v1/${path}`)).status));
  expect(statuses).toEqual(REQUESTS.map(() => 200));
});
