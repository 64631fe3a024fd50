import type { PatternCard } from '../../src/answers/shapes';
import { startTestApp, type TestApp } from '../helpers/app';
import { seasonalWalk } from '../helpers/universe';

let service: TestApp;
beforeAll(async () => {
  const january = (seed: number, to: string) =>
    seasonalWalk({ seed, from: '2008-01-02', to, season: { month: 1, day: 13, hold: 30, pct: 9 } });
  const december = (seed: number, from: string, pct: number, volatility: number, to = '2025-06-30') =>
    seasonalWalk({ seed, from, to, season: { month: 12, day: 20, hold: 20, pct }, volatility });
  service = await startTestApp({
    nullDistributions: { mode: 'waiting' },
    now: '2024-12-20T15:00:00Z',
    symbols: [
      // Market 0 ends on 2024-12-31, the others continue.
      { symbol: 'AAA', markets: ['0'], bars: january(1, '2024-12-31') },
      { symbol: 'BBB', markets: ['0'], bars: january(2, '2024-12-31') },
      { symbol: 'FUND', markets: ['11'], bars: january(3, '2025-06-30') },
      { symbol: 'OLD', markets: ['1', '2'], bars: december(1, '2005-01-03', 6, 0.008) },
      { symbol: 'NINE', markets: ['1'], bars: december(2, '2015-06-01', 6, 0.008) },
      // Five winners of five, far steadier than the others.
      { symbol: 'YOUNG', markets: ['1', '9'], bars: december(3, '2019-06-03', 12, 0.001) },
      { symbol: 'GONE', markets: ['1'], bars: december(4, '2005-01-03', 6, 0.008, '2024-12-06') },
    ],
  });
});
afterAll(() => service.close());

/** METHOD 5. */
describe('a list of a market requires records about as long as the market allows', () => {
  interface Row {
    symbol: string;
    direction: string;
    years_tested?: number;
    receipts?: { years_tested: number };
    significance: { searched: { windows: number; symbols: number } };
  }

  async function symbolsOf(path: string): Promise<string[]> {
    const { body } = await service.get(path).expect(200);
    const longs = body.opportunities.filter(({ direction }: Row) => direction === 'long');
    return longs.map(({ symbol }: Row) => symbol);
  }

  test.each(['/v1/scan?markets=1&limit=50', '/v1/opportunities?market=1&limit=50&from=2024-12-20'])(
    '%s leaves out symbols too young for the lookback, and keeps those with nine of ten years',
    async (path) => {
      expect((await symbolsOf(path)).sort()).toEqual(['NINE', 'OLD']);
      expect((await symbolsOf(`${path}&years=5`))[0]).toBe('YOUNG');
      expect((await symbolsOf(`${path}&min_winning_years=8`)).sort()).toEqual(['NINE', 'OLD']);
      expect(await symbolsOf(`${path}&years=15`)).toEqual(['OLD']);
    },
  );

  test.each([
    ['', 2],
    // YOUNG's five years are enough then; GONE stopped trading and is no candidate.
    ['&years=5', 3],
    ['&years=15', 1],
  ])('significance counts the symbols that could be candidates, with the parameters "%s"', async (years, symbols) => {
    const scan = await service.get(`/v1/scan?markets=1&window=2024-12-20..2024-12-26${years}`).expect(200);
    const list = await service.get(`/v1/opportunities?market=1&from=2024-12-20${years}`).expect(200);
    const searchedBy = (rows: Row[]) => rows.map(({ significance }) => significance.searched);
    // Four sessions over Christmas, holds of 5 to 120 days, both directions.
    for (const searched of searchedBy(scan.body.opportunities))
      expect(searched).toMatchObject({ symbols, windows: symbols * 4 * 116 * 2 });
    for (const searched of searchedBy(list.body.opportunities))
      expect(searched).toMatchObject({ symbols, windows: symbols * 116 * 2 });
    expect(scan.body.opportunities).not.toEqual([]);
    expect(list.body.opportunities).not.toEqual([]);
    expect(scan.body.summary).toContain(` of ${symbols} symbol${symbols === 1 ? '' : 's'} ha`);
  });

  test('a market of young symbols shows them', async () => {
    expect(await symbolsOf('/v1/scan?markets=9&limit=50')).toEqual(['YOUNG']);
  });

  test('a member of two markets counts in both, whichever market its card names', async () => {
    // OLD is the card of market 1; market 2 has no other symbol.
    expect((await symbolsOf('/v1/scan?markets=1,2&limit=50')).sort()).toEqual(['NINE', 'OLD']);
  });

  test('the list and the analysis of a single symbol require five years only', async () => {
    const { body } = await service.get('/v1/analyze/YOUNG?direction=long').expect(200);
    expect(body.card.receipts.years_tested).toBe(5);
    expect(await symbolsOf('/v1/opportunities/YOUNG?market=1')).toContain('YOUNG');
  });

  test('the record of every row is as long as the market allows', async () => {
    const { body } = await service.get('/v1/scan?markets=1&limit=50').expect(200);
    for (const { receipts } of body.opportunities) expect(receipts.years_tested).toBeGreaterThanOrEqual(9);
  });
});

/** METHOD 1. */
describe('a market whose last bar lies more than the gap limit behind the last session that is due', () => {
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
});
