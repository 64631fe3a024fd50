import type { PatternCard } from '../../src/answers/shapes';
import { startTestApp, type TestApp } from '../helpers/app';
import { seasonalWalk } from '../helpers/universe';

describe('the records of a market', () => {
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
});

/**
 * Six of the eight symbols of market 0 end on 2024-06-28, two continue. For 370 days, that is the last session of the
 * market (METHOD 1); from 2025-07-04 on, the two are the market. Market 11 continues throughout, market 15 ends as a whole
 * on 2025-03-31.
 */
describe('a market most of whose symbols end before the others', () => {
  interface Body {
    generated_at?: string;
    tier_notes?: string;
    opportunities: PatternCard[];
  }

  const at = (day: string) => `${day}T15:00:00Z`;

  let service: TestApp;
  beforeAll(async () => {
    const season = { month: 6, day: 3, hold: 40, pct: 9 };
    const walk = (seed: number, to: string) => seasonalWalk({ seed, from: '2008-01-02', to, season });
    const member = (symbol: string, market: string, seed: number, to: string) => ({
      symbol,
      markets: [market],
      bars: walk(seed, to),
    });
    service = await startTestApp({
      nullDistributions: { mode: 'waiting' },
      now: at('2025-06-02'),
      symbols: [
        ...['A', 'B', 'C', 'D', 'E', 'F'].map((name, i) => member(`END${name}`, '0', i + 1, '2024-06-28')),
        ...['A', 'B'].map((name, i) => member(`ON${name}`, '0', i + 11, '2025-12-31')),
        ...['A', 'B', 'C'].map((name, i) => member(`FUND${name}`, '11', i + 21, '2025-12-31')),
        ...['A', 'B', 'C'].map((name, i) => member(`SECT${name}`, '15', i + 31, '2025-03-31')),
      ],
    });
  });
  afterAll(() => service.close());

  async function ask(path: string, now: string) {
    service.clock.set(at(now));
    const { body } = await service.get(path).expect(200);
    return body;
  }

  test.each([
    // On that day the market stood at 2024-06-28 and its six symbols were alive.
    { day: '2025-06-02', window: '2025-06-02..2025-06-02', markets: '0', finds: /ENDA/ },
    { day: '2025-06-02', window: '2025-06-02..2025-06-20', markets: '0', finds: /ENDA/ },
    { day: '2025-06-02', window: '2025-06-02..2025-07-25', markets: '0', finds: /ENDA/ },
    // On that day the two others were the market.
    { day: '2025-07-08', window: '2025-07-08..2025-07-18', markets: '0', finds: /^[^E]*$/ },
    { day: '2025-06-02', window: '2025-06-02..2025-06-20', markets: '11', finds: /FUNDA/ },
    { day: '2025-06-02', window: '2025-06-02..2025-06-20', markets: '15', finds: /SECTA/ },
    // The market of sectors was current on that day.
    { day: '2025-03-31', window: '2025-03-31..2025-06-06', markets: '15', finds: /SECTA/ },
  ])(
    'a scan of $window in market $markets answers later as it did on $day',
    async ({ day, window, markets, finds }) => {
      const path = `/v1/scan?markets=${markets}&window=${window}&limit=50`;
      const then = await ask(path, day);
      expect(then.opportunities.map(({ symbol }: PatternCard) => symbol).join(' ')).toMatch(finds);
      for (const now of ['2025-08-20', '2025-12-30']) {
        expect(sameWhenever(await ask(path, now))).toEqual(sameWhenever(then));
      }
    },
  );

  test.each([
    { path: '/v1/opportunities?market=0&from=2025-06-02', day: '2025-06-02' },
    { path: '/v1/opportunities?market=0&from=2025-07-08', day: '2025-07-08' },
    { path: '/v1/opportunities?market=15&from=2025-06-02', day: '2025-06-02' },
  ])('$path answers later as it did on $day', async ({ path, day }) => {
    const then = await ask(path, day);
    for (const now of ['2025-08-20', '2025-12-30']) {
      expect(sameWhenever(await ask(path, now))).toEqual(sameWhenever(then));
    }
  });

  test('a scan of a day on which the market had no new prices says how old its prices were', async () => {
    const { summary, data_age_note } = await ask('/v1/scan?markets=0&window=2025-06-02..2025-06-20', '2025-12-30');
    expect(summary).toContain('Prices of market 0 are old: they end on 2024-06-28.');
    expect(data_age_note).toContain('Prices of market 0 (DOW 30 STOCKS) end 336 days before');
  });

  const ENDED =
    /6 of 8 symbols of market 0( \(DOW 30 STOCKS\))? end on 2024-06-28, 5\d\d days before the last bar of the others/;

  test('a scan says that most symbols end before the others', async () => {
    const { summary, data_age_note } = await ask('/v1/scan?markets=0,11', '2025-12-30');
    expect(summary).toMatch(ENDED);
    expect(data_age_note).toMatch(ENDED);
    expect(data_age_note).not.toMatch(/market 11/);
  });

  test.each([
    '/v1/analyze/ENDA?market=0',
    '/v1/analyze/ONA?market=0',
    '/v1/opportunities?market=0',
    '/v1/opportunities/ONA?market=0',
    '/v1/patterns/0/ONA?days_out=30',
    '/v1/seasonal-chart?symbol=ONA&market=0&days_out=30',
    '/v1/compare?symbols=ONA,FUNDA&direction=long',
    '/v1/symbols/ONA/heatmap?market=0',
  ])('%s says that most symbols end before the others', async (path) => {
    expect((await ask(path, '2025-12-30')).data_age_note).toMatch(ENDED);
  });

  test('the list of markets says so too, and not of a market whose symbols all continue', async () => {
    const { markets } = await ask('/v1/markets', '2025-12-30');
    expect(markets[0].data_age_note).toMatch(ENDED);
    expect(markets[11]).not.toHaveProperty('data_age_note');
  });

  test('the list of a symbol has entries of the days on which its market had no new prices', async () => {
    const { opportunities } = await ask('/v1/opportunities/ONA?market=0&years=5', '2025-12-30');
    expect(opportunities.length).toBeGreaterThan(0);
    expect(JSON.stringify(opportunities)).toMatch(/"entry_date":"2025-0[1-6]/);
  });

  /**
   * An answer without what depends on the day of the request: its time, the next step, which may be over, and the reason
   * why there is no prediction.
   */
  function sameWhenever({ generated_at, tier_notes: _, opportunities, ...body }: Body) {
    const cards = opportunities.map(({ next_step, tier_notes, ...card }) => card);
    return { ...body, opportunities: cards };
  }
});
