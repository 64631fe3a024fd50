import type { PatternCard } from '../../src/answers/shapes';
import { startTestApp, type TestApp } from '../helpers/app';
import { seasonalWalk } from '../helpers/universe';

/**
 * A market whose last bar lies more than the gap limit behind the last session that is due has no order tickets, and every
 * answer says how old its prices are (METHOD 1). Market 0 ends on 2024-12-31, market 11 continues.
 */

let service: TestApp;
beforeAll(async () => {
  const season = { month: 1, day: 13, hold: 30, pct: 9 };
  const walk = (seed: number, to: string) => seasonalWalk({ seed, from: '2008-01-02', to, season });
  service = await startTestApp({
    nullDistributions: { mode: 'waiting' },
    now: '2025-01-13T15:00:00Z',
    symbols: [
      { symbol: 'AAA', markets: ['0'], bars: walk(1, '2024-12-31') },
      { symbol: 'BBB', markets: ['0'], bars: walk(2, '2024-12-31') },
      { symbol: 'FUND', markets: ['11'], bars: walk(3, '2025-06-30') },
    ],
  });
});
afterAll(() => service.close());

const NOTE =
  'Prices of market 0 (DOW 30 STOCKS) end 13 days before the last session that should be there. No card of it carries an order ticket.';

test('up to ten days behind, cards keep their tickets, and a scan mentions more than three missing sessions', async () => {
  service.clock.set('2025-01-13T15:00:00Z');
  const { body } = await service.get('/v1/scan?markets=0,11').expect(200);
  const cards: PatternCard[] = body.opportunities;
  expect(cards.some(({ market, next_step }) => market.id === '0' && next_step.order_ticket)).toBe(true);
  expect(body).not.toHaveProperty('data_age_note');
  expect(body.summary).not.toContain('old');
  expect(body.summary).toContain('Prices of market 0 end on 2024-12-31: 6 sessions since are missing.');
  const { body: list } = await service.get('/v1/markets').expect(200);
  const behind = list.markets.map((market: { sessions_behind: number | null }) => market.sessions_behind);
  expect([behind[0], behind[5], behind[11]]).toEqual([6, null, 0]);
});

test('up to three missing sessions are not mentioned', async () => {
  service.clock.set('2025-01-07T15:00:00Z');
  const { body } = await service.get('/v1/scan?markets=0,11').expect(200);
  expect(body.summary).not.toContain('missing');
  service.clock.set('2025-01-07T23:00:00Z');
  expect((await service.get('/v1/scan?markets=0,11').expect(200)).body.summary).toContain(
    '4 sessions since are missing',
  );
});

describe('more than ten days behind', () => {
  beforeAll(() => service.clock.set('2025-01-14T15:00:00Z'));

  test('cards of the market have no ticket, those of other markets do', async () => {
    const { body } = await service.get('/v1/scan?markets=0,11').expect(200);
    const cards: PatternCard[] = body.opportunities;
    expect(new Set(cards.map(({ market }) => market.id))).toEqual(new Set(['0', '11']));
    for (const { market, edge_score, bias, edge_basis, next_step } of cards) {
      if (market.id === '11') continue;
      expect(edge_score).toBeLessThanOrEqual(39);
      expect(bias).toBe('neutral');
      expect(next_step).not.toHaveProperty('order_ticket');
      expect(edge_basis).toContain('prices of its market are 13 days old');
    }
    expect(cards.some(({ market, next_step }) => market.id === '11' && next_step.order_ticket)).toBe(true);
    expect(body.data_age_note).toBe(NOTE);
    expect(body.summary).toContain('Prices of market 0 are old: they end on 2024-12-31.');
  });

  test.each([
    '/v1/analyze/AAA',
    '/v1/analyze/AAA?entry_date=2025-01-14&days_out=30&direction=long',
    '/v1/analyze/AAA?period=q1',
    '/v1/opportunities?market=0',
    '/v1/opportunities/AAA?market=0',
    '/v1/patterns/0/AAA?days_out=30',
    '/v1/seasonal-chart?symbol=AAA&market=0&days_out=30',
    '/v1/compare?symbols=AAA,FUND&direction=long',
  ])('%s says how old the prices are', async (path) => {
    const { body } = await service.get(path).expect(200);
    expect(body.data_age_note).toBe(NOTE);
    if (body.card) expect(body.card.edge_score).toBeLessThanOrEqual(39);
    if (body.card) expect(body.card.next_step).not.toHaveProperty('order_ticket');
  });

  test('baskets, scores and the list of markets say it too', async () => {
    const positions = [{ symbol: 'AAA', direction: 'long', weight_pct: 100 }];
    const scenario = await service.post('/v1/portfolio/scenarios', { positions, horizon: '30' }).expect(200);
    expect(scenario.body.data_age_note).toBe(NOTE);
    const items = [{ symbol: 'AAA', date: '2025-01-15', direction: 'long', days_out: 20 }];
    const scores = await service.post('/v1/score', items).expect(200);
    expect(scores.body.data_age_note).toBe(NOTE);
    const { body } = await service.get('/v1/markets').expect(200);
    expect(body.markets[0].data_age_note).toBe(NOTE);
    expect(body.markets.filter((market: object) => 'data_age_note' in market)).toHaveLength(1);
  });

  test('an answer from current markets only has no such note', async () => {
    const { body } = await service.get('/v1/analyze/FUND').expect(200);
    expect(body).not.toHaveProperty('data_age_note');
  });

  test('an entry of the past is judged by what was known then', async () => {
    const past = '/v1/analyze/AAA?entry_date=2024-01-15&days_out=20&direction=long';
    const { body } = await service.get(past).expect(200);
    expect(body).not.toHaveProperty('data_age_note');
    expect(body.card.edge_score).toBeGreaterThanOrEqual(40);
    expect(body.card.next_step).not.toHaveProperty('order_ticket');
    service.clock.set('2024-01-15T15:00:00Z');
    const then = await service.get(past).expect(200);
    expect(body.card.edge_score).toBe(then.body.card.edge_score);
  });
});
