import type { Bars } from '../../src/core/window/bars';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { storeBars } from '../helpers/storage';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** Answers follow the clock and what other processes store (DESIGN 5 "NOW", issue "engine"). */

const SEASON = { month: 12, day: 18, hold: 20, pct: 7 };

function bars(seed: number, to = '2024-12-19', pct = SEASON.pct): Bars {
  return seasonalWalk({ seed, from: '2008-01-02', to, season: { ...SEASON, pct } });
}

const OLD: TestSymbol = { symbol: 'OLD', markets: ['0'], bars: bars(1) };

function service(options: Parameters<typeof startTestApp>[0] = {}) {
  return startTestApp({ now: UNIVERSE_NOW, symbols: [OLD], ...options });
}

async function put({ storage }: TestApp, symbol: string, market: string, stored: Bars) {
  await storeBars(storage.prices, { symbol, markets: [market] }, stored, { source: 'late import' });
}

test('an import by another process is visible at once: new symbols, changed prices, a new market', async () => {
  const app = await service();
  const symbols = async (query: string) => {
    const { body } = await app.get(`/v1/scan?direction=long&view=table&${query}`).expect(200);
    return body.opportunities.map((row: { symbol: string }) => row.symbol).sort();
  };
  expect(await symbols('markets=0,11')).toEqual(['OLD']);
  await app.get('/v1/analyze/NEW').expect(404);

  await put(app, 'NEW', '11', bars(2));
  expect(await symbols('markets=0,11')).toContain('NEW');
  const { body } = await app.get('/v1/analyze/new').expect(200);
  expect(body.card.market.id).toBe('11');
  expect(body.card.receipts.source).toContain('late import');
  expect((await app.get('/v1/markets/11/symbols').expect(200)).body.total).toBe(1);

  const window = '/v1/analyze/NEW?entry_date=2024-12-20&days_out=18&direction=long';
  const before = (await app.get(window).expect(200)).body.card;
  await put(app, 'NEW', '11', bars(2, '2024-12-19', -9));
  const after = (await app.get(window).expect(200)).body.card;
  expect(after.stats.avg_return_pct).toBeLessThan(0);
  expect(before.stats.avg_return_pct).toBeGreaterThan(3);
  expect(after.bias).toBe('neutral');
  expect(await symbols('markets=0,11')).not.toContain('NEW');
  await app.close();
});

test('bars after NOW are invisible', async () => {
  const now = '2020-06-15T15:00:00Z';
  const late: TestSymbol = {
    symbol: 'LATER',
    markets: ['0'],
    bars: seasonalWalk({ seed: 9, from: '2021-01-04', to: '2024-12-19' }),
  };
  const cut = await service({ now, symbols: [{ ...OLD, bars: bars(1, '2020-06-12') }] });
  const whole = await service({ now, symbols: [OLD, late] });
  for (const path of [
    '/v1/scan?window=2020-06-15..2020-12-31',
    '/v1/opportunities?market=0&from=2020-12-18',
    '/v1/opportunities/OLD?market=0',
    '/v1/analyze/OLD',
    '/v1/analyze/OLD?entry_date=2020-12-20&days_out=15',
    '/v1/patterns/0/OLD',
    '/v1/seasonal-chart?market=0&symbol=OLD&entry_date=2020-02-29',
    '/v1/markets',
  ]) {
    const [want, got] = [await cut.get(path).expect(200), await whole.get(path).expect(200)];
    expect(got.body).toEqual(want.body);
    expect(JSON.stringify(got.body)).not.toMatch(/"202[1-9]"/);
  }
  const { body } = await whole.get('/v1/analyze/LATER').expect(404);
  expect(body.error.message).toContain('LATER');
  await Promise.all([cut.close(), whole.close()]);
});
